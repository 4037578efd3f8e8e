import type { Speed } from '@relayer/schemas'
import type { FeeQuote, Price } from './feeQuote.ts'

/** Per speed: percent of the node's gas price, index of the reward percentile, and the tip where no reward is known (wei). */
const speeds = {
  safeLow: { percent: 100n, rewardIndex: 0, fallbackTip: 300_000_000n },
  average: { percent: 125n, rewardIndex: 1, fallbackTip: 500_000_000n },
  fast: { percent: 150n, rewardIndex: 2, fallbackTip: 850_000_000n },
  fastest: { percent: 200n, rewardIndex: 3, fallbackTip: 990_000_000n },
} as const satisfies Record<Speed, object>

/** The percentiles to ask `eth_feeHistory` for, in the order of the speeds. */
export const rewardPercentiles = [30, 50, 85, 99] as const

/** 1 in the fixed point of {@link baseFeeMultiplier}. */
const one = 1_000_000_000n
/** How long a price must stay payable while the base fee rises by 12.5 % with every block, ms. */
const horizonMs = 90_000

/** 1.125 to the power of the blocks in the horizon, at most 10; in billionths. */
export function baseFeeMultiplier(blockTimeMs: number): bigint {
  const blocks = blockTimeMs > 0 ? Math.floor(horizonMs / blockTimeMs) : Number.POSITIVE_INFINITY
  let multiplier = one
  for (let block = 0; block < blocks && multiplier < 10n * one; block++) multiplier = (multiplier * 9n) / 8n
  return multiplier < 10n * one ? multiplier : 10n * one
}

/** What a node says of the last blocks. */
export interface Eip1559Market {
  /** wei per gas, of the head's block */
  readonly baseFeePerGas: bigint
  /** One row per block, one reward (wei per gas) per percentile. */
  readonly rewards: readonly (readonly bigint[])[]
  readonly blockTimeMs: number
}

/** Tip: the mean of the positive rewards of the speed's percentile. Fee: the base fee after the horizon, plus the tip. */
export function quoteEip1559({ baseFeePerGas, rewards, blockTimeMs }: Eip1559Market): FeeQuote {
  const ahead = (baseFeePerGas * baseFeeMultiplier(blockTimeMs)) / one
  const priceOf = (speed: Speed): Price => {
    const { rewardIndex, fallbackTip } = speeds[speed]
    const positive = rewards.flatMap(row => row[rewardIndex] ?? []).filter(reward => reward > 0n)
    const sum = positive.reduce((total, reward) => total + reward, 0n)
    const tip = positive.length === 0 ? fallbackTip : sum / BigInt(positive.length)
    return { family: 'eip1559', maxFeePerGas: ahead + tip, maxPriorityFeePerGas: tip }
  }
  return { family: 'eip1559', prices: perSpeed(priceOf) }
}

/** The node's gas price (wei), times the speed's percentage. */
export function quoteLegacy(gasPrice: bigint): FeeQuote {
  const priceOf = (speed: Speed): Price => ({ family: 'legacy', gasPrice: (gasPrice * speeds[speed].percent) / 100n })
  return { family: 'legacy', prices: perSpeed(priceOf) }
}

function perSpeed(priceOf: (speed: Speed) => Price): FeeQuote['prices'] {
  return {
    safeLow: priceOf('safeLow'),
    average: priceOf('average'),
    fast: priceOf('fast'),
    fastest: priceOf('fastest'),
  }
}

import type { AttemptRecord } from '@relayer/core'
import { ceilingOf, type Price, tipOf } from './feeQuote.ts'

/** The least price that takes another's place in a pool (wei per gas): 10 % more, rounded up, and at least 1 wei. */
export function bump(price: bigint): bigint {
  const tenth = (price * 11n + 9n) / 10n
  return tenth > price + 1n ? tenth : price + 1n
}

/** What a new attempt must pay at least to take the place of every earlier one; null: there is none. */
export interface Floor {
  /** wei per gas */
  readonly ceiling: bigint
  /** wei per gas */
  readonly tip: bigint
}

/**
 * Nodes compare fee and tip separately, and take a legacy gas price as both. `demanded` is what a node asked for in so many
 * words (wei per gas), without saying of which of the two: the fee, unless an attempt has offered that much already; then it
 * can only have meant the tip.
 */
export function floorOver(previous: readonly Price[], demanded: bigint | null = null): Floor | null {
  if (previous.length === 0) return demanded === null ? null : { ceiling: demanded, tip: 0n }
  const most = (of: (price: Price) => bigint) =>
    previous.reduce((top, price) => (of(price) > top ? of(price) : top), 0n)
  const [ceiling, tip] = [most(ceilingOf), most(tipOf)]
  const meansTip = demanded !== null && demanded <= ceiling
  return {
    ceiling: max(bump(ceiling), demanded ?? 0n),
    tip: max(bump(tip), meansTip ? demanded : 0n),
  }
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

/** The price of an attempt of this package, read back from its details. */
export function priceOfAttempt({ details }: Pick<AttemptRecord, 'details'>): Price {
  const wei = (name: string) => BigInt(String(details[name] ?? 0))
  if (details['gas_price'] != null) return { family: 'legacy', gasPrice: wei('gas_price') }
  return {
    family: 'eip1559',
    maxFeePerGas: wei('max_fee_per_gas'),
    maxPriorityFeePerGas: wei('max_priority_fee_per_gas'),
  }
}

import { ceilingOf, type Price } from './feeQuote.ts'
import type { Floor } from './outbid.ts'

/** A wanted price and what limits it. */
export interface FitInput {
  /** What the client or the market says, wei per gas. */
  readonly wanted: Price
  /** wei per gas; null: no limit. */
  readonly cap: bigint | null
  readonly floor: Floor | null
  /** Of the head's block, wei per gas; null before EIP-1559. */
  readonly baseFeePerGas: bigint | null
}

/** The price to sign, or why there is none yet. */
export type Fit = { readonly price: Price } | { readonly wait: string }

/**
 * Lowers a wanted price to the cap, raises it to the floor, and refuses what can't be paid: a price below the base fee would
 * block every later nonce for as long as it stays there. Pure.
 */
export function fitPrice({ wanted, cap, floor, baseFeePerGas }: FitInput): Fit {
  const price = raise(lower(wanted, cap), floor)
  const ceiling = ceilingOf(price)
  if (cap !== null && ceiling > cap) return { wait: `the least price that replaces is ${ceiling} wei, above the cap` }
  if (baseFeePerGas !== null && ceiling < baseFeePerGas) return { wait: `the base fee is ${baseFeePerGas} wei` }
  return { price }
}

function lower(price: Price, cap: bigint | null): Price {
  if (cap === null) return price
  if (price.family === 'legacy') return { family: 'legacy', gasPrice: min(price.gasPrice, cap) }
  const maxFeePerGas = min(price.maxFeePerGas, cap)
  return { family: 'eip1559', maxFeePerGas, maxPriorityFeePerGas: min(price.maxPriorityFeePerGas, maxFeePerGas) }
}

function raise(price: Price, floor: Floor | null): Price {
  if (floor === null) return price
  if (price.family === 'legacy')
    return { family: 'legacy', gasPrice: max(price.gasPrice, max(floor.ceiling, floor.tip)) }
  const maxPriorityFeePerGas = max(price.maxPriorityFeePerGas, floor.tip)
  const maxFeePerGas = max(max(price.maxFeePerGas, floor.ceiling), maxPriorityFeePerGas)
  return { family: 'eip1559', maxFeePerGas, maxPriorityFeePerGas }
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

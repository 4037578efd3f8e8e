import type { Speed } from '@relayer/schemas'

/** Prices in wei per gas: a legacy gas price, or EIP-1559's pair. */
export type Price =
  | { readonly family: 'legacy'; readonly gasPrice: bigint }
  | { readonly family: 'eip1559'; readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }

/** What the market asks at one head, per speed (wei per gas). */
export interface FeeQuote {
  readonly family: Price['family']
  readonly prices: Readonly<Record<Speed, Price>>
}

/** The most that a price may cost per gas. */
export function ceilingOf(price: Price): bigint {
  return price.family === 'legacy' ? price.gasPrice : price.maxFeePerGas
}

/** The most of it that may go to the block's producer. */
export function tipOf(price: Price): bigint {
  return price.family === 'legacy' ? price.gasPrice : price.maxPriorityFeePerGas
}

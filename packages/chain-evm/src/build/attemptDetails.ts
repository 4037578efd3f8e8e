import type { JsonObject } from '@relayer/core'
import { ceilingOf, type Price } from '../fees/feeQuote.ts'
import type { WireSignature } from './serializeAttempt.ts'

/** What of an attempt is shown. */
export interface AttemptDetails {
  readonly nonce: number
  readonly gasLimit: bigint
  readonly price: Price
  readonly signature: WireSignature
}

/** The details of an attempt. */
export function attemptDetails({ nonce, gasLimit, price, signature }: AttemptDetails): JsonObject {
  return { nonce, ...attemptPrices(gasLimit, price), signature: { ...signature } }
}

/** Those known before it has a nonce: decimal text for gas and wei per gas; null for the other family's prices. */
export function attemptPrices(gasLimit: bigint, price: Price): JsonObject {
  const legacy = price.family === 'legacy'
  return {
    gas_limit: gasLimit.toString(),
    gas_price: legacy ? price.gasPrice.toString() : null,
    max_fee_per_gas: legacy ? null : price.maxFeePerGas.toString(),
    max_priority_fee_per_gas: legacy ? null : price.maxPriorityFeePerGas.toString(),
  }
}

/** The most that gas and value can take from the account, in wei. */
export function maxCostOf(gasLimit: bigint, price: Price, value: bigint): bigint {
  return gasLimit * ceilingOf(price) + value
}

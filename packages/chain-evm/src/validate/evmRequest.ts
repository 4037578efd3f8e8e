import type { JsonObject } from '@relayer/core'
import { type EvmTransactionRequest, type Speed, toQuantity } from '@relayer/schemas'

/**
 * The canonical form of a request, kept as the revision's JSON. `to`, `data` and `valid_until` are as the client gave them,
 * because that is how they are shown; `value` is a `0x` quantity; gas and prices are decimal text (wei).
 */
export type EvmRequest = JsonObject & {
  readonly to: string | null
  readonly value: string
  readonly data: string | null
  readonly gas_limit: string | null
  readonly gas_price: string | null
  readonly max_fee_per_gas: string | null
  readonly max_priority_fee_per_gas: string | null
  readonly speed: Speed | null
  readonly valid_until: string | null
}

/** A body without any price means speed `fast`. */
export function toEvmRequest(body: EvmTransactionRequest): EvmRequest {
  const priced = [body.gas_price, body.max_fee_per_gas, body.max_priority_fee_per_gas].some(price => price != null)
  return {
    to: body.to || null,
    value: toQuantity(body.value),
    data: body.data ?? null,
    gas_limit: body.gas_limit?.toString() ?? null,
    gas_price: body.gas_price?.toString() ?? null,
    max_fee_per_gas: body.max_fee_per_gas?.toString() ?? null,
    max_priority_fee_per_gas: body.max_priority_fee_per_gas?.toString() ?? null,
    speed: body.speed ?? (priced ? null : 'fast'),
    valid_until: body.valid_until ?? null,
  }
}

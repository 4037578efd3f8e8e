import type { Speed } from '@relayer/schemas'
import type { EvmRequest } from '../validate/evmRequest.ts'
import type { Price } from './feeQuote.ts'

/** The price that a request names (wei per gas), or the speed that it leaves it to. */
export function wantedPrice(request: EvmRequest): Price | Speed {
  const { gas_price, max_fee_per_gas, max_priority_fee_per_gas, speed } = request
  if (gas_price != null) return { family: 'legacy', gasPrice: BigInt(gas_price) }
  if (max_fee_per_gas == null || max_priority_fee_per_gas == null) return speed ?? 'fast'
  return {
    family: 'eip1559',
    maxFeePerGas: BigInt(max_fee_per_gas),
    maxPriorityFeePerGas: BigInt(max_priority_fee_per_gas),
  }
}

import type { AttemptRecord } from '@relayer/core'
import { GAS_PRICE_TOO_HIGH, INSUFFICIENT_BUMP } from '@relayer/schemas/errors'
import { ceilingOf } from '../fees/feeQuote.ts'
import { fitPrice } from '../fees/fitPrice.ts'
import { floorOver, priceOfAttempt } from '../fees/outbid.ts'
import { wantedPrice } from '../fees/wantedPrice.ts'
import type { EvmRequest } from './evmRequest.ts'

/** The ceiling of a replacement's price where the policy has no `gas_price_cap`, wei per gas: 100 gwei. */
const DEFAULT_CEILING = 100_000_000_000n

/**
 * Why a request can't replace what these attempts are of, or null. Pure. An explicit price is honoured, raised to what
 * replaces the earlier attempts, and refused where the cap (or without one the default ceiling) forbids it; a speed is refused
 * only where no price under the cap outbids them.
 */
export function checkReplacement(
  request: EvmRequest,
  previous: readonly AttemptRecord[],
  gasPriceCap: bigint | null,
): string | null {
  const floor = floorOver(previous.map(priceOfAttempt))
  const wanted = wantedPrice(request)
  if (typeof wanted === 'string') {
    return floor !== null && gasPriceCap !== null && floor.ceiling > gasPriceCap ? INSUFFICIENT_BUMP : null
  }
  const cap = gasPriceCap ?? DEFAULT_CEILING
  if (ceilingOf(wanted) > cap) return GAS_PRICE_TOO_HIGH
  const fit = fitPrice({ wanted, cap, floor, baseFeePerGas: null })
  return 'wait' in fit ? `Replacement transaction underpriced: ${fit.wait}` : null
}

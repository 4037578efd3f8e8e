import type { AttemptRecord, ValidateInput, Validation } from '@relayer/core'
import { type EvmTransactionRequest, parseTimestamp } from '@relayer/schemas'
import { fitPrice } from '../fees/fitPrice.ts'
import { floorOver, priceOfAttempt } from '../fees/outbid.ts'
import { wantedPrice } from '../fees/wantedPrice.ts'
import { checkRequest } from './checkRequest.ts'
import { type EvmRequest, toEvmRequest } from './evmRequest.ts'
import { readPolicies } from './policies.ts'

/** The verdict on one request; asks no node. `hasPrivate`: whether there are private endpoints. `body` is what `evmTransactionRequest` of `@relayer/schemas` parsed. */
export function validateRequest(
  { account, policies: stored, body, previous, now }: ValidateInput,
  { hasPrivate }: { readonly hasPrivate: boolean },
): Validation {
  const given = body as EvmTransactionRequest
  const policies = readPolicies(stored)
  const refusal = checkRequest({ body: given, policies, account, now })
  if (refusal !== null) return { kind: 'invalid', ...refusal }
  if (policies.privateTransactions && !hasPrivate) {
    return { kind: 'invalid', reason: 'private_transactions: the network has no private RPC endpoint' }
  }
  const request = toEvmRequest(given)
  const reason = checkReplacement(request, previous, policies.gasPriceCap)
  if (reason !== null) return { kind: 'invalid', reason }
  return {
    kind: 'valid',
    request,
    sequenceAccount: { kind: 'account', account },
    rebuildable: true,
    admission: 'async',
    validUntil: request.valid_until === null ? null : (parseTimestamp(request.valid_until) ?? null),
  }
}

/** An explicit price is raised to what replaces the earlier attempts; where the cap forbids that, the request is refused. */
function checkReplacement(request: EvmRequest, previous: readonly AttemptRecord[], cap: bigint | null): string | null {
  const wanted = wantedPrice(request)
  if (typeof wanted === 'string') return null
  const floor = floorOver(previous.map(priceOfAttempt))
  const fit = fitPrice({ wanted, cap, floor, baseFeePerGas: null })
  return 'wait' in fit ? `Replacement transaction underpriced: ${fit.wait}` : null
}

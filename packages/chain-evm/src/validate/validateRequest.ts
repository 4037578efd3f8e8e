import type { ValidateInput, Validation } from '@relayer/core'
import { type EvmTransactionRequest, parseTimestamp } from '@relayer/schemas'
import { checkPolicies } from './checkPolicies.ts'
import { checkReplacement } from './checkReplacement.ts'
import { checkRequest } from './checkRequest.ts'
import { toEvmRequest } from './evmRequest.ts'
import { readPolicies } from './policies.ts'

/** The verdict on one request; asks no node. `hasPrivate`: whether there are private endpoints. `body` is what `evmTransactionRequest` of `@relayer/schemas` parsed. */
export function validateRequest(
  { account, policies: stored, body, previous, now, replaces = previous.length > 0 }: ValidateInput,
  { hasPrivate }: { readonly hasPrivate: boolean },
): Validation {
  const given = body as EvmTransactionRequest
  const policies = readPolicies(stored)
  const refusal = checkRequest({ body: given, policies, account, now })
  if (refusal !== null) return { kind: 'invalid', ...refusal }
  const impossible = checkPolicies(stored, { hasPrivate })
  if (impossible !== null) return { kind: 'invalid', reason: impossible }
  const request = toEvmRequest(given)
  const reason = replaces ? checkReplacement(request, previous, policies.gasPriceCap) : null
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

import type { ValidateInput, Validation } from '@relayer/core'
import type { EvmContext } from '../context.ts'
import { checkFunds } from './checkFunds.ts'
import type { EvmRequest } from './evmRequest.ts'
import { readPolicies } from './policies.ts'
import { validateRequest } from './validateRequest.ts'

/** The verdicts on requests, in order. Only for replacements a node is asked, whether the account can pay them. */
export function validateAll(context: EvmContext, inputs: readonly ValidateInput[]): Promise<readonly Validation[]> {
  return Promise.all(
    inputs.map(async input => {
      const verdict = validateRequest(input, { hasPrivate: context.privatePool !== null })
      if (verdict.kind !== 'valid' || input.replaces !== true) return verdict
      const { account, previous, policies } = input
      const request = verdict.request as EvmRequest
      const reason = await checkFunds(context, {
        account,
        request,
        previous,
        minBalance: readPolicies(policies).minBalance,
      })
      return reason === null ? verdict : { kind: 'invalid' as const, reason }
    }),
  )
}

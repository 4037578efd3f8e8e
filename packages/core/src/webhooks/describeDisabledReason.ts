import { DISABLED_DETAILS } from '@relayer/schemas'
import type { DisabledReason } from '../records/resources.ts'

/** Why a relayer is out of service, in one of the fixed texts: the underlying error may name an endpoint. */
export type DisabledReasonBody =
  | { readonly type: 'Multiple'; readonly details: readonly DisabledReasonBody[] }
  | { readonly type: keyof typeof DISABLED_DETAILS; readonly details: string }

export function describeDisabledReason({ type, details }: DisabledReason): DisabledReasonBody {
  if (type !== 'Multiple') return { type, details: DISABLED_DETAILS[type] }
  return { type, details: typeof details === 'string' ? [] : details.map(describeDisabledReason) }
}

/** The same as one sentence, for the webhook that tells of it. */
export function disabledSentence(reason: DisabledReason): string {
  const { type, details } = describeDisabledReason(reason)
  if (type !== 'Multiple') return details
  return details.map(one => (typeof one.details === 'string' ? one.details : '')).join(', ')
}

import type { DisabledReason as DisabledReasonRecord } from '@relayer/core'
import { DISABLED_DETAILS } from '@relayer/schemas'

/** Why a relayer is out of service, in one of the fixed texts: the underlying error may name an endpoint. */
export type DisabledReasonBody =
  | { readonly type: 'Multiple'; readonly details: readonly DisabledReasonBody[] }
  | { readonly type: keyof typeof DISABLED_DETAILS; readonly details: string }

export function disabledReasonResponse({ type, details }: DisabledReasonRecord): DisabledReasonBody {
  if (type !== 'Multiple') return { type, details: DISABLED_DETAILS[type] }
  return { type, details: typeof details === 'string' ? [] : details.map(disabledReasonResponse) }
}

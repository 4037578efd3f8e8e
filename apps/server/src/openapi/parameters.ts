import { transactionStatus } from '@relayer/schemas'
import type { ParameterDescription } from './operationDescription.ts'

const u32 = { type: 'integer', minimum: 0, maximum: 4_294_967_295 }

/** Query of every list. */
export const pageQuery: readonly ParameterDescription[] = [
  { name: 'page', description: 'Pages start at 1; 0 is an empty page.', schema: { ...u32, default: 1 } },
  { name: 'per_page', description: 'Items of a page; 0 is an empty page.', schema: { ...u32, default: 10 } },
]

/** Query of operations that can say what they would do; `description` says what with `true`. */
export function dryRun(description: string): ParameterDescription {
  return { name: 'dry_run', description, schema: { enum: ['true', 'false'], default: 'false' } }
}

/** Header of operations that must not run twice. */
export const idempotencyKey: ParameterDescription = {
  name: 'Idempotency-Key',
  description:
    'For at least 24 hours the same key with the same body is answered with what the first request was answered. 1 to 255 visible ASCII characters or spaces, per API key, method and path. Nothing is remembered of a request that was refused.',
  schema: { type: 'string', pattern: '^[ -~]{1,255}$' },
}

/** Header of an answer that an earlier request already got. */
export const idempotentReplayed: ParameterDescription = {
  name: 'Idempotent-Replayed',
  description: '`true` when an earlier request with this Idempotency-Key made the answer; else absent.',
  schema: { const: 'true' },
}

/** Header of operations that can wait for a transaction. */
export const preferWait: ParameterDescription = {
  name: 'Prefer',
  description:
    '`wait=<seconds>`: the answer comes once the transaction has the status of `wait_for` or one beyond it, or any final one; at the latest 2 s before the time limit of requests.',
  schema: { type: 'string' },
}

/** Query beside {@link preferWait}. */
export const waitFor: ParameterDescription = {
  name: 'wait_for',
  description: `The status to wait for with \`Prefer: wait\`, in any case: ${transactionStatus.options.join(', ')}.`,
  schema: { type: 'string', default: 'mined' },
}

/** Header of an answer that was waited for. */
export const preferenceApplied: ParameterDescription = {
  name: 'Preference-Applied',
  description:
    '`wait=<seconds>`, as long as it may have been waited. Absent although waiting was asked for: too many requests wait already, or the server stops.',
  schema: { type: 'string', pattern: '^wait=\\d+$' },
}

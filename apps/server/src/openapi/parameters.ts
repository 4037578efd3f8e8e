import type { ParameterDescription } from './operationDescription.ts'

const u32 = { type: 'integer', minimum: 0, maximum: 4_294_967_295 }

/** Query of every list. */
export const pageQuery: readonly ParameterDescription[] = [
  { name: 'page', description: 'Pages start at 1; 0 is an empty page.', schema: { ...u32, default: 1 } },
  { name: 'per_page', description: 'Items of a page; 0 is an empty page.', schema: { ...u32, default: 10 } },
]

/** Header of operations that must not run twice. */
export const idempotencyKey: ParameterDescription = {
  name: 'Idempotency-Key',
  description:
    'The same key with the same body is answered with what the first request made, with another body 409. 1 to 255 visible ASCII characters, per API key and path.',
  schema: { type: 'string', pattern: '^[ -~]{1,255}$' },
}

/** Header of an answer that an earlier request already got. */
export const idempotentReplayed: ParameterDescription = {
  name: 'Idempotent-Replayed',
  description: '`true` when an earlier request with this Idempotency-Key made the answer.',
  schema: { const: 'true' },
}

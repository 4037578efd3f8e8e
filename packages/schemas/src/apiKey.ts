import * as z from 'zod/mini'
import { array } from './array.ts'
import { reason } from './explain.ts'
import { u32 } from './integer.ts'
import { object } from './object.ts'
import { timestamp } from './timestamp.ts'

const text = /* @__PURE__ */ z.string(reason)
const texts = /* @__PURE__ */ array(text)

/**
 * Record of an API key, in every answer. `created_at` reads `2025-02-26 13:24:35.560593123 UTC`.
 *
 * The `value` is never in it, not even where a key is made: no response type of this package can hold a secret
 * (`noSecrets.test.ts`). The one answer that shows a new value has a type of its own beside its handler, so that no list,
 * log or webhook that takes an `ApiKey` can carry it.
 */
export const apiKey = /* @__PURE__ */ object({
  id: text,
  name: text,
  allowed_origins: texts,
  created_at: text,
  permissions: texts,
  /** Null: all relayers, as for an answer of the other service, which has none of these. */
  relayers: /* @__PURE__ */ z.nullish(texts),
  receivers: /* @__PURE__ */ z.nullish(texts),
  expires_at: /* @__PURE__ */ z.nullish(text),
  last_used_at: /* @__PURE__ */ z.nullish(text),
})
export type ApiKey = z.output<typeof apiKey>

/** What a key may be allowed to do; none implies another. */
const permission = /* @__PURE__ */ z.enum(
  ['tx:send', 'tx:read', 'tx:cancel', 'sign:message', 'sign:typed-data', 'sign:transaction', 'rpc', 'admin'],
  reason,
)

/**
 * Body of POST /api-keys. `allowed_origins` defaults to `["*"]`; null or absent: all relayers, all receivers, no end
 * (`expires_at` is RFC 3339). Other keys are ignored.
 */
export const apiKeyCreate = /* @__PURE__ */ object({
  name: text,
  permissions: /* @__PURE__ */ array(permission),
  allowed_origins: /* @__PURE__ */ z.nullish(texts),
  relayers: /* @__PURE__ */ z.nullish(texts),
  receivers: /* @__PURE__ */ z.nullish(texts),
  expires_at: /* @__PURE__ */ z.nullish(timestamp),
})
export type ApiKeyCreate = z.output<typeof apiKeyCreate>

/** Body of POST /api-keys/{id}/rotate: how long the old value goes on working; absent: it ends at once. */
export const apiKeyRotate = /* @__PURE__ */ object({ grace_seconds: /* @__PURE__ */ z.nullish(u32) })
export type ApiKeyRotate = z.output<typeof apiKeyRotate>

import * as z from 'zod/mini'
import { array } from './array.ts'
import { reason } from './explain.ts'
import { object } from './object.ts'

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
})
export type ApiKey = z.output<typeof apiKey>

/** Body of POST /api-keys. `allowed_origins` defaults to `["*"]`; other keys are ignored. */
export const apiKeyCreate = /* @__PURE__ */ object({
  name: text,
  permissions: texts,
  allowed_origins: /* @__PURE__ */ z.nullish(texts),
})
export type ApiKeyCreate = z.output<typeof apiKeyCreate>

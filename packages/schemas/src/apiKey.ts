import * as z from 'zod/mini'
import { reason } from './explain.ts'

const text = /* @__PURE__ */ z.string(reason)
const texts = /* @__PURE__ */ z.array(text, reason)

/** Record of an API key. The value is never in it. `created_at` reads `2025-02-26 13:24:35.560593123 UTC`. */
export const apiKey = /* @__PURE__ */ z.object(
  { id: text, name: text, allowed_origins: texts, created_at: text, permissions: texts },
  reason,
)
export type ApiKey = z.output<typeof apiKey>

/** Body of POST /api-keys. `allowed_origins` defaults to `["*"]`; other keys are ignored. */
export const apiKeyCreate = /* @__PURE__ */ z.object(
  { name: text, permissions: texts, allowed_origins: /* @__PURE__ */ z.nullish(texts) },
  reason,
)
export type ApiKeyCreate = z.output<typeof apiKeyCreate>

import * as z from 'zod/mini'
import { byteLength } from './byteLength.ts'
import { reason, rules } from './explain.ts'
import { INVALID_ID, isId } from './id.ts'
import { object, strictObject } from './object.ts'
import { isUrl } from './url.ts'

/** The kinds of notification there are. */
export const notificationType = /* @__PURE__ */ z.enum(['webhook'], reason)

/** Record of a notification. The signing key is never in it. */
export const notification = /* @__PURE__ */ object({
  id: /* @__PURE__ */ z.string(reason),
  type: notificationType,
  url: /* @__PURE__ */ z.string(reason),
  has_signing_key: /* @__PURE__ */ z.boolean(reason),
})
export type Notification = z.output<typeof notification>

/** A URL of a notification that cannot be read. */
export const INVALID_URL = 'Invalid URL format'
/** A signing key below 32 bytes. */
export const SIGNING_KEY_TOO_SHORT = 'Signing key must be at least 32 characters long'

/**
 * The rules of a whole notification (http.md 8): text of the first one broken, or undefined. Run it on the result of an
 * update too. An absent id, URL or key is not checked.
 */
export function checkNotification(value: {
  readonly id?: string | null | undefined
  readonly url?: string | null | undefined
  readonly signing_key?: string | null | undefined
}): string | undefined {
  const { id, url, signing_key: key } = value
  if (typeof id === 'string' && !isId(id)) return INVALID_ID
  if (typeof url === 'string' && !isUrl(url)) return INVALID_URL
  if (typeof key === 'string' && byteLength(key) < 32) return SIGNING_KEY_TOO_SHORT
  return undefined
}

/** Body of POST /notifications. Unknown keys are refused; the rules of `checkNotification` hold. */
export const notificationCreate = /* @__PURE__ */ strictObject({
  id: /* @__PURE__ */ z.nullish(/* @__PURE__ */ z.string(reason)),
  type: /* @__PURE__ */ z.nullish(notificationType),
  url: /* @__PURE__ */ z.string(reason),
  signing_key: /* @__PURE__ */ z.nullish(/* @__PURE__ */ z.string(reason)),
}).check(/* @__PURE__ */ rules(checkNotification))
export type NotificationCreate = z.output<typeof notificationCreate>

/**
 * Body of PATCH /notifications/{id}. Absent and null keep what is there; `signing_key: ""` removes the key. Only the
 * shape is checked, since an unknown id is answered first: run `checkNotification` on the outcome.
 */
export const notificationUpdate = /* @__PURE__ */ strictObject({
  type: /* @__PURE__ */ z.nullish(notificationType),
  url: /* @__PURE__ */ z.nullish(/* @__PURE__ */ z.string(reason)),
  signing_key: /* @__PURE__ */ z.nullish(/* @__PURE__ */ z.string(reason)),
})
export type NotificationUpdate = z.output<typeof notificationUpdate>

import type { NotificationRecord } from '@relayer/core'
import type { Notification } from '@relayer/schemas'

/** What a client sees of a notification: whether it has a signing key, never which. */
export function notificationResponse({ id, type, url, signingKey }: NotificationRecord): Notification {
  return { id, type, url, has_signing_key: signingKey !== null }
}

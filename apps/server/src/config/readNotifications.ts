import type { Configuration } from '@relayer/core'
import { checkNotification } from '@relayer/schemas'
import * as z from 'zod'
import { checkIds } from './checkIds.ts'
import { checkShape } from './checkShape.ts'
import type { Environment } from './environment.ts'
import { misplaced, type Place, within } from './place.ts'
import { plainOrEnv, resolveSecret } from './plainOrEnv.ts'

const notificationEntry = z.strictObject({
  id: z.string(),
  type: z.literal('webhook'),
  url: z.string(),
  signing_key: plainOrEnv.nullish(),
})

/** `notifications` of config.json, signing keys resolved. */
export function readNotifications(
  entries: readonly unknown[],
  { lookup }: Pick<Environment, 'lookup'>,
  place: Place,
): Configuration['notifications'] {
  const notifications = entries.map((entry, index) => {
    const at = within(place, index)
    const { id, url, signing_key } = checkShape(notificationEntry, entry, at)
    const badUrl = checkNotification({ url })
    if (badUrl !== undefined) throw misplaced(within(at, 'url'), badUrl)
    const signingKey = signing_key ? resolveSecret(signing_key, lookup, within(at, 'signing_key')) : null
    const badKey = checkNotification({ signing_key: signingKey })
    if (badKey !== undefined) throw misplaced(within(at, 'signing_key'), badKey)
    return { id, url, signingKey }
  })
  checkIds(notifications, place)
  return notifications
}

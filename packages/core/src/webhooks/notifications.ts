import { notificationNotFound } from '@relayer/schemas/errors'
import type { Context } from '../context/context.ts'
import { fail, succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import type { NotificationRecord } from '../records/resources.ts'

/** A webhook target to create. */
export interface CreateNotificationInput {
  /** Null: a UUID. */
  readonly id: string | null
  readonly url: string
  readonly signingKey: string | null
}

/** Undefined fields stay; a null signing key stays too, an empty one removes it. */
export interface UpdateNotificationInput {
  readonly id: string
  readonly url?: string | undefined
  readonly signingKey?: string | null | undefined
}

/** Stores a webhook target; `CONFLICT` when the id is taken. */
export async function createNotification(
  ctx: Context,
  input: CreateNotificationInput,
): Promise<Result<NotificationRecord>> {
  const record = notificationRecord(input, input.id ?? ctx.random.uuid(), ctx.clock.now())
  const inserted = await ctx.store.notifications.insert(record)
  return inserted === 'inserted'
    ? succeed(record)
    : fail('CONFLICT', `Notification with ID ${record.id} already exists`)
}

/** The first version of a notification's record. */
export function notificationRecord(input: CreateNotificationInput, id: string, createdAt: number): NotificationRecord {
  return { id, type: 'webhook', url: input.url, signingKey: input.signingKey || null, createdAt, version: 1 }
}

/** Changes a webhook target. Deliveries use the new target and key from their next attempt on. */
export async function updateNotification(
  ctx: Context,
  input: UpdateNotificationInput,
): Promise<Result<NotificationRecord>> {
  for (;;) {
    const found = await getNotification(ctx, input.id)
    if (!found.ok) return found
    const { value: known } = found
    const signingKey = input.signingKey == null ? known.signingKey : input.signingKey || null
    const record = { ...known, url: input.url ?? known.url, signingKey, version: known.version + 1 }
    // Two updates at once: the later one is applied on top of the earlier one.
    if ((await ctx.store.notifications.update(record, known.version)) === 'updated') return succeed(record)
  }
}

/** Looks a webhook target up. */
export async function getNotification(ctx: Context, id: string): Promise<Result<NotificationRecord>> {
  const notification = await ctx.store.notifications.get(id)
  return notification === null ? fail('NOT_FOUND', notificationNotFound(id)) : succeed(notification)
}

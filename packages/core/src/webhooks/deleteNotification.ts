import { notificationHasRelayers, notificationNotFound } from '@relayer/schemas/errors'
import type { Context } from '../context/context.ts'
import { deleteUnused } from '../context/deleteUnused.ts'
import type { Result } from '../errors/result.ts'

/**
 * Deletes a webhook target; `NOT_FOUND`, or `INVALID_STATE` while relayers use it. What was still to be delivered to it
 * is given up.
 */
export async function deleteNotification(ctx: Context, id: string): Promise<Result<null>> {
  return deleteUnused(ctx, {
    store: ctx.store.notifications,
    id,
    field: 'notificationId',
    missing: notificationNotFound(id),
    inUse: names => notificationHasRelayers(id, names),
  })
}

import type { Context } from '../context/context.ts'
import type { Requeue } from '../ports/workQueue.ts'
import type { DeliveryRecord } from '../records/event.ts'
import { webhookBody } from './webhookBody.ts'

/** Deliveries of one target that run at a time. */
const PARALLEL = 16

/**
 * One tick of a webhook target: what is due is sent, at least once, in order per transaction; what keeps failing is dead
 * after the configured retries and lets its successors go. A crash between sending and settling sends once more, with the
 * same id and bytes.
 */
export async function reconcileDeliveries(ctx: Context, notificationId: string): Promise<Requeue> {
  await ctx.store.events.stamp()
  const due = await ctx.store.events.dueDeliveries(notificationId, ctx.clock.now(), PARALLEL)
  if (due.length === 0) return { requeueAfterMs: null }
  const target = await ctx.store.notifications.get(notificationId)
  const results = await Promise.all(
    due.map(async delivery => {
      if (target === null) return settle(ctx, delivery, { ok: false, reason: 'the notification was deleted' }, true)
      const sent = await ctx.webhooks.send({
        url: target.url,
        body: webhookBody(delivery),
        signingKey: target.signingKey,
      })
      return settle(ctx, delivery, sent, false)
    }),
  )
  await ctx.store.events.settleDeliveries(results)
  return { requeueAfterMs: 0 }
}

type Settlement = Parameters<Context['store']['events']['settleDeliveries']>[0][number]

function settle(
  ctx: Context,
  delivery: DeliveryRecord,
  sent: { ok: true } | { ok: false; reason: string },
  gone: boolean,
): Settlement {
  const now = ctx.clock.now()
  const { eventId, notificationId } = delivery
  if (sent.ok) return { eventId, result: { kind: 'delivered', at: now } }
  const wait = gone ? undefined : ctx.settings.deliveryRetriesMs[delivery.attempts]
  ctx.logger.warn(
    { eventId, notificationId, attempts: delivery.attempts + 1, reason: sent.reason, dead: wait === undefined },
    'a webhook was not delivered',
  )
  if (wait === undefined) return { eventId, result: { kind: 'dead', at: now } }
  return { eventId, result: { kind: 'retry', dueAt: now + wait } }
}

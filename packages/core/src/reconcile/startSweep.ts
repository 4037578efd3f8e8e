import type { Context } from '../context/context.ts'
import { deliveriesWake, laneWake } from './wakes.ts'

/** Webhook targets woken per sweep. */
const NOTIFICATION_LIMIT = 256

/** How often the lanes are woken that only wait for finality: heads wake them, but for those that nobody watches yet. ms */
const UNSETTLED_MS = 60_000

/**
 * Wakes what nobody woke: lanes with something due or in flight, webhook targets with something due; at once and then now and
 * then also the lanes with slots that are not final, of deleted relayers too. This is what makes a lost wake-up a delay and
 * not a loss (I6), and what carries on after a crash. Returns the function that ends it.
 */
export function startSweep(ctx: Context): () => Promise<void> {
  let stopped = false
  let unsettledAt = Number.NEGATIVE_INFINITY
  let running: Promise<void> = Promise.resolve()
  let cancel = (): void => {}

  const sweep = async (): Promise<void> => {
    try {
      const now = ctx.clock.now()
      for (const lane of await ctx.store.lanes.dueLanes(now)) ctx.queue.add(laneWake(lane))
      if (now >= unsettledAt) {
        for (const lane of await ctx.store.lanes.unsettledLanes()) ctx.queue.add(laneWake(lane))
        unsettledAt = now + UNSETTLED_MS
      }
      await ctx.store.events.stamp()
      for (const id of await ctx.store.events.dueNotifications(now, NOTIFICATION_LIMIT))
        ctx.queue.add(deliveriesWake(id))
    } catch (error) {
      ctx.logger.error({ err: error }, 'the sweep failed; it will run again')
    }
  }
  const loop = (): void => {
    running = sweep().then(() => {
      if (!stopped) cancel = ctx.clock.after(ctx.settings.sweepMs, loop)
    })
  }
  loop()
  return async () => {
    stopped = true
    cancel()
    await running
    cancel()
  }
}

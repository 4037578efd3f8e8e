import type { Context } from '../context/context.ts'
import { deliveriesWake, laneWake } from './wakes.ts'

/** Webhook targets woken per sweep. */
const NOTIFICATION_LIMIT = 256

/**
 * Wakes what nobody woke: lanes with something due or in flight, webhook targets with something due. This is what makes a
 * lost wake-up a delay and not a loss (I6), and what carries on after a crash. Returns the function that ends it.
 */
export function startSweep(ctx: Context): () => Promise<void> {
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  let cancel = (): void => {}

  const sweep = async (): Promise<void> => {
    try {
      const now = ctx.clock.now()
      for (const relayerId of await ctx.store.lanes.dueRelayers(now)) ctx.queue.add(laneWake(relayerId))
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

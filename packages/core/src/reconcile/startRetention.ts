import type { Context } from '../context/context.ts'
import type { PruneInput } from '../ports/store.ts'

/** Rows of each kind in one commit, so that nobody waits long behind it. */
const BATCH = 200
/** A rest between two batches, for what must not wait, ms. */
const REST_MS = 50
/** An expired key stays a little longer: an instance whose clock lags may still ask for it. */
const KEY_SLACK_MS = 60 * 60 * 1000

/**
 * Forgets what is past its retention, now and then and in small batches: idempotency keys, events, finished transactions
 * with their attempts and slots. Any number of processes may do it on one store. Returns the function that ends it.
 */
export function startRetention(ctx: Context): () => Promise<void> {
  let stopped = false
  let running: Promise<void> = Promise.resolve()
  let cancel = (): void => {}

  const sweep = async (): Promise<number> => {
    try {
      const { keys, events, transactions } = await ctx.store.prune(pruneInput(ctx))
      if (keys + events + transactions > 0)
        ctx.logger.debug({ keys, events, transactions }, 'finished rows were removed')
      return Math.max(keys, events, transactions) < BATCH ? ctx.settings.retentionSweepMs : REST_MS
    } catch (error) {
      ctx.logger.error({ err: error }, 'removing finished rows failed; it will be tried again')
      return ctx.settings.retentionSweepMs
    }
  }
  const schedule = (delayMs: number): void => {
    cancel = ctx.clock.after(delayMs, () => {
      running = sweep().then(next => {
        if (!stopped) schedule(next)
      })
    })
  }
  schedule(ctx.settings.retentionSweepMs)
  return async () => {
    stopped = true
    cancel()
    await running
    cancel()
  }
}

/** A transaction's newest event tells when it ended, so events go no sooner than it. */
function pruneInput({ clock, settings }: Context): PruneInput {
  const now = clock.now()
  // A retention may be infinite.
  const transactionsBefore = Math.max(0, now - settings.transactionRetentionMs)
  return {
    limit: BATCH,
    keysBefore: now - KEY_SLACK_MS,
    transactionsBefore,
    eventsBefore: Math.min(Math.max(0, now - settings.eventRetentionMs), transactionsBefore),
  }
}

import type { Clock } from '../ports/clock.ts'
import type { Logger } from '../ports/logger.ts'
import type { Requeue, WorkQueue } from '../ports/workQueue.ts'

interface Key {
  running: boolean
  /** Woken while running: run once more. */
  again: boolean
  /** The armed timer, and when it fires. */
  timer: { readonly at: number; readonly cancel: () => void } | null
  failures: number
}

/** A handler that threw is tried again after 0.1, 0.2, 0.4 … s, at most: */
const SLOWEST_RETRY_MS = 10_000

/** A {@link WorkQueue} within one process. Nothing in it needs to survive: the sweep finds what a lost wake-up left. */
export function createMemoryQueue(ports: { readonly clock: Clock; readonly logger: Logger }): WorkQueue {
  const { clock, logger } = ports
  const keys = new Map<string, Key>()
  let handler: ((key: string) => Promise<Requeue>) | null = null
  let stopped = false
  const running = new Set<Promise<void>>()

  const stateOf = (key: string): Key => {
    const known = keys.get(key)
    if (known !== undefined) return known
    const state: Key = { running: false, again: false, timer: null, failures: 0 }
    keys.set(key, state)
    return state
  }

  const run = (key: string): void => {
    const state = stateOf(key)
    if (stopped || handler === null) return
    if (state.running) {
      state.again = true
      return
    }
    state.timer?.cancel()
    state.timer = null
    state.running = true
    const done = runOnce(key, state, handler).finally(() => running.delete(done))
    running.add(done)
  }

  const runOnce = async (key: string, state: Key, handle: (key: string) => Promise<Requeue>): Promise<void> => {
    let after: number | null
    try {
      after = (await handle(key)).requeueAfterMs
      state.failures = 0
    } catch (error) {
      after = Math.min(SLOWEST_RETRY_MS, 100 * 2 ** Math.min(state.failures++, 10))
      logger.error({ key, err: error, retryAfterMs: after }, 'reconciling failed; it will be tried again')
    }
    state.running = false
    if (state.again || after === 0) {
      state.again = false
      run(key)
    } else if (after !== null) {
      schedule(key, after)
    } else if (state.timer === null) {
      keys.delete(key)
    }
  }

  const schedule = (key: string, delayMs: number): void => {
    if (stopped) return
    const state = stateOf(key)
    const at = clock.now() + delayMs
    if (state.timer !== null && state.timer.at <= at) return
    state.timer?.cancel()
    state.timer = { at, cancel: clock.after(delayMs, () => run(key)) }
  }

  return {
    add: run,
    addAfter: schedule,
    start(handle) {
      handler = handle
    },
    async stop() {
      stopped = true
      for (const state of keys.values()) state.timer?.cancel()
      await Promise.all(running)
    },
  }
}

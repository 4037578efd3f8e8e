import type { Clock } from '../ports/clock.ts'

/** A clock that stands still until told to move. */
export interface ManualClock extends Clock {
  /** Moves on, running due timers in order and letting what they started run as far as it can without time. */
  advance(ms: number): Promise<void>
  /** Lets pending promises run. */
  flush(): Promise<void>
}

/** Enough turns for the longest chain of awaits between two timers. */
const TURNS = 400

/** A {@link ManualClock} that starts at `start` (ms since the epoch). */
export function createManualClock(start = Date.UTC(2026, 0, 1)): ManualClock {
  let now = start
  let serial = 0
  const timers = new Map<number, { readonly at: number; readonly callback: () => void }>()
  const flush = async (): Promise<void> => {
    for (let turn = 0; turn < TURNS; turn++) await Promise.resolve()
  }
  const nextTimer = (until: number): [number, { at: number; callback: () => void }] | undefined =>
    [...timers].filter(([, { at }]) => at <= until).toSorted(([ida, a], [idb, b]) => a.at - b.at || ida - idb)[0]
  return {
    now: () => now,
    after(delayMs, callback) {
      const id = serial++
      timers.set(id, { at: now + Math.max(0, delayMs), callback })
      return () => timers.delete(id)
    },
    flush,
    async advance(ms) {
      const until = now + ms
      await flush()
      for (let timer = nextTimer(until); timer !== undefined; timer = nextTimer(until)) {
        timers.delete(timer[0])
        now = Math.max(now, timer[1].at)
        timer[1].callback()
        await flush()
      }
      now = until
      await flush()
    },
  }
}

import type { After } from '../src/after.ts'

/** A clock that stands still until it is told. */
export interface ManualTimers {
  /** ms */
  now(): number
  readonly after: After
  /** Moves the clock, and runs what falls due in order. */
  pass(ms: number): void
  /** How many things wait. */
  waiting(): number
  /** Lets everything run that waits for nothing but its turn. */
  settle(): Promise<void>
}

export function createManualTimers(start = 0): ManualTimers {
  let now = start
  const pending = new Set<{ readonly at: number; readonly act: () => void }>()
  return {
    now: () => now,
    after(ms, act) {
      const timer = { at: now + ms, act }
      pending.add(timer)
      return () => void pending.delete(timer)
    },
    pass(ms) {
      const end = now + ms
      for (;;) {
        const due = [...pending].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0]
        if (due === undefined) break
        pending.delete(due)
        now = Math.max(now, due.at)
        due.act()
      }
      now = end
    },
    waiting: () => pending.size,
    settle: () => new Promise(resolve => setImmediate(resolve)),
  }
}

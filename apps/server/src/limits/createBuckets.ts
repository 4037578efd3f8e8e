import { type Rate, takeCell } from './takeCell.ts'

/** Buckets by key in bounded memory. */
export interface Buckets {
  /** Takes a cell; 0, or how long to wait for one (ms). */
  take(key: string): number
  readonly size: number
}

/**
 * At most `most` buckets; beyond that those that were used the longest ago are forgotten, which is as if they were full.
 * `now`: ms of a clock that never goes back.
 */
export function createBuckets(rate: Rate, most: number, now: () => number): Buckets {
  const fullAt = new Map<string, number>()
  return {
    take(key) {
      const at = now()
      const verdict = takeCell(fullAt.get(key) ?? at, at, rate)
      // put at the end: the order of a Map is that of the last use
      fullAt.delete(key)
      fullAt.set(key, verdict.fullAt)
      if (fullAt.size > most) for (const oldest of fullAt.keys()) return fullAt.delete(oldest) ? verdict.waitMs : 0
      return verdict.waitMs
    },
    get size() {
      return fullAt.size
    },
  }
}

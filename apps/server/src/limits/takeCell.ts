/** A rate: one cell per `intervalMs`, at most `burst` of them at once. */
export interface Rate {
  readonly intervalMs: number
  readonly burst: number
}

/** Whether the request may pass, what to remember of its key, and how long to wait if not (ms). */
export interface Verdict {
  /** The time at which the bucket is full again; all that there is to remember. At or before now: nothing. */
  readonly fullAt: number
  readonly waitMs: number
}

/**
 * The generic cell rate algorithm: one timestamp per key. `fullAt` is that of the last verdict, or any time not after `now`
 * for a new key. A refused request changes nothing. Times are ms of one clock.
 * @see https://en.wikipedia.org/wiki/Generic_cell_rate_algorithm
 */
export function takeCell(fullAt: number, now: number, { intervalMs, burst }: Rate): Verdict {
  // differences first: with a clock of fractions a new key must find its bucket full to the last bit
  const waitMs = Math.max(fullAt - now, 0) - intervalMs * (burst - 1)
  return waitMs > 0 ? { fullAt, waitMs } : { fullAt: Math.max(fullAt, now) + intervalMs, waitMs: 0 }
}

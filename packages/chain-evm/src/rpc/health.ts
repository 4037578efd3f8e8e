/** When an endpoint is given a rest. All ms. */
export interface HealthOptions {
  readonly now: () => number
  /** Failures, none older than `failureExpiryMs`, after which an endpoint is paused. */
  readonly failureThreshold: number
  readonly failureExpiryMs: number
  readonly pauseMs: number
}

/** How one endpoint has behaved lately. A success makes good every failure before it. */
export interface Health {
  fail(): void
  succeed(): void
  /** It refuses us until then; asking earlier would only lengthen it. */
  limit(ms: number): void
  /** It was silent for longer than others need, or has just failed. */
  slow(ms: number): void
  /** Its head is below that of another. */
  behind(ms: number): void
  /** It must not be used at all (another chain); looked at again after the pause. */
  exclude(reason: string): void
  readonly isPaused: boolean
  readonly pausedUntil: number
  readonly isSlow: boolean
  readonly isBehind: boolean
  /** How long it must not be asked yet; 0 or less: it may be. */
  readonly limitedMs: number
  /** Why it is out of use; null: it is not. */
  readonly excluded: string | null
}

/** Everything is fine at first. */
export function createHealth({ now, failureThreshold, failureExpiryMs, pauseMs }: HealthOptions): Health {
  let failures: number[] = []
  let pausedUntil = 0
  let limitedUntil = 0
  let slowUntil = 0
  let behindUntil = 0
  let exclusion: { readonly reason: string; readonly until: number } | null = null
  return {
    fail() {
      failures = [...failures.filter(at => now() - at < failureExpiryMs), now()].slice(-failureThreshold)
      if (failures.length >= failureThreshold) pausedUntil = now() + pauseMs
    },
    succeed() {
      failures = []
      pausedUntil = 0
    },
    limit(ms) {
      limitedUntil = Math.max(limitedUntil, now() + ms)
    },
    slow(ms) {
      slowUntil = Math.max(slowUntil, now() + ms)
    },
    behind(ms) {
      behindUntil = now() + ms
    },
    exclude(reason) {
      exclusion = { reason, until: now() + pauseMs }
    },
    get isPaused() {
      return pausedUntil > now()
    },
    get pausedUntil() {
      return pausedUntil
    },
    get isSlow() {
      return slowUntil > now()
    },
    get isBehind() {
      return behindUntil > now()
    },
    get limitedMs() {
      return limitedUntil - now()
    },
    get excluded() {
      return exclusion !== null && exclusion.until > now() ? exclusion.reason : null
    },
  }
}

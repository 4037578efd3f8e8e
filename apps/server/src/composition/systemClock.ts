import type { Clock } from '@relayer/core'

/** The longest delay a timer takes, 2^31 − 1 ms; a longer one would fire at once. */
const maxDelayMs = 2_147_483_647

/** The machine's time. Timers do not keep the process alive; the HTTP server does. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, callback) {
    const timer = setTimeout(callback, Math.min(delayMs, maxDelayMs)).unref()
    return () => clearTimeout(timer)
  },
}

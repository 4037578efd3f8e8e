/** Waiting time where a node says "too many requests" and not for how long, ms. */
const defaultRetryAfterMs = 1_000
/** No node keeps us out longer than this, ms. */
const maxRetryAfterMs = 60_000

/** Milliseconds to wait by a `Retry-After` header: seconds or an HTTP date (RFC 9110, section 10.2.3). */
export function readRetryAfter(header: string | null, now: number): number {
  if (header === null) return defaultRetryAfterMs
  const waitMs = /^\s*\d+(\.\d+)?\s*$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now
  if (!Number.isFinite(waitMs)) return defaultRetryAfterMs
  return Math.min(Math.max(Math.ceil(waitMs), 100), maxRetryAfterMs)
}

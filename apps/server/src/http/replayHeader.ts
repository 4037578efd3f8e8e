/** Marks the first answer to an idempotency key, given again. */
export function replayHeader(replayed: boolean): Readonly<Record<string, string>> {
  return replayed ? { 'Idempotent-Replayed': 'true' } : {}
}

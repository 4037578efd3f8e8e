/** Time, injected so that "stuck for 90 s" is tested in a millisecond. */
export interface Clock {
  /** ms since the epoch */
  now(): number
  /** Calls back once after `delayMs`; returns the cancel function. Must not keep the process alive by itself. */
  after(delayMs: number, callback: () => void): () => void
}

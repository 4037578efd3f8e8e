/** What a handler says when it is done: look at this key again after so many ms (0: at once), or null: when woken. */
export interface Requeue {
  readonly requeueAfterMs: number | null
}

/**
 * Wake-ups. A key carries no payload and no meaning beyond "look at this": losing, repeating and merging wake-ups is
 * harmless, because whoever is woken reads the whole state. At most one run per key at a time in a process; a wake-up
 * during a run causes one more run after it.
 */
export interface WorkQueue {
  /** Wake now. */
  add(key: string): void
  /** Wake after `delayMs`; an earlier wake-up of the key, asked before or after, wins. */
  addAfter(key: string, delayMs: number): void
  /** Starts calling the handler. What it throws is the queue's to log and retry with a growing delay. */
  start(handler: (key: string) => Promise<Requeue>): void
  /** Takes no more wake-ups and resolves when the running handlers have ended. */
  stop(): Promise<void>
}

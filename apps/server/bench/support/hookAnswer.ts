/** A turn of the event loop that took long. */
export interface Hold {
  readonly wallMs: number
  /** How much of it the main thread was running. */
  readonly cpuMs: number
  /** How much of it the main thread could have run and had no core; 0 where the system does not tell. */
  readonly waitMs: number
}

/** What `serverHook.ts` says; times since the last reset. */
export interface HookAnswer {
  readonly longestHoldMs: number
  readonly p99HoldMs: number
  readonly holds: readonly Hold[]
  readonly longestGcMs: number
  /** Of the whole process since its start. */
  readonly cpuMs: number
  readonly rssBytes: number
  readonly heapBytes: number
  readonly externalBytes: number
}

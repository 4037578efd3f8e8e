/** Everything about the engine that its owner may tune. Times in ms. */
export interface Settings {
  /** Validity of a transaction whose request names none. After it the transaction ends as `expired`. */
  readonly defaultValidityMs: number
  /** How long a lane's lease lasts without renewal. */
  readonly leaseMs: number
  /** How often the sweep looks for lanes and deliveries that nobody woke. */
  readonly sweepMs: number
  /** After so long without being seen on chain or in a pool, the stored bytes of an attempt are sent again. */
  readonly rebroadcastAfterMs: number
  /** After so long in a pool an attempt is replaced by a better-paying one; doubles with every bump. */
  readonly bumpAfterMs: number
  /** How long a new idempotency key is remembered; at least a day is promised to clients. */
  readonly idempotencyMs: number
  /** How long a finished transaction is kept, from its last news on. */
  readonly transactionRetentionMs: number
  /** How long an event is kept; never shorter than a finished transaction. */
  readonly eventRetentionMs: number
  /** How often what is past its retention is looked for. */
  readonly retentionSweepMs: number
  /** Most calls that wait for a transaction's status at a time in this process. */
  readonly maxWaiters: number
  /** How often all that is waited for is read once, for changes made by other processes. */
  readonly waitPollMs: number
  /** Longest wait for the first broadcast where admission waits for it. */
  readonly firstBroadcastMs: number
  /** How often a relayer that works is looked at; 0: relayers are never looked at, and none is disabled. */
  readonly healthMs: number
  /** Waits between the looks at a disabled relayer; the last one repeats. */
  readonly disabledRetriesMs: readonly number[]
  /** Waits between the attempts to deliver a webhook; after the last one it is dead. */
  readonly deliveryRetriesMs: readonly number[]
}

/**
 * 8 h validity, 10 s leases, 500 ms sweep, health every minute, webhook retries after 2, 4, 8, 8 and 8 s; keys and events are kept 24 h, finished
 * transactions 4 h; 500 waiters.
 */
export const defaultSettings: Settings = {
  defaultValidityMs: 8 * 60 * 60 * 1000,
  leaseMs: 10_000,
  sweepMs: 500,
  rebroadcastAfterMs: 15_000,
  bumpAfterMs: 3 * 60 * 1000,
  idempotencyMs: 24 * 60 * 60 * 1000,
  transactionRetentionMs: 4 * 60 * 60 * 1000,
  eventRetentionMs: 24 * 60 * 60 * 1000,
  retentionSweepMs: 60_000,
  maxWaiters: 500,
  waitPollMs: 1_000,
  firstBroadcastMs: 20_000,
  healthMs: 60_000,
  disabledRetriesMs: [10_000, 20_000, 30_000, 45_000, 60_000],
  deliveryRetriesMs: [2_000, 4_000, 8_000, 8_000, 8_000],
}

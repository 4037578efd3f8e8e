import type { TransactionStatus } from '@relayer/schemas'
import type { ApiKeyRecord } from '../records/apiKey.ts'
import type { AttemptRecord } from '../records/attempt.ts'
import type { DeliveryRecord, EventRecord, NewEvent } from '../records/event.ts'
import type {
  NetworkRecord,
  NotificationRecord,
  RelayerRecord,
  ResourceRecord,
  SignerRecord,
} from '../records/resources.ts'
import type { Sequence } from '../records/sequence.ts'
import type { LaneKey, SlotKey, SlotRecord } from '../records/slot.ts'
import type { TransactionRecord } from '../records/transaction.ts'

/** A page of a list: 1-based; page 0 or size 0 is an empty page. Oldest first (createdAt, id) unless said otherwise. */
export interface PageQuery {
  readonly page: number
  readonly perPage: number
}

export interface Page<T> {
  readonly items: readonly T[]
  /** Exact count of all items that match. */
  readonly total: number
}

/**
 * Configured resources, all alike. Ids never change. `update` is compare-and-set: it writes `record` (whose version
 * the store sets to `expectedVersion + 1`) only if the stored version still is `expectedVersion`.
 */
export interface ResourceStore<T extends ResourceRecord> {
  get(id: string): Promise<T | null>
  list(query: PageQuery): Promise<Page<T>>
  /** Every record; resources are few. */
  all(): Promise<readonly T[]>
  /** `exists` when the id (for relayers also the lane of another live relayer) is taken; nothing is written then. */
  insert(record: T): Promise<'inserted' | 'exists'>
  update(record: T, expectedVersion: number): Promise<'updated' | 'stale'>
  delete(id: string): Promise<boolean>
}

/** Relayers; deletion is soft (`deletedAt`): `get`, `list`, `all`, `byLane` skip deleted ones, and the id may be used again. */
export interface RelayerStore extends ResourceStore<RelayerRecord> {
  byLane(lane: LaneKey): Promise<RelayerRecord | null>
  /**
   * Everybody whose lane it is or was, newest first, deleted ones included, each id once: the first one is the live relayer,
   * where there is one.
   */
  ofLane(lane: LaneKey): Promise<readonly RelayerRecord[]>
  /** The event that tells of the change, if any, is in the same commit (I3). */
  update(record: RelayerRecord, expectedVersion: number, event?: NewEvent | null): Promise<'updated' | 'stale'>
  /** `delete`, unless transactions of it have not ended: one commit, so that none is accepted in between. */
  retire(id: string): Promise<RetireResult>
  /** The lane that a deleted relayer of this id had last; null: there was none. */
  formerLane(id: string): Promise<LaneKey | null>
}

/** `busy`: so many of its transactions have not ended; nothing was written. */
export type RetireResult =
  | { readonly kind: 'retired' | 'missing' }
  | { readonly kind: 'busy'; readonly transactions: number }

/** Scoped API keys. `insert` is `exists` also when the hash is taken. */
export interface ApiKeyStore extends ResourceStore<ApiKeyRecord> {
  /** The key with this hash, now or before its last rotation; whether it still holds is the caller's to judge. */
  byHash(hash: string): Promise<ApiKeyRecord | null>
  /** Sets `lastUsedAt` (ms) unless a later one is known; the version stays. An unknown id is nothing. */
  touch(id: string, at: number): Promise<void>
}

/** A create call's claim to an idempotency key. */
export interface IdempotencyClaim {
  /** API key, method and path in front of the client's key. */
  readonly key: string
  /** Hash of the canonical body. */
  readonly fingerprint: string
  /** The first answer, JSON text; outlives the transaction row. */
  readonly answer: string
  /** ms since the epoch; the key may be used anew after it. */
  readonly expiresAt: number
}

/** A transaction to accept: row, event and idempotency key are one commit, and so is a whole group of them. */
export interface NewTransaction {
  readonly transaction: TransactionRecord
  readonly event: NewEvent
  readonly idempotency: IdempotencyClaim | null
}

/**
 * `created`; `replayed`: the key was used before with the same fingerprint, `answer` is the first answer and nothing was
 * written; `conflict`: with another fingerprint, nothing was written; `retired`: its relayer was deleted, nothing was written.
 */
export type CreateResult =
  | { readonly kind: 'created' }
  | { readonly kind: 'retired' }
  | { readonly kind: 'replayed'; readonly answer: string }
  | { readonly kind: 'conflict' }

/** What a call under an idempotency key does: the claim, the creations, the writes and their events are one commit. */
export interface OnceCommit {
  readonly claim: IdempotencyClaim
  /** ms since the epoch; a key that has expired by then is free. */
  readonly now: number
  readonly creates: readonly Omit<NewTransaction, 'idempotency'>[]
  readonly writes: readonly TransactionWrite[]
}

/**
 * `done`; `replayed`, `conflict` and `retired` as in {@link CreateResult}, `retired` for all of them when one is; `stale`
 * when a row to be written has changed since it was read. Nothing was written, and the key was not claimed, unless it is `done`.
 */
export type OnceResult =
  | { readonly kind: 'done' }
  | { readonly kind: 'stale' }
  | { readonly kind: 'retired' }
  | { readonly kind: 'replayed'; readonly answer: string }
  | { readonly kind: 'conflict' }

export interface TransactionQuery extends PageQuery {
  readonly relayerId: string
  /** Empty: all. */
  readonly statuses: readonly TransactionStatus[]
  /** Leaves out transactions that have not ended and whose cancellation is under way (`isCanceling`). */
  readonly hideCanceling?: boolean
}

/** A compare-and-set write of one transaction with the event that tells of it; `event` null when no status changed. */
export interface TransactionWrite {
  /** The whole new record, its version already `expectedVersion + 1`. */
  readonly transaction: TransactionRecord
  readonly expectedVersion: number
  readonly event: NewEvent | null
}

export interface TransactionStore {
  /** Group commit; one bad item never fails another's create. Results in order. */
  create(items: readonly NewTransaction[]): Promise<readonly CreateResult[]>
  /** In the order of the ids; null where there is none. */
  get(ids: readonly string[]): Promise<readonly (TransactionRecord | null)[]>
  /** Newest first (createdAt, id); `confirmed` alone by confirmedAt. `total` is exact and cheap. */
  list(query: TransactionQuery): Promise<Page<TransactionRecord>>
  /** Exact number per status of a relayer; statuses that do not occur are absent. Cheap (kept as counters). */
  counts(relayerId: string): Promise<ReadonlyMap<TransactionStatus, number>>
  /** The {@link counts} of every relayer that has some, deleted ones included, in one read. */
  allCounts(): Promise<ReadonlyMap<string, ReadonlyMap<TransactionStatus, number>>>
  /** The newest transaction that holds or held the sequence in a lane. */
  bySequence(lane: LaneKey, sequence: Sequence): Promise<TransactionRecord | null>
  /** Every attempt of a transaction, oldest first, including those under a slot it has lost. */
  attempts(transactionId: string): Promise<readonly AttemptRecord[]>
  /** Writes of the API (cancel, replace); each succeeds or is `stale` on its own. */
  write(items: readonly TransactionWrite[]): Promise<readonly ('written' | 'stale')[]>
  /** Several creations and writes of one call under its idempotency key: all of them, once, or none. */
  commitOnce(commit: OnceCommit): Promise<OnceResult>
  /** The answer of an earlier create with this key that has not expired at `now` (ms). */
  idempotent(key: string, now: number): Promise<{ readonly fingerprint: string; readonly answer: string } | null>
}

/** The right to drive a lane. The token grows with every change of hands; a write with an old one is refused (I7). */
export interface Lease {
  readonly lane: LaneKey
  readonly token: number
  /** How long it lasts from now on the database's clock, ms. */
  readonly ttlMs: number
}

/** All of a lane that is not final: what a lane needs in memory to go on. */
export interface LaneState {
  /** Slots that are `open`, `vacant` or `consumed`, by (account, sequence). */
  readonly slots: readonly SlotRecord[]
  /** Every attempt under those slots, by (account, sequence, number). */
  readonly attempts: readonly AttemptRecord[]
  /** Every transaction that holds one of those slots. */
  readonly transactions: readonly TransactionRecord[]
  /** Highest sequence ever handed out, per sequence account, in any slot state. */
  readonly highest: ReadonlyMap<string, Sequence>
}

/**
 * One commit of a lane. All of it or nothing: `fenced` when the lease is no longer ours, `stale` when one of the
 * transactions was written by the API since it was read; nothing is written then.
 */
export interface LaneCommit {
  readonly lease: Lease
  /** Inserted; a slot that exists makes the whole commit throw a RelayerError STORE_FAILED: it is a bug (I2). */
  readonly newSlots: readonly SlotRecord[]
  /** Overwrites state, holder and consumer of existing slots. */
  readonly slots: readonly SlotRecord[]
  /** Inserted. */
  readonly newAttempts: readonly AttemptRecord[]
  /** Overwrites what can change of existing attempts: broadcast state and landing. */
  readonly attempts: readonly AttemptRecord[]
  readonly transactions: readonly TransactionWrite[]
  /** Events that belong to no transaction write. */
  readonly events: readonly NewEvent[]
}

export interface LaneStore {
  /**
   * Takes or renews the lease. Null while another holder's lease lasts. A new holder gets a higher token. Uses the
   * database's clock only.
   */
  acquire(lane: LaneKey, holder: string, ttlMs: number): Promise<Lease | null>
  /** Gives it up early; harmless if it is no longer ours. */
  release(lease: Lease): Promise<void>
  /** The highest sequence ever handed out to an account of a lane, in any slot state; null: none. Cheap. */
  highest(lane: LaneKey, account: string): Promise<Sequence | null>
  /** What a new holder must know; `null` highest: nothing was ever handed out. */
  load(lane: LaneKey): Promise<LaneState>
  /**
   * Transactions of a relayer with `dueAt` ≤ now, oldest due first: `unbound` ones wait to be submitted, `bound` ones (they
   * have a slot) want attention. Bound ones are found at once behind any number of unbound ones.
   */
  due(relayerId: string, now: number, limit: number, which: 'bound' | 'unbound'): Promise<readonly TransactionRecord[]>
  commit(commit: LaneCommit): Promise<'committed' | 'fenced' | 'stale'>
  /** Lanes with a due transaction of a live relayer or with an open slot, whoever's: what the sweep wakes. Sorted. */
  dueLanes(now: number): Promise<readonly LaneKey[]>
  /** Lanes with a slot that is `open` or `consumed`, whether their relayers still exist or not. Sorted. */
  unsettledLanes(): Promise<readonly LaneKey[]>
  /** A slot that was ever handed out, with its attempts; null if never. For diagnosis. */
  slot(
    lane: LaneKey,
    key: SlotKey,
  ): Promise<{ readonly slot: SlotRecord; readonly attempts: readonly AttemptRecord[] } | null>
}

export interface EventStore {
  /** Gives positions to committed events, in order. Idempotent; one stamper at a time; returns how many it stamped. */
  stamp(): Promise<number>
  /** Stamped events after a position, in order. */
  after(position: number, limit: number): Promise<readonly EventRecord[]>
  /** What is still kept of a transaction's events, oldest first, unstamped ones included. */
  ofTransaction(transactionId: string): Promise<readonly NewEvent[]>
  /** Webhook targets that have a delivery due at `now`. */
  dueNotifications(now: number, limit: number): Promise<readonly string[]>
  /**
   * Deliveries of a target that are due, oldest position first, at most one per transaction (its successors wait: that
   * keeps the order). Only stamped events are delivered.
   */
  dueDeliveries(notificationId: string, now: number, limit: number): Promise<readonly DeliveryRecord[]>
  /** Ends or postpones deliveries: `delivered` and `dead` are final; `retry` sets the next `dueAt` and counts an attempt. */
  settleDeliveries(
    results: readonly {
      readonly eventId: string
      readonly result:
        | { readonly kind: 'delivered' | 'dead'; readonly at: number }
        | { readonly kind: 'retry'; readonly dueAt: number }
    }[],
  ): Promise<void>
}

/** How much of the past one {@link Store.prune} call removes. Times are ms since the epoch. */
export interface PruneInput {
  /** Most rows of each kind. */
  readonly limit: number
  /** Idempotency keys that expired before it. */
  readonly keysBefore: number
  /** Stamped events made before it that wait for no delivery; not later than `transactionsBefore`. */
  readonly eventsBefore: number
  /** Transactions that ended before it, with their attempts and slots. */
  readonly transactionsBefore: number
}

/** How many rows of each kind went. */
export interface Pruned {
  readonly keys: number
  readonly events: number
  readonly transactions: number
}

/**
 * Where the truth lives. Every method is one transaction. Throws RelayerError `STORE_FAILED` (retryable) when the database
 * cannot be reached or refuses; callers never see SQL. Times are ms since the epoch as the caller gives them, except for
 * leases.
 */
export interface Store {
  readonly relayers: RelayerStore
  readonly signers: ResourceStore<SignerRecord>
  readonly notifications: ResourceStore<NotificationRecord>
  readonly networks: ResourceStore<NetworkRecord>
  readonly apiKeys: ApiKeyStore
  readonly transactions: TransactionStore
  readonly lanes: LaneStore
  readonly events: EventStore
  /**
   * Forgets the finished past, a batch per call, oldest first; to be called again while a kind comes back with its limit. A
   * transaction goes when its status is terminal, nothing was told of it since, and every slot it ever had an attempt under
   * is `final`. The highest slot of an account stays for ever: no sequence is handed out twice (I2). Several processes may
   * prune at once.
   */
  prune(input: PruneInput): Promise<Pruned>
  /** Deletes everything; for `RESET_STORAGE_ON_START`. */
  reset(): Promise<void>
  /** A round trip to the database; throws when it does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

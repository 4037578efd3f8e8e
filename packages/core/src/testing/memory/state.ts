import type { ApiKeyRecord } from '../../records/apiKey.ts'
import type { AttemptRecord } from '../../records/attempt.ts'
import type { NewEvent } from '../../records/event.ts'
import type { NetworkRecord, NotificationRecord, RelayerRecord, SignerRecord } from '../../records/resources.ts'
import type { LaneKey, SlotKey, SlotRecord } from '../../records/slot.ts'
import type { TransactionRecord } from '../../records/transaction.ts'
import type { IdempotencyClaim } from '../../ports/store.ts'

/** An event with its place and its delivery. `position` is null until it is stamped, as on PostgreSQL. */
export interface MemoryEvent {
  readonly event: NewEvent
  position: number | null
  /** `none`: nobody is told of it. */
  delivery: 'none' | 'pending' | 'delivered' | 'dead'
  attempts: number
  dueAt: number
}

/** Who drives a lane; `holder` null: it was given up. The token outlives the holder. */
export interface MemoryLease {
  readonly holder: string | null
  readonly token: number
  readonly expiresAt: number
}

/** Everything a memory store knows. Every method changes it synchronously, so every method is one transaction. */
export interface MemoryState {
  /** Deleted ones included; the id and the lane may occur again after deletion. */
  relayers: RelayerRecord[]
  readonly signers: Map<string, SignerRecord>
  readonly notifications: Map<string, NotificationRecord>
  readonly networks: Map<string, NetworkRecord>
  readonly apiKeys: Map<string, ApiKeyRecord>
  readonly transactions: Map<string, TransactionRecord>
  readonly idempotency: Map<string, IdempotencyClaim>
  /** By {@link slotId}. */
  readonly slots: Map<string, SlotRecord>
  /** By attempt id. */
  readonly attempts: Map<string, AttemptRecord>
  readonly leases: Map<LaneKey, MemoryLease>
  events: MemoryEvent[]
  lastPosition: number
  /** The "database's clock". */
  readonly now: () => number
}

/** An empty state on a clock. */
export function createState(now: () => number): MemoryState {
  return {
    relayers: [],
    signers: new Map(),
    notifications: new Map(),
    networks: new Map(),
    apiKeys: new Map(),
    transactions: new Map(),
    idempotency: new Map(),
    slots: new Map(),
    attempts: new Map(),
    leases: new Map(),
    events: [],
    lastPosition: 0,
    now,
  }
}

/** The map key of a slot. */
export function slotId(lane: LaneKey, key: SlotKey): string {
  return JSON.stringify([lane, key.account, key.sequence])
}

/** Code unit order, as a database with binary collation sorts. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Oldest first (createdAt, id). */
export function compareAge(
  a: { readonly createdAt: number; readonly id: string },
  b: { readonly createdAt: number; readonly id: string },
): number {
  return a.createdAt - b.createdAt || compareText(a.id, b.id)
}

/** By (account, sequence). */
export function compareSlots(a: SlotKey, b: SlotKey): number {
  return compareText(a.account, b.account) || compareText(a.sequence, b.sequence)
}

/** A 1-based page of sorted items. */
export function pageOf<T>(items: readonly T[], query: { readonly page: number; readonly perPage: number }) {
  const start = (query.page - 1) * query.perPage
  const empty = query.page < 1 || query.perPage < 1
  return { items: empty ? [] : items.slice(start, start + query.perPage), total: items.length }
}

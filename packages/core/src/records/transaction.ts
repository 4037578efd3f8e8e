import type { NetworkType, TransactionStatus } from '@relayer/schemas'
import type { JsonObject } from './json.ts'
import type { SlotKey } from './slot.ts'
import { terminalStatuses } from './statusTable.ts'

/** What the client asked for, in the chain adapter's canonical form. Immutable; a replacement adds another one. */
export interface Revision {
  /** 1, 2, … */
  readonly number: number
  readonly request: JsonObject
  /** Whose sequence it uses: an account of the chain; null where there is none or it is not ours to give. */
  readonly sequenceAccount: string | null
  /** Whether a dead attempt may be replaced by a newly built one. */
  readonly rebuildable: boolean
  /** ms since the epoch */
  readonly createdAt: number
}

/** The attempt whose fields a client sees: the one with a receipt, else the last one broadcast, else the newest. */
export interface ShownAttempt {
  readonly id: string
  /** Null for a no-op. */
  readonly revision: number | null
  readonly details: JsonObject
}

/**
 * Why the lane is to take a bound transaction off the chain by a no-op. Set by the API (`canceled`) or by the lane itself
 * (`expired`, `refused`); it decides the terminal status once the no-op is at depth.
 */
export interface VoidRequest {
  readonly outcome: 'canceled' | 'expired' | 'failed'
  readonly reason: string
}

/** The client's intent: one id for life, whatever happens to its attempts. Every write is compare-and-set on `version`. */
export interface TransactionRecord {
  readonly id: string
  readonly relayerId: string
  readonly networkType: NetworkType
  readonly status: TransactionStatus
  readonly statusReason: string | null
  /** All times are ms since the epoch. */
  readonly createdAt: number
  /** When a node last acknowledged an attempt of it; null until then. */
  readonly sentAt: number | null
  readonly confirmedAt: number | null
  readonly validUntil: number
  /** Oldest first, never empty. */
  readonly revisions: readonly Revision[]
  /** Which revision has a receipt; null until one does. */
  readonly executedRevision: number | null
  /** The slot it holds; null until the lane submits it (late binding). */
  readonly slot: SlotKey | null
  readonly shown: ShownAttempt | null
  readonly void: VoidRequest | null
  /**
   * When the lane must look at this row although no new block says so: an unbound row waiting to be submitted, a request
   * of the API (replace, cancel), the end of its validity. Null: nothing to do before the chain moves.
   */
  readonly dueAt: number | null
  /** Grows by one with every write. */
  readonly version: number
}

/** The newest revision. */
export function newestRevision(transaction: TransactionRecord): Revision {
  return transaction.revisions.at(-1) as Revision
}

/** The revision a client sees: the executed one once known, else the newest. */
export function shownRevision(transaction: TransactionRecord): Revision {
  const executed = transaction.executedRevision
  return (executed === null ? undefined : transaction.revisions[executed - 1]) ?? newestRevision(transaction)
}

/** Whether a no-op is on its way because a client cancelled it; once a revision is executed the cancellation came too late. */
export function isCanceling(transaction: TransactionRecord): boolean {
  return (
    transaction.void?.outcome === 'canceled' &&
    transaction.executedRevision === null &&
    !terminalStatuses.has(transaction.status)
  )
}

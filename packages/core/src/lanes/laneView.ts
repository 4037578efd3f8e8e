import type { AccountState, ChainTraits, Consumer, Fate, Head } from '../ports/chain.ts'
import type { AttemptRecord } from '../records/attempt.ts'
import type { SlotKey, SlotRecord } from '../records/slot.ts'
import type { TransactionRecord } from '../records/transaction.ts'

/** A slot with everything under it: the unit the lane decides about. */
export interface SlotView {
  readonly slot: SlotRecord
  /** Oldest first; never empty but for a moment between a slot's takeover and its first build. */
  readonly attempts: readonly AttemptRecord[]
  /** The holder; null for a slot that only fills a gap. */
  readonly transaction: TransactionRecord | null
  /** Since which height the chain has counted the sequence as used while none of the attempts was found; else null. */
  readonly consumedSince: number | null
  /** No new attempt before this time (ms): the last try to build one said `notYet`. 0: any time. */
  readonly notBefore: number
  /** The least fee that a node demanded for this slot (smallest unit); null: none did. */
  readonly demanded: bigint | null
  /** How often a node has dropped what it had acknowledged. */
  readonly vanished: number
}

/** What the open slots of one account add up to. */
export interface AccountUse {
  readonly open: number
  /** Open slots that no receipt has been seen of. */
  readonly inFlight: number
  /** Those of them whose newest attempt no node has acknowledged. */
  readonly unacknowledged: number
  /** The most that they can take from the account, in the chain's smallest unit. */
  readonly reserved: bigint
}

/** What was read of the chain for one tick. Fates are only of the attempts that were asked about. */
export interface LaneFacts {
  readonly head: Head
  readonly accounts: ReadonlyMap<string, AccountState>
  readonly fates: ReadonlyMap<string, Fate>
  /** Who used up a sequence, by slot id; only of slots that were asked about. */
  readonly consumers: ReadonlyMap<string, Consumer>
  /** Sequences that no row holds and the chain has waited for so long that they are to be filled. */
  readonly gaps: readonly SlotKey[]
}

/** What {@link planLane} decides from: rows, facts, time. */
export interface LaneSnapshot {
  readonly traits: ChainTraits
  /** The slots that may need something, by (account, sequence); every vacant one is among them. */
  readonly slots: readonly SlotView[]
  /** What all slots of an account add up to, before this plan. */
  readonly use: (account: string) => AccountUse
  /** Unbound transactions whose time has come, oldest first. */
  readonly due: readonly TransactionRecord[]
  /**
   * Unbound transactions accepted before this time (ms) wait for the doctor: the rows look older than the chain, so that
   * they may have run already. Null: none does.
   */
  readonly suspendedBefore: number | null
  /** Whether no endpoint answers. */
  readonly unavailable: boolean
  /** Unmined attempts allowed per sequence account at this moment. */
  readonly window: number
  /** ms since the epoch */
  readonly now: number
  readonly rebroadcastAfterMs: number
  readonly bumpAfterMs: number
}

/** A map key for a slot. */
export function slotId(key: SlotKey): string {
  return `${key.account} ${key.sequence}`
}

/** The attempt that has a receipt; null while none has. */
export function executorOf(attempts: readonly AttemptRecord[]): AttemptRecord | null {
  return attempts.findLast(attempt => attempt.landing !== null) ?? null
}

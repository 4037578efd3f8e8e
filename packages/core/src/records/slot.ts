import type { Sequence } from './sequence.ts'

/** An account on a chain: `family:chain identity:account`, for example `evm:31337:0x70997970c51812dc3a010c7d01b50e0d17dc79c8`. */
export type LaneKey = string

/**
 * Names one slot of a lane. `account` is whose sequence it is: usually the lane's own account, a channel account or the
 * source account on Stellar, and empty where the chain has no sequence; there `sequence` is the transaction's id, so
 * that every transaction still has exactly one slot.
 */
export interface SlotKey {
  readonly account: string
  readonly sequence: Sequence
}

/**
 * `open`: handed out, not consumed. `vacant`: every attempt under it is proven dead, so another transaction may take it
 * over (only chains whose attempts have a bound). `consumed`: used by an attempt (or a stranger) at the required depth,
 * still watched for deep reorgs. `final`: consumed below the chain's finalized block; never looked at again.
 */
export type SlotState = 'open' | 'vacant' | 'consumed' | 'final'

/**
 * One (lane, account, sequence): the row that guarantees that a sequence is handed out once (I2). Every attempt hangs
 * under a slot. Nothing but its consumption on chain frees one.
 */
export interface SlotRecord extends SlotKey {
  readonly lane: LaneKey
  /** The transaction that holds the slot; null for a slot that only fills a gap. */
  readonly transactionId: string | null
  readonly state: SlotState
  /** The attempt that consumed it; null while open, and null in `consumed`/`final` when a stranger's transaction did. */
  readonly consumedBy: string | null
  readonly createdAt: number
}

import type { JsonObject } from './json.ts'
import type { LaneKey, SlotKey } from './slot.ts'

/**
 * Where an attempt was found on chain. `confirmed` means at the network's required depth, `finalized` that no reorg can
 * move it. `success: false` is an execution that reverted; it consumed its sequence and paid its fee all the same.
 */
export interface Landing {
  readonly success: boolean
  readonly finality: 'included' | 'confirmed' | 'finalized'
  readonly blockHeight: number
  readonly blockHash: string
  /** Why it reverted, where that is known; safe to show to clients. */
  readonly reason: string | null
  /** Chain-specific wire fields learnt from the receipt (fee charged, result XDR); they overlay `details` when shown. */
  readonly details: JsonObject
}

/** The block height or ledger time (ms since the epoch) after which an attempt can no longer land; null: no such bound. */
export type Bound = { readonly kind: 'height' | 'time'; readonly value: number } | null

/**
 * How far the outside world is known to have taken an attempt. `stored`: persisted, nothing sent yet or no answer seen
 * (possibly accepted all the same). `acknowledged`: a node took it or knew it. `underpriced`: a node wants a higher fee for
 * this slot. `refused`: a node said no for good; the slot stays taken regardless, because another node may have been told.
 * `dead`: proven that it can never land; the only state that allows to sign again.
 */
export type BroadcastState = 'stored' | 'acknowledged' | 'underpriced' | 'refused' | 'dead'

/**
 * One signed, broadcastable version of a transaction (or of a no-op under its slot). Stored before it is broadcast (I1)
 * and never deleted while its slot is open. `raw` may be sent again at any time: it competes for a slot that is its own.
 */
export interface AttemptRecord extends SlotKey {
  /** The chain's id of it: transaction hash or signature. Unique. */
  readonly id: string
  /** Further ids under which the chain may report it, such as a fee-bump's inner hash. */
  readonly otherIds: readonly string[]
  readonly lane: LaneKey
  /** Null for a no-op that only fills a gap. */
  readonly transactionId: string | null
  /** The revision it executes; null for a no-op. */
  readonly revision: number | null
  /** 1, 2, … under its slot. */
  readonly number: number
  /** Signed bytes as the chain's broadcast takes them (hex or base64). */
  readonly raw: string
  /** Chain-specific wire fields: prices, gas, nonce, signature. Integers beyond 2^53 are decimal strings. */
  readonly details: JsonObject
  readonly bound: Bound
  /** The most it can take from the lane's account, in the chain's smallest unit (wei, stroops, lamports). */
  readonly maxCost: bigint
  readonly createdAt: number
  readonly broadcast: BroadcastState
  /** How often it was sent, and when last (ms since the epoch). */
  readonly broadcastCount: number
  readonly broadcastAt: number | null
  /** When a node first acknowledged it. */
  readonly acknowledgedAt: number | null
  /** The last refusal or failure, safe to show to clients. */
  readonly broadcastReason: string | null
  /** The label of the endpoint that was told last; never a URL. */
  readonly endpoint: string | null
  readonly landing: Landing | null
}

import type { NetworkType, RpcError, SignTransactionRequest } from '@relayer/schemas'
import type { AttemptRecord, Bound, Landing } from '../records/attempt.ts'
import type { JsonObject } from '../records/json.ts'
import type { Sequence } from '../records/sequence.ts'
import type { SlotKey } from '../records/slot.ts'
import type { Revision, ShownAttempt, TransactionRecord } from '../records/transaction.ts'
import type { Curve, Signer } from './signer.ts'

/** An answer of a node, or why there is none. `reason` names the endpoint by label at most and is safe to show. */
export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: string; readonly retryAfterMs: number | null }

/**
 * One endpoint at one block. Everything a tick reads is read through one head, so that counts and receipts never come
 * from two views of the chain.
 */
export interface Head {
  /** Block number, ledger sequence, or (Solana) block height. */
  readonly height: number
  readonly hash: string
  /** Time of the block or ledger close, ms since the epoch. */
  readonly timestampMs: number
  /** Label of the endpoint that said so; reads through this head go to the same one. */
  readonly endpoint: string
}

/** What the chain says of an account at a head. */
export interface AccountState {
  readonly account: string
  /** The next sequence the chain would execute; null where the chain has none. */
  readonly sequence: Sequence | null
  /** Smallest unit (wei, stroops, lamports); null when it was not asked for. */
  readonly balance: bigint | null
  /** Most open slots of this account, where nodes take fewer of it than {@link ChainTraits.maxInFlight}. Told with the balance. */
  readonly maxInFlight?: number | null
}

/**
 * What became of an attempt. `unknown`: no evidence either way, which proves nothing: wait. `pending`: a node holds it.
 * `landed`: in a block of this head's chain. `dead`: it can never land any more (its bound has passed and the chain's
 * history, which covers the attempt's whole life, does not have it). Core signs a transaction again only on `dead`.
 */
export type Fate =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'pending' }
  | { readonly kind: 'landed'; readonly landing: Landing }
  | { readonly kind: 'dead'; readonly proof: string }

/**
 * What a node answered to a broadcast. None of them frees a slot. `sequenceTooLow` proves nothing (observe); `occupied`
 * means another transaction holds the sequence in that node's pool; `unknown` means possibly accepted (time-out, lost
 * connection, an answer nobody understands).
 */
export type BroadcastOutcome = (
  | { readonly kind: 'accepted' | 'alreadyKnown' | 'sequenceTooLow' | 'gap' | 'occupied' | 'insufficientFunds' }
  /** `minimum`: what the node's message demands, in the fee unit of the chain; null when it does not say. */
  | { readonly kind: 'feeTooLow'; readonly minimum: bigint | null }
  | { readonly kind: 'busy'; readonly retryAfterMs: number }
  | { readonly kind: 'refused' | 'unknown' }
) & {
  /** Safe to show to a client. */
  readonly reason: string | null
  readonly endpoint: string | null
}

/** What does not change while the service runs; differences between chains are data, not branches. */
export interface ChainTraits {
  /** `account`: attempts carry a sequence of an account. `none`: a bound alone limits an attempt's life. */
  readonly sequencing: 'account' | 'none'
  /** Whether a second attempt may compete for the slot of a broadcast one (replace, bump, cancel). */
  readonly replaceable: boolean
  /** Attempt n+1 only after n is acknowledged, by the same endpoint. */
  readonly orderedDelivery: boolean
  /** Most attempts per sequence account that no node has acknowledged. */
  readonly maxUnacknowledged: number
  /** Most open slots per sequence account (Stellar: 1). */
  readonly maxInFlight: number
  /** Typical time between blocks, ms: sets the pace of polling. */
  readonly blockTimeMs: number
  /** Blocks on top of a landing before the chain calls it `confirmed`. */
  readonly confirmations: number
  /** Blocks after which a landing is usually `finalized`: how long consumed slots are watched. */
  readonly finalityBlocks: number
}

/** Who used up a sequence. `ours`: the same request as one of the revisions asked about (by index), found in the chain. */
export type Consumer =
  | { readonly kind: 'ours'; readonly revision: number; readonly attempt: BuiltAttempt }
  | { readonly kind: 'stranger'; readonly id: string }
  | { readonly kind: 'notFound' }

/** What a client asked a relayer to do, parsed by the schema of the chain's family. */
export interface ValidateInput {
  readonly account: string
  readonly policies: JsonObject | null
  /** The parsed body (output of the family's request schema). */
  readonly body: unknown
  /** Attempts of the transaction that this replaces: an explicit price that can't outbid them within the cap is invalid. */
  readonly previous: readonly AttemptRecord[]
  /** Whether this replaces a transaction: the price must then be within a ceiling, and the account able to pay. */
  readonly replaces?: boolean
  /** ms since the epoch */
  readonly now: number
}

/**
 * The verdict on a request. `request` is its canonical form: it becomes the revision, and everything later is built from
 * it alone. `sequenceAccount`: whose sequence it will use; `none` where there is none or it is somebody else's (a fee-bump
 * around a client's own transaction). `rebuildable`: whether a dead attempt may be replaced by a newly built one.
 * `awaitFirstBroadcast`: the POST answers only after the first broadcast.
 */
export type Validation =
  | {
      readonly kind: 'valid'
      readonly request: JsonObject
      readonly sequenceAccount: { readonly kind: 'account'; readonly account: string } | { readonly kind: 'none' }
      readonly rebuildable: boolean
      readonly admission: 'async' | 'awaitFirstBroadcast'
      /** ms since the epoch; null: the service's default validity. */
      readonly validUntil: number | null
    }
  /** `field`: the one it is about, where there is one. */
  | { readonly kind: 'invalid'; readonly reason: string; readonly field?: string | null }
  | { readonly kind: 'unavailable'; readonly reason: string }

/** An account to look at before work is taken for it. */
export interface HealthInput {
  readonly account: string
  readonly policies: JsonObject | null
}

/**
 * What keeps an account from working. `endpoint`: no endpoint answers, or they serve another chain. `sequence`: the chain
 * does not tell its sequence. `balance`: it holds less than its policies ask for.
 */
export interface HealthProblem {
  readonly kind: 'sequence' | 'endpoint' | 'balance'
  /** Safe to log; names endpoints by label. */
  readonly reason: string
}

/** The closed list of reasons why something accepted is not signed yet; shown as `status_reason`. */
export type WaitReason =
  | 'waiting for gas price'
  | 'waiting for funds'
  | 'waiting for a free slot'
  | 'waiting for an endpoint'
  | 'waiting for the signer'
  | 'waiting for the account'

/** One attempt to build. */
export interface BuildItem {
  /** Unique; where the chain has no sequence it is the slot's `sequence` (with `account` empty). */
  readonly key: string
  /** Null builds a void: a no-op under the slot (or what the chain has in its place). */
  readonly revision: Revision | null
  /** The slot to build under again (bump, replacement, no-op, rebuild); null: hand out the next sequence. */
  readonly slot: SlotKey | null
  /** Earlier attempts under that slot, oldest first: a new one must outbid all of them by the node's rule. */
  readonly previous: readonly AttemptRecord[]
  /** Whose sequence it uses (from {@link Validation}); null: none. */
  readonly sequenceAccount: string | null
  /** The least fee a node demanded for this slot (see `feeTooLow`), in the chain's fee unit; null: none did. */
  readonly demanded: bigint | null
  /** ms since the epoch */
  readonly validUntil: number
}

export interface BuildInput {
  readonly head: Head
  /** The lane's account. */
  readonly account: string
  readonly policies: JsonObject | null
  /** Per sequence account, the first sequence that may be handed out. */
  readonly nextSequences: ReadonlyMap<string, Sequence>
  /** The signer of an address, or null when the service has none for it. */
  readonly signerOf: (address: string) => Signer | null
  readonly items: readonly BuildItem[]
}

/** A signed attempt that core has yet to store. */
export interface BuiltAttempt extends SlotKey {
  readonly id: string
  readonly otherIds: readonly string[]
  readonly raw: string
  readonly details: JsonObject
  readonly bound: Bound
  readonly maxCost: bigint
}

export type BuildResult =
  | { readonly kind: 'built'; readonly attempt: BuiltAttempt }
  | {
      readonly kind: 'notYet'
      readonly reason: WaitReason
      readonly detail: string | null
      readonly retryAfterMs: number
    }
  | { readonly kind: 'rejected'; readonly reason: string }

/** What {@link Chain.quote} takes of a {@link BuildInput}. */
export type QuoteInput = Pick<BuildInput, 'head' | 'account' | 'policies' | 'items'>

/**
 * What building an item would come to now. `quoted`: it would be signed with these details (gas and prices as in an attempt,
 * no sequence and no signature) and could take `maxCost` from the account; `failure` says why it would fail on the chain in
 * its present state, decoded, null: it would not. `notYet` and `rejected` as in {@link BuildResult}.
 */
export type Quote =
  | {
      readonly kind: 'quoted'
      readonly details: JsonObject
      readonly maxCost: bigint
      readonly failure: string | null
    }
  | { readonly kind: 'notYet'; readonly reason: WaitReason; readonly detail: string | null }
  | { readonly kind: 'rejected'; readonly reason: string }

/** An object for `stringifyJson`. */
export type WireRecord = Readonly<Record<string, unknown>>

/** What a client wants signed without anything being sent. */
export type Signable =
  /** Text as it stands: `0x…` is text too, not bytes. */
  | { readonly kind: 'message'; readonly message: string }
  /** The two hashes of a typed structure, in hex with or without `0x`; not yet checked. */
  | { readonly kind: 'typed-data'; readonly domainSeparator: string; readonly hashStruct: string }
  /** A transaction that the client made, in whichever of the families' shapes. */
  | { readonly kind: 'transaction'; readonly request: SignTransactionRequest }

export interface SignInput {
  readonly account: string
  readonly signer: Signer
  readonly policies: JsonObject | null
  readonly items: readonly Signable[]
}

/**
 * A signature in its wire form, or why there is none: `unsupported` the family or the key service never signs such a thing,
 * `invalid` the item is to blame, `failed` the key service is. Reasons are safe to show.
 */
export type Signed =
  | { readonly kind: 'signed'; readonly record: WireRecord }
  | { readonly kind: 'unsupported' | 'invalid'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string; readonly retryable: boolean }

/** A JSON-RPC call of a client for a node. `params` is any JSON as `parseJson` reads it; null: none. */
export interface ForwardedCall {
  readonly method: string
  readonly params: unknown
}

/** What a node answered, exact as `parseJson` reads it, or an error in words of our own: a node's may hold hosts and keys. */
export type ForwardedAnswer =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly error: RpcError }

export interface ForwardInput {
  readonly policies: JsonObject | null
  readonly calls: readonly ForwardedCall[]
  /** The accounts, in the chain's notation, whose transactions only their relayers send. Asked only where it matters. */
  readonly relayerAccounts: () => Promise<ReadonlySet<string>>
}

/** What a client sees of a transaction; the input of {@link Chain.describe}. */
export interface Description {
  readonly transaction: TransactionRecord
  readonly revision: Revision
  readonly shown: ShownAttempt | null
  /** The relayer's account. */
  readonly account: string
}

/**
 * One network of one chain family. The chain answers what is true; the lane decides what to do. All methods but the
 * synchronous ones talk to nodes, batch what they are given into as few requests as the node allows, never throw for what
 * a node did (a {@link Reading} or an outcome says it), and answer in the order of their input, one result per item.
 *
 * An adapter holds no state that matters: it may be thrown away and made again at any time.
 */
export interface Chain {
  readonly family: NetworkType
  /** EVM chain id in decimal, hex hash of the Stellar passphrase, Solana genesis hash. */
  readonly identity: string
  readonly curve: Curve
  readonly traits: ChainTraits

  /** The account of a public key (secp256k1: 64 bytes x‖y; ed25519: 32 bytes) in the chain's notation. */
  addressOf(publicKey: Uint8Array): string

  /** Why policies of a relayer can't be honoured on this network, whatever it sends; null: they can. Pure. */
  checkPolicies(policies: JsonObject | null): string | null

  /** The least that the account must keep by its policies or by their default, smallest unit. Pure. */
  minimumBalance(policies: JsonObject | null): bigint

  /** What keeps accounts from working now, in this order: sequence, endpoint, balance; an empty list: nothing. */
  health(inputs: readonly HealthInput[]): Promise<readonly (readonly HealthProblem[])[]>

  /** Policy and semantic checks, in the contract's order. May ask the chain. Has no effect. */
  validate(inputs: readonly ValidateInput[]): Promise<readonly Validation[]>

  /** The newest head of the best endpoint. */
  head(): Promise<Reading<Head>>

  /** Account states at a head. */
  accounts(
    head: Head,
    accounts: readonly string[],
    want: { readonly balance: boolean },
  ): Promise<Reading<readonly AccountState[]>>

  /** The sequence that follows; where `after` is null, the one the account is at. */
  nextSequence(state: AccountState, after: Sequence | null): Sequence | null

  /** Whether the chain has used up this sequence according to the account's state. */
  isConsumed(sequence: Sequence, state: AccountState): boolean

  /**
   * What became of attempts, at a head. A known `landing` is re-checked against the canonical chain, not trusted: for such
   * an attempt `unknown` or `pending` says that its block is proven not to be canonical any more.
   */
  fate(head: Head, attempts: readonly AttemptRecord[]): Promise<Reading<readonly Fate[]>>

  /**
   * Identifies the transaction that used up a sequence when none of the known attempts did (a bump lost in a restored
   * backup, a stranger with the same key). `requests` are the canonical forms of the revisions that could be it; a match
   * comes back as an attempt that can be stored and sent again. Costly: asked only once per slot, at safe depth.
   */
  identify(head: Head, slot: SlotKey, requests: readonly JsonObject[]): Promise<Reading<Consumer>>

  /**
   * Calls back at every new head that an endpoint announces by itself, until the returned function is called; `onEnd` when
   * the announcements have ended and polling must take over. Null: no endpoint announces heads.
   */
  subscribeHeads(onHead: () => void, onEnd: () => void): (() => void) | null

  /**
   * Prices and signs. Items without a slot get consecutive sequences, per sequence account, in the order given, starting
   * at `nextSequences`; an item that is `notYet` or `rejected` uses none, so what is built has no gap. Nothing is sent.
   */
  build(input: BuildInput): Promise<readonly BuildResult[]>

  /**
   * What {@link Chain.build} would come to, without a sequence, a signer or an effect: prices, limits, and a simulation of
   * every item, also of those whose limits the client gave. For dry runs.
   */
  quote(input: QuoteInput): Promise<readonly Quote[]>

  /** Sends stored attempts, in order. Safe to repeat with the same attempts. */
  broadcast(attempts: readonly AttemptRecord[]): Promise<readonly BroadcastOutcome[]>

  /** Signs what clients gave, each item on its own, and keeps nothing of it. Nothing is sent, and no node is asked. */
  sign(input: SignInput): Promise<readonly Signed[]>

  /**
   * Passes calls of a client on to a node, unless the policies or the safety of relayers and nodes forbid it: methods that
   * use keys of the node or rule over it, and signed transactions of `relayerAccounts`, are answered with an error. What a
   * client asks never counts against an endpoint. Throws only what `relayerAccounts` throws.
   */
  forward(input: ForwardInput): Promise<readonly ForwardedAnswer[]>

  /**
   * The wire record of a transaction, as the family's response schema has it; integers that may pass 2^53 are bigint, to
   * be written by `stringifyJson` of `@relayer/schemas`. Pure.
   */
  describe(description: Description): WireRecord
}

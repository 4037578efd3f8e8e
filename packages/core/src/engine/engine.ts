import type { TransactionStatus } from '@relayer/schemas'
import type { Result } from '../errors/result.ts'
import type { WireRecord } from '../ports/chain.ts'
import type { Page, PageQuery } from '../ports/store.ts'
import type { JsonObject } from '../records/json.ts'
import type { NetworkRecord, NotificationRecord, RelayerRecord, RpcUrl, SignerRecord } from '../records/resources.ts'

/** A relayer to create. Ids that are null become UUIDs; everything else is checked here, in the contract's order. */
export interface CreateRelayerInput {
  readonly id: string | null
  readonly name: string
  readonly network: string
  readonly networkType: RelayerRecord['networkType']
  readonly paused: boolean
  readonly signerId: string
  readonly notificationId: string | null
  readonly policies: JsonObject | null
  readonly customRpcUrls: readonly RpcUrl[] | null
}

/** A signer to create; `secret` is JSON text of the secret fields, encrypted at rest by the store. */
export interface CreateSignerInput {
  readonly id: string | null
  /** `plain` and `local` both read back as `local`; other types are echoed as given. */
  readonly type: string
  readonly config: JsonObject
  readonly secret: string | null
}

/** A webhook target to create. */
export interface CreateNotificationInput {
  readonly id: string | null
  readonly url: string
  readonly signingKey: string | null
}

/** Undefined fields stay; a null signing key stays too, an empty one removes it. */
export interface UpdateNotificationInput {
  readonly id: string
  readonly url?: string | undefined
  readonly signingKey?: string | null | undefined
}

/** A network as configured, inheritance already resolved. */
export interface NetworkInput {
  readonly name: string
  readonly networkType: NetworkRecord['networkType']
  readonly rpcUrls: readonly RpcUrl[]
  readonly settings: JsonObject
}

/** The items of a configuration file, secrets resolved. Relayers, signers and notifications have ids. */
export interface Configuration {
  readonly networks: readonly NetworkInput[]
  readonly signers: readonly (CreateSignerInput & { readonly id: string })[]
  readonly notifications: readonly (CreateNotificationInput & { readonly id: string })[]
  readonly relayers: readonly (CreateRelayerInput & { readonly id: string })[]
}

/** What importing a configuration did; `kept` are stored items that the file does not name. */
export interface ConfigurationReport {
  readonly created: readonly string[]
  readonly updated: readonly string[]
  readonly unchanged: readonly string[]
  readonly kept: readonly string[]
}

export interface CreateTransactionInput {
  readonly relayerId: string
  /** The parsed body: output of the schema of the relayer's family (`transactionRequestFor`). */
  readonly body: unknown
  /** `key` already carries its scope (API key, method, path); `fingerprint` is a hash of the canonical body. */
  readonly idempotency: { readonly key: string; readonly fingerprint: string } | null
}

/** `replayed`: this is the answer of an earlier call with the same idempotency key; nothing was done now. */
export interface AcceptedTransaction {
  readonly record: WireRecord
  readonly replayed: boolean
}

export interface TransactionInput {
  readonly relayerId: string
  readonly transactionId: string
}

export interface ListTransactionsInput extends PageQuery {
  readonly relayerId: string
  readonly statuses: readonly TransactionStatus[]
}

/**
 * The relayer as a library: every operation of the service as a function of plain values. Expected outcomes are results;
 * what is thrown is a bug or a lost database (`RelayerError` `STORE_FAILED`, retryable).
 *
 * Transaction records come out in wire form ({@link WireRecord}, for `stringifyJson`); resources come out as records, and
 * the server maps them to response types, which can hold no secret.
 */
export interface Engine {
  /** Starts lanes, sweep, heads and deliveries. */
  start(): Promise<void>
  /** Stops taking work, lets running ticks end, gives up leases. Does not close the store. */
  stop(): Promise<void>

  /** Accepts a transaction: policy checks, then one commit, then a wake-up. Idempotent under a key. */
  createTransaction(input: CreateTransactionInput): Promise<Result<AcceptedTransaction>>
  /** Adds a revision; the lane makes an attempt of it under the same slot. */
  replaceTransaction(input: TransactionInput & { readonly body: unknown }): Promise<Result<WireRecord>>
  /** Ends an unbound transaction at once, otherwise has the lane take it off the chain by a no-op. */
  cancelTransaction(input: TransactionInput): Promise<Result<WireRecord>>
  getTransaction(input: TransactionInput): Promise<Result<WireRecord>>
  listTransactions(input: ListTransactionsInput): Promise<Result<Page<WireRecord>>>

  createRelayer(input: CreateRelayerInput): Promise<Result<RelayerRecord>>
  getRelayer(id: string): Promise<Result<RelayerRecord>>
  listRelayers(query: PageQuery): Promise<Page<RelayerRecord>>

  createSigner(input: CreateSignerInput): Promise<Result<SignerRecord>>
  getSigner(id: string): Promise<Result<SignerRecord>>
  listSigners(query: PageQuery): Promise<Page<SignerRecord>>

  createNotification(input: CreateNotificationInput): Promise<Result<NotificationRecord>>
  updateNotification(input: UpdateNotificationInput): Promise<Result<NotificationRecord>>
  getNotification(id: string): Promise<Result<NotificationRecord>>
  listNotifications(query: PageQuery): Promise<Page<NotificationRecord>>

  /** Creates or updates every item by id; items made by API stay. The first bad item ends it, naming the item. */
  applyConfiguration(configuration: Configuration): Promise<Result<ConfigurationReport>>
  /** Whether the store answers; `reason` is safe to show. */
  ready(): Promise<{ readonly ready: true } | { readonly ready: false; readonly reason: string }>
}

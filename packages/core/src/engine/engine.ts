import type { CreateApiKeyInput } from '../access/createApiKey.ts'
import type { RotateApiKeyInput } from '../access/rotateApiKey.ts'
import type { Configuration, ConfigurationReport } from '../configuration/applyConfiguration.ts'
import type { UpdateNetworkInput } from '../configuration/updateNetwork.ts'
import type { Result } from '../errors/result.ts'
import type { Diagnosis } from '../lanes/diagnoseLane.ts'
import type { Repair } from '../lanes/repairLane.ts'
import type { ForwardedAnswer, WireRecord } from '../ports/chain.ts'
import type { Page, PageQuery } from '../ports/store.ts'
import type { NetworkRecord, NotificationRecord, RelayerRecord, SignerRecord } from '../records/resources.ts'
import type { ApiKeyRecord, Grant } from '../records/apiKey.ts'
import type { CreateRelayerInput } from '../relayers/createRelayer.ts'
import type { ForwardCallsInput } from '../rpc/forwardCalls.ts'
import type { CreateSignerInput } from '../signers/createSigner.ts'
import type { SignMessageInput } from '../signing/signMessage.ts'
import type { SignTransactionInput } from '../signing/signTransaction.ts'
import type { SignTypedDataInput } from '../signing/signTypedData.ts'
import type { AmendInput } from '../transactions/amendTransaction.ts'
import type { AcceptedBatch, CreateBatchInput } from '../transactions/createBatch.ts'
import type { RelayerBalance } from '../relayers/getRelayerBalance.ts'
import type { RelayerStatus } from '../relayers/getRelayerStatus.ts'
import type { UpdateRelayerInput } from '../relayers/updateRelayer.ts'
import type { CanceledPending } from '../transactions/cancelPendingTransactions.ts'
import type { AcceptedTransaction, CreateTransactionInput } from '../transactions/createTransaction.ts'
import type { DryRun, DryRunInput } from '../transactions/dryRunTransaction.ts'
import type { ReplaceTransactionInput } from '../transactions/replaceTransaction.ts'
import type { TransactionInput } from '../transactions/findTransaction.ts'
import type { ListTransactionsInput } from '../transactions/listTransactions.ts'
import type { Timeline } from '../transactions/readTimeline.ts'
import type { WaitedTransaction, WaitInput } from '../transactions/waitForTransaction.ts'
import type { CreateNotificationInput, UpdateNotificationInput } from '../webhooks/notifications.ts'
import type { StoreCheck } from './checkStore.ts'

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
  /** Accepts many at once: one commit, in order, all or each on its own. Idempotent as a whole under a key. */
  createBatch(input: CreateBatchInput): Promise<Result<AcceptedBatch>>
  /** What would become of a transaction; without any effect. */
  dryRunTransaction(input: DryRunInput): Promise<Result<DryRun>>
  /** Adds a revision; the lane makes an attempt of it under the same slot. Idempotent under a key. */
  replaceTransaction(input: ReplaceTransactionInput): Promise<Result<AcceptedTransaction>>
  /** Ends an unbound transaction at once, otherwise has the lane take it off the chain by a no-op. Idempotent under a key. */
  cancelTransaction(input: AmendInput): Promise<Result<AcceptedTransaction>>
  getTransaction(input: TransactionInput): Promise<Result<WireRecord>>
  /** The transaction as soon as its status is as asked or terminal, at the latest after the time-out. */
  waitForTransaction(input: WaitInput): Promise<Result<WaitedTransaction>>
  /** Answers everybody who waits, now and from now on: for a server that stops. */
  interruptWaits(): void
  /** Revisions, attempts and events of a transaction. */
  readTimeline(input: TransactionInput): Promise<Result<Timeline>>
  /** Cancels everything of a relayer that has not been included in a block. */
  cancelPendingTransactions(relayerId: string): Promise<Result<CanceledPending>>
  /** The newest transaction of an EVM relayer that holds or held a nonce. */
  getTransactionByNonce(input: { readonly relayerId: string; readonly nonce: bigint }): Promise<Result<WireRecord>>
  listTransactions(input: ListTransactionsInput): Promise<Result<Page<WireRecord>>>

  /** Signs text as a personal message (EIP-191). Nothing is stored or sent; so with the two below. */
  signMessage(input: SignMessageInput): Promise<Result<WireRecord>>
  /** Signs typed data by its two hashes (EIP-712). */
  signTypedData(input: SignTypedDataInput): Promise<Result<WireRecord>>
  /** Signs a transaction that the client made, where the family allows it. */
  signTransaction(input: SignTransactionInput): Promise<Result<WireRecord>>
  /** Passes JSON-RPC calls on to the relayer's network; what must not be passed on is answered with an error. */
  forwardCalls(input: ForwardCallsInput): Promise<Result<readonly ForwardedAnswer[]>>

  createRelayer(input: CreateRelayerInput): Promise<Result<RelayerRecord>>
  getRelayer(id: string): Promise<Result<RelayerRecord>>
  /** Changes what is given; it is looked at anew afterwards. */
  updateRelayer(input: UpdateRelayerInput): Promise<Result<RelayerRecord>>
  /** Deletes softly; refused while a transaction of it has not ended. */
  deleteRelayer(id: string): Promise<Result<null>>
  /** Asks the chain. */
  getRelayerStatus(id: string): Promise<Result<RelayerStatus>>
  /** Asks the chain. */
  getRelayerBalance(id: string): Promise<Result<RelayerBalance>>
  listRelayers(query: PageQuery): Promise<Page<RelayerRecord>>

  createSigner(input: CreateSignerInput): Promise<Result<SignerRecord>>
  getSigner(id: string): Promise<Result<SignerRecord>>
  listSigners(query: PageQuery): Promise<Page<SignerRecord>>
  /** Refused while a relayer uses it. */
  deleteSigner(id: string): Promise<Result<null>>

  createNotification(input: CreateNotificationInput): Promise<Result<NotificationRecord>>
  updateNotification(input: UpdateNotificationInput): Promise<Result<NotificationRecord>>
  getNotification(id: string): Promise<Result<NotificationRecord>>
  listNotifications(query: PageQuery): Promise<Page<NotificationRecord>>
  /** Refused while a relayer uses it. */
  deleteNotification(id: string): Promise<Result<null>>

  getNetwork(id: string): Promise<Result<NetworkRecord>>
  listNetworks(query: PageQuery): Promise<Page<NetworkRecord>>
  /** Replaces a network's endpoints; its lanes go on at the new ones. */
  updateNetwork(input: UpdateNetworkInput): Promise<Result<NetworkRecord>>

  /** What a key grants, if that is remembered (a key in use always is); null: ask {@link Engine.findGrant}. Never waits. */
  knownGrant(hash: string): Grant | null
  /** What the key with this hash (SHA-256 of its secret, hex) grants now; null: nothing. Revoked keys fail everywhere within 5 s. */
  findGrant(hash: string): Promise<Grant | null>
  /** `by` is who asks: no key makes, sees, rotates or deletes one that grants more than it does itself. */
  createApiKey(by: Grant, input: CreateApiKeyInput): Promise<Result<ApiKeyRecord>>
  getApiKey(by: Grant, id: string): Promise<Result<ApiKeyRecord>>
  /** Oldest first. */
  listApiKeys(by: Grant): Promise<readonly ApiKeyRecord[]>
  /** Gives a key a new secret; the old one goes on working for as long as the input says. */
  rotateApiKey(by: Grant, input: RotateApiKeyInput): Promise<Result<ApiKeyRecord>>
  deleteApiKey(by: Grant, id: string): Promise<Result<null>>

  /** Explains in words why a relayer's lane does or does not move. */
  diagnose(relayerId: string): Promise<Result<Diagnosis>>
  /** Applies what can be repaired; a dry run only says what would be. */
  repair(input: { readonly relayerId: string; readonly dryRun: boolean }): Promise<Result<Repair>>

  /** Creates or updates every item by id; items made by API stay. The first bad item ends it, naming the item. */
  applyConfiguration(configuration: Configuration): Promise<Result<ConfigurationReport>>
  /** Whether the store answers, told within seconds; `reason` is safe to show. */
  ready(): Promise<StoreCheck>
}

import type { ApiKeyRecord } from '../../records/apiKey.ts'
import type { AttemptRecord } from '../../records/attempt.ts'
import type { EventRecord, NewEvent } from '../../records/event.ts'
import type { NetworkRecord, NotificationRecord, RelayerRecord, SignerRecord } from '../../records/resources.ts'
import { sequenceFromBigint } from '../../records/sequence.ts'
import type { SlotRecord } from '../../records/slot.ts'
import type { Revision, TransactionRecord } from '../../records/transaction.ts'
import type { LaneCommit, Lease, NewTransaction, TransactionWrite } from '../../ports/store.ts'

/** The lane of the suite's records. */
export const lane = 'evm:31337:0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
/** The sequence account of that lane. */
export const account = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
/** 2023-11-14, ms. */
export const start = 1_700_000_000_000
/** 2^256 − 1: the largest amount of any chain. */
export const maxUint256 = 2n ** 256n - 1n

export const sequenceOf = (n: number) => sequenceFromBigint(BigInt(n))

export function relayerOf(id: string, change: Partial<RelayerRecord> = {}): RelayerRecord {
  return {
    id,
    createdAt: start,
    version: 1,
    name: `Relayer ${id}`,
    network: 'sepolia',
    networkType: 'evm',
    paused: false,
    signerId: 'signer',
    notificationId: null,
    policies: { gas_price_cap: '340282366920938463463374607431768211455', eip1559_pricing: true },
    customRpcUrls: [{ url: 'https://rpc.example/a?b=c', weight: 100 }],
    address: account,
    lane: `evm:31337:${id}`,
    systemDisabled: false,
    disabledReason: null,
    deletedAt: null,
    ...change,
  }
}

export function signerOf(id: string, change: Partial<SignerRecord> = {}): SignerRecord {
  const secret = '{"key":"0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80"}'
  return { id, createdAt: start, version: 1, type: 'local', config: { note: 'ünï' }, secret, ...change }
}

export function notificationOf(id: string, change: Partial<NotificationRecord> = {}): NotificationRecord {
  const url = 'https://hooks.example/in'
  return { id, createdAt: start, version: 1, type: 'webhook', url, signingKey: 'hush', ...change }
}

export function networkOf(id: string, change: Partial<NetworkRecord> = {}): NetworkRecord {
  return {
    id,
    createdAt: start,
    version: 1,
    name: 'sepolia',
    networkType: 'evm',
    rpcUrls: [{ url: 'https://rpc.example', weight: 1 }],
    predefined: false,
    settings: { chain_id: 11155111, tags: ['testnet'], required_confirmations: 6 },
    ...change,
  }
}

export function apiKeyOf(id: string, change: Partial<ApiKeyRecord> = {}): ApiKeyRecord {
  return {
    id,
    createdAt: start,
    version: 1,
    name: `Key ${id}`,
    hash: `hash-${id}`,
    previousHash: null,
    previousUntil: null,
    permissions: ['tx:send', 'tx:read'],
    allowedOrigins: ['*'],
    relayers: ['r1'],
    receivers: [account],
    expiresAt: start + 1_000,
    lastUsedAt: null,
    ...change,
  }
}

export function revisionOf(number: number, change: Partial<Revision> = {}): Revision {
  const request = { to: account, value: maxUint256.toString(), data: '0x' }
  return { number, request, sequenceAccount: account, rebuildable: true, createdAt: start, ...change }
}

export function transactionOf(id: string, change: Partial<TransactionRecord> = {}): TransactionRecord {
  const createdAt = change.createdAt ?? start
  return {
    id,
    relayerId: 'r1',
    networkType: 'evm',
    status: 'pending',
    statusReason: null,
    createdAt,
    sentAt: null,
    confirmedAt: null,
    validUntil: createdAt + 8 * 3_600_000,
    revisions: [revisionOf(1, { createdAt })],
    executedRevision: null,
    slot: null,
    shown: null,
    void: null,
    dueAt: createdAt,
    version: 1,
    ...change,
  }
}

let events = 0

export function eventOf(transactionId: string | null, change: Partial<NewEvent> = {}): NewEvent {
  events += 1
  return {
    id: `00000000-0000-4000-8000-${events.toString().padStart(12, '0')}`,
    kind: 'transaction_update',
    relayerId: 'r1',
    transactionId,
    notificationId: null,
    payload: `{"n":${events},"value":340282366920938463463374607431768211455}`,
    createdAt: start,
    ...change,
  }
}

/** The event as it was given, without its position. */
export function withoutPosition(event: EventRecord): NewEvent {
  const { id, kind, relayerId, transactionId, notificationId, payload, createdAt } = event
  return { id, kind, relayerId, transactionId, notificationId, payload, createdAt }
}

export function newTransaction(
  id: string,
  change: Partial<TransactionRecord> = {},
  idempotency: NewTransaction['idempotency'] = null,
): NewTransaction {
  const transaction = transactionOf(id, change)
  const event = eventOf(id, { kind: 'transaction_created', relayerId: transaction.relayerId })
  return { transaction, event, idempotency }
}

export function writeOf(
  old: TransactionRecord,
  change: Partial<TransactionRecord>,
  event: NewEvent | null = null,
): TransactionWrite {
  const transaction = { ...old, ...change, version: old.version + 1 }
  return { transaction, expectedVersion: old.version, event }
}

export function slotOf(n: number, change: Partial<SlotRecord> = {}): SlotRecord {
  const key = { lane, account, sequence: sequenceOf(n) }
  return { ...key, transactionId: null, state: 'open', consumedBy: null, createdAt: start, ...change }
}

export function attemptOf(id: string, n: number, change: Partial<AttemptRecord> = {}): AttemptRecord {
  return {
    id,
    otherIds: [],
    lane,
    account,
    sequence: sequenceOf(n),
    transactionId: null,
    revision: null,
    number: 1,
    raw: '0x02f86f',
    details: { max_fee_per_gas: '340282366920938463463374607431768211455', nonce: n },
    bound: null,
    maxCost: maxUint256,
    createdAt: start,
    broadcast: 'stored',
    broadcastCount: 0,
    broadcastAt: null,
    acknowledgedAt: null,
    broadcastReason: null,
    endpoint: null,
    landing: null,
    ...change,
  }
}

export function commitOf(lease: Lease, change: Partial<LaneCommit> = {}): LaneCommit {
  return { lease, newSlots: [], slots: [], newAttempts: [], attempts: [], transactions: [], events: [], ...change }
}

/** A commit that submits transactions at consecutive sequences: slots, attempts, writes and events. */
export function submission(lease: Lease, transactions: readonly TransactionRecord[], first: number): LaneCommit {
  return commitOf(lease, {
    newSlots: transactions.map((item, i) => slotOf(first + i, { lane: lease.lane, transactionId: item.id })),
    newAttempts: transactions.map((item, i) =>
      attemptOf(`hash-${first + i}-${item.id}`, first + i, { lane: lease.lane, transactionId: item.id, revision: 1 }),
    ),
    transactions: transactions.map((item, i) => {
      const slot = { account, sequence: sequenceOf(first + i) }
      return writeOf(item, { status: 'sent', slot, dueAt: null }, eventOf(item.id, { notificationId: 'n1' }))
    }),
  })
}

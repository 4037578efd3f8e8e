import { RelayerError } from '../../errors/relayerError.ts'
import type {
  CreateResult,
  IdempotencyClaim,
  NewTransaction,
  OnceCommit,
  OnceResult,
  TransactionStore,
  TransactionWrite,
} from '../../ports/store.ts'
import { isCanceling, type TransactionRecord } from '../../records/transaction.ts'
import { appendEvents } from './events.ts'
import { compareAge, compareSlots, type MemoryState, pageOf } from './state.ts'

/** Puts a written record in place; what names a transaction never changes. */
export function putTransaction(state: MemoryState, { transaction, expectedVersion }: TransactionWrite): void {
  const old = state.transactions.get(transaction.id)
  if (old === undefined) throw new RelayerError('STORE_FAILED', 'There is no such transaction.')
  const { relayerId, networkType, createdAt } = old
  const version = expectedVersion + 1
  state.transactions.set(transaction.id, { ...transaction, relayerId, networkType, createdAt, version })
}

/** The earlier use of a key that still counts when the claim is made. */
function earlierUse(state: MemoryState, claim: IdempotencyClaim | null, now: number): IdempotencyClaim | null {
  const earlier = claim === null ? undefined : state.idempotency.get(claim.key)
  return earlier !== undefined && earlier.expiresAt > now ? earlier : null
}

/** Whether the relayer of this id was deleted and nobody has its id now. */
function isRetired(state: MemoryState, relayerId: string): boolean {
  const named = state.relayers.filter(({ id }) => id === relayerId)
  return named.length > 0 && named.every(({ deletedAt }) => deletedAt !== null)
}

function createOne(state: MemoryState, { transaction, event, idempotency }: NewTransaction): CreateResult {
  if (isRetired(state, transaction.relayerId)) return { kind: 'retired' }
  const earlier = earlierUse(state, idempotency, transaction.createdAt)
  if (earlier !== null) {
    if (earlier.fingerprint !== idempotency?.fingerprint) return { kind: 'conflict' }
    return { kind: 'replayed', answer: earlier.answer }
  }
  if (idempotency !== null) state.idempotency.set(idempotency.key, idempotency)
  state.transactions.set(transaction.id, transaction)
  appendEvents(state, [event])
  return { kind: 'created' }
}

/** Whether an item of the call would take an id that is taken; the whole call is refused then. */
function takesTakenId(state: MemoryState, items: readonly NewTransaction[]): boolean {
  const ids = new Set<string>()
  for (const { transaction, idempotency } of items) {
    if (earlierUse(state, idempotency, transaction.createdAt) !== null) continue
    if (state.transactions.has(transaction.id) || ids.has(transaction.id)) return true
    ids.add(transaction.id)
  }
  return false
}

function commitOnce(state: MemoryState, { claim, now, creates, writes }: OnceCommit): OnceResult {
  const isStale = writes.some(
    ({ transaction, expectedVersion }) => state.transactions.get(transaction.id)?.version !== expectedVersion,
  )
  if (isStale) return { kind: 'stale' }
  if (creates.some(({ transaction }) => isRetired(state, transaction.relayerId))) return { kind: 'retired' }
  const earlier = earlierUse(state, claim, now)
  if (earlier !== null) {
    if (earlier.fingerprint !== claim.fingerprint) return { kind: 'conflict' }
    return { kind: 'replayed', answer: earlier.answer }
  }
  const items = creates.map(item => ({ ...item, idempotency: null }))
  if (takesTakenId(state, items)) throw new RelayerError('STORE_FAILED', 'The transaction id is taken.')
  state.idempotency.set(claim.key, claim)
  for (const item of items) createOne(state, item)
  for (const write of writes) putTransaction(state, write)
  appendEvents(
    state,
    writes.map(write => write.event),
  )
  return { kind: 'done' }
}

function newestFirst(statuses: readonly string[]): (a: TransactionRecord, b: TransactionRecord) => number {
  if (statuses.length !== 1 || statuses[0] !== 'confirmed') return (a, b) => compareAge(b, a)
  return (a, b) =>
    (b.confirmedAt ?? 0) - (a.confirmedAt ?? 0) || compareAge({ ...b, createdAt: 0 }, { ...a, createdAt: 0 })
}

/** Transactions in a map; counters are counted when they are asked for. */
export function createTransactions(state: MemoryState): TransactionStore {
  const ofRelayer = (relayerId: string) => [...state.transactions.values()].filter(item => item.relayerId === relayerId)
  return {
    async create(items) {
      if (takesTakenId(state, items)) throw new RelayerError('STORE_FAILED', 'The transaction id is taken.')
      return items.map(item => createOne(state, item))
    },
    get: async ids => ids.map(id => state.transactions.get(id) ?? null),
    async list({ relayerId, statuses, page, perPage, hideCanceling = false }) {
      const items = ofRelayer(relayerId)
        .filter(item => statuses.length === 0 || statuses.includes(item.status))
        .filter(item => !hideCanceling || !isCanceling(item))
      return pageOf(items.sort(newestFirst(statuses)), { page, perPage })
    },
    async counts(relayerId) {
      const counts = new Map<TransactionRecord['status'], number>()
      for (const { status } of ofRelayer(relayerId)) counts.set(status, (counts.get(status) ?? 0) + 1)
      return counts
    },
    async allCounts() {
      const all = new Map<string, Map<TransactionRecord['status'], number>>()
      for (const { relayerId, status } of state.transactions.values()) {
        const counts = all.get(relayerId) ?? new Map<TransactionRecord['status'], number>()
        all.set(relayerId, counts.set(status, (counts.get(status) ?? 0) + 1))
      }
      return all
    },
    async bySequence(lane, sequence) {
      const holders = [...state.slots.values(), ...state.attempts.values()]
        .filter(item => item.lane === lane && item.sequence === sequence && item.transactionId !== null)
        .map(item => state.transactions.get(item.transactionId ?? ''))
        .filter(item => item !== undefined)
      return holders.sort((a, b) => compareAge(b, a))[0] ?? null
    },
    async attempts(transactionId) {
      return [...state.attempts.values()]
        .filter(attempt => attempt.transactionId === transactionId)
        .sort((a, b) => a.createdAt - b.createdAt || compareSlots(a, b) || a.number - b.number)
    },
    async write(items) {
      return items.map(item => {
        if (state.transactions.get(item.transaction.id)?.version !== item.expectedVersion) return 'stale'
        putTransaction(state, item)
        appendEvents(state, [item.event])
        return 'written'
      })
    },
    commitOnce: async commit => commitOnce(state, commit),
    async idempotent(key, now) {
      const claim = state.idempotency.get(key)
      if (claim === undefined || claim.expiresAt <= now) return null
      return { fingerprint: claim.fingerprint, answer: claim.answer }
    },
  }
}

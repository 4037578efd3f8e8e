import type { PruneInput, Pruned } from '../../ports/store.ts'
import { terminalStatuses } from '../../records/statusTable.ts'
import type { TransactionRecord } from '../../records/transaction.ts'
import { compareAge, type MemoryState, slotId } from './state.ts'

/** Removes a batch of the finished past. */
export function prune(state: MemoryState, input: PruneInput): Pruned {
  const { limit, keysBefore, eventsBefore } = input
  const keys = [...state.idempotency.values()].filter(claim => claim.expiresAt < keysBefore).slice(0, limit)
  for (const { key } of keys) state.idempotency.delete(key)

  const transactions = [...state.transactions.values()]
    .filter(item => mayGo(state, item, input.transactionsBefore))
    .sort(compareAge)
    .slice(0, limit)
  for (const { id } of transactions) removeTransaction(state, id)

  const events = state.events
    .filter(item => item.position !== null && item.delivery !== 'pending' && item.event.createdAt < eventsBefore)
    .slice(0, limit)
  const gone = new Set(events)
  state.events = state.events.filter(item => !gone.has(item))
  return { keys: keys.length, events: events.length, transactions: transactions.length }
}

function mayGo(state: MemoryState, { id, status, dueAt, createdAt }: TransactionRecord, before: number): boolean {
  if (!terminalStatuses.has(status) || dueAt !== null || createdAt >= before) return false
  if (state.events.some(({ event }) => event.transactionId === id && event.createdAt >= before)) return false
  return [...state.attempts.values()]
    .filter(attempt => attempt.transactionId === id)
    .every(attempt => state.slots.get(slotId(attempt.lane, attempt))?.state === 'final')
}

function removeTransaction(state: MemoryState, id: string): void {
  state.transactions.delete(id)
  for (const attempt of [...state.attempts.values()].filter(item => item.transactionId === id)) {
    state.attempts.delete(attempt.id)
    const place = slotId(attempt.lane, attempt)
    const isUsed = [...state.attempts.values()].some(other => slotId(other.lane, other) === place)
    const isHighest = ![...state.slots.values()].some(
      ({ lane, account, sequence }) =>
        lane === attempt.lane && account === attempt.account && sequence > attempt.sequence,
    )
    if (!isUsed && !isHighest) state.slots.delete(place)
  }
}

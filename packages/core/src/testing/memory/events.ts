import type { EventStore } from '../../ports/store.ts'
import type { NewEvent } from '../../records/event.ts'
import type { MemoryEvent, MemoryState } from './state.ts'

/** Appends events to the outbox, unstamped. */
export function appendEvents(state: MemoryState, events: readonly (NewEvent | null)[]): void {
  for (const event of events) {
    if (event === null) continue
    // A client has just been answered with the transaction itself, so its creation is not told again.
    const told = event.notificationId !== null && event.kind !== 'transaction_created'
    state.events.push({
      event,
      position: null,
      delivery: told ? 'pending' : 'none',
      attempts: 0,
      dueAt: event.createdAt,
    })
  }
}

/** What deliveries keep their order by: the transaction, or the relayer for an event of no transaction. */
function orderKey({ event }: MemoryEvent): string {
  return JSON.stringify([event.notificationId, event.transactionId, event.transactionId ?? event.relayerId])
}

/** Pending stamped deliveries that nothing older holds back, by position. */
function heads(state: MemoryState): MemoryEvent[] {
  const pending = state.events.filter(item => item.delivery === 'pending' && item.position !== null)
  const first = new Map<string, MemoryEvent>()
  for (const item of pending.sort((a, b) => (a.position ?? 0) - (b.position ?? 0))) {
    if (!first.has(orderKey(item))) first.set(orderKey(item), item)
  }
  return [...first.values()]
}

/** The outbox in memory; events have no position until they are stamped. */
export function createEvents(state: MemoryState): EventStore {
  return {
    async stamp() {
      const unstamped = state.events.filter(item => item.position === null)
      for (const item of unstamped) {
        state.lastPosition += 1
        item.position = state.lastPosition
      }
      return unstamped.length
    },
    async after(position, limit) {
      return state.events
        .filter(item => item.position !== null && item.position > position)
        .slice(0, limit)
        .map(item => ({ ...item.event, position: item.position ?? 0 }))
    },
    async ofTransaction(transactionId) {
      return state.events.map(({ event }) => event).filter(event => event.transactionId === transactionId)
    },
    async dueNotifications(now, limit) {
      const due = heads(state).filter(item => item.dueAt <= now)
      return [...new Set(due.map(item => item.event.notificationId ?? ''))].slice(0, limit)
    },
    async dueDeliveries(notificationId, now, limit) {
      return heads(state)
        .filter(item => item.event.notificationId === notificationId && item.dueAt <= now)
        .slice(0, limit)
        .map(item => ({
          eventId: item.event.id,
          notificationId,
          position: item.position ?? 0,
          relayerId: item.event.relayerId,
          transactionId: item.event.transactionId,
          kind: item.event.kind,
          payload: item.event.payload,
          eventCreatedAt: item.event.createdAt,
          attempts: item.attempts,
          dueAt: item.dueAt,
        }))
    },
    async settleDeliveries(results) {
      for (const { eventId, result } of results) {
        const item = state.events.find(({ event, delivery }) => event.id === eventId && delivery === 'pending')
        if (item === undefined) continue
        if (result.kind === 'retry') {
          item.attempts += 1
          item.dueAt = result.dueAt
        } else item.delivery = result.kind
      }
    },
  }
}

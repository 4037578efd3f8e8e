import type { DeliveryRecord, EventRecord, NewEvent } from '@relayer/core'
import type { Row } from '../database/sql.ts'
import { integer, text, textOrNull } from './decode.ts'
import type { eventColumns, RowOf } from './tables.ts'

/** A row of `events`: the event and its delivery. */
export type EventRow = RowOf<typeof eventColumns>

export function toEventRow(event: NewEvent): EventRow {
  // A client has just been answered with the transaction itself, so its creation is not told again.
  const told = event.notificationId !== null && event.kind !== 'transaction_created'
  return {
    id: event.id,
    kind: event.kind,
    relayer_id: event.relayerId,
    transaction_id: event.transactionId,
    notification_id: event.notificationId,
    payload: event.payload,
    created_at: event.createdAt,
    // What deliveries keep their order by; events of no transaction follow each other per relayer.
    order_key: event.transactionId ?? `relayer:${event.relayerId}`,
    delivery: told ? 'pending' : 'none',
    attempts: 0,
    due_at: event.createdAt,
  }
}

export function toEvent(row: Row): EventRecord {
  return { ...toNewEvent(row), position: integer(row, 'place') }
}

/** The event alone; it may have no position yet. */
export function toNewEvent(row: Row): NewEvent {
  return {
    id: text(row, 'id'),
    kind: text(row, 'kind'),
    relayerId: text(row, 'relayer_id'),
    transactionId: textOrNull(row, 'transaction_id'),
    notificationId: textOrNull(row, 'notification_id'),
    payload: text(row, 'payload'),
    createdAt: integer(row, 'created_at'),
  }
}

export function toDelivery(row: Row): DeliveryRecord {
  return {
    eventId: text(row, 'id'),
    notificationId: text(row, 'notification_id'),
    position: integer(row, 'place'),
    relayerId: text(row, 'relayer_id'),
    transactionId: textOrNull(row, 'transaction_id'),
    kind: text(row, 'kind'),
    payload: text(row, 'payload'),
    eventCreatedAt: integer(row, 'created_at'),
    attempts: integer(row, 'attempts'),
    dueAt: integer(row, 'due_at'),
  }
}

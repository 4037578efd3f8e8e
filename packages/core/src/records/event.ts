/**
 * Something that happened to a transaction or relayer, committed with the change itself (I3). `payload` is JSON text,
 * fixed when the event is written, so that a redelivery repeats the same body.
 */
export interface NewEvent {
  /** UUID; repeated by every delivery of it. */
  readonly id: string
  /** `transaction_created`, `transaction_update`, `transaction_reorged`, `relayer_state_update`. */
  readonly kind: string
  readonly relayerId: string
  readonly transactionId: string | null
  /** The webhook target at the time; null: nobody is told, but the event is still in the stream. */
  readonly notificationId: string | null
  readonly payload: string
  /** ms since the epoch */
  readonly createdAt: number
}

/**
 * A committed event with its place in the stream. Positions are stamped on committed rows only, so a reader that has
 * seen position p has seen everything before it. Commit order is not id order on PostgreSQL; positions are.
 */
export interface EventRecord extends NewEvent {
  readonly position: number
}

/** One event to one webhook target. At least once; in order per (target, transaction); `dead` releases its successors. */
export interface DeliveryRecord {
  readonly eventId: string
  readonly notificationId: string
  readonly position: number
  readonly relayerId: string
  readonly transactionId: string | null
  readonly kind: string
  readonly payload: string
  readonly eventCreatedAt: number
  readonly attempts: number
  readonly dueAt: number
}

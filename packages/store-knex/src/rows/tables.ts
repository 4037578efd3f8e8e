import type { ColumnType } from '../dialect.ts'

/** Columns that the store writes, with their types. The migrations create them. */
export type Columns = Readonly<Record<string, ColumnType>>

export const transactionColumns = {
  id: 'text',
  relayer_id: 'text',
  network_type: 'text',
  status: 'text',
  status_reason: 'text',
  created_at: 'int',
  sent_at: 'int',
  confirmed_at: 'int',
  valid_until: 'int',
  revisions: 'text',
  executed_revision: 'int',
  slot_account: 'text',
  slot_sequence: 'text',
  shown: 'text',
  void: 'text',
  due_at: 'int',
  version: 'int',
} as const satisfies Columns

export const slotColumns = {
  lane: 'text',
  account: 'text',
  sequence: 'text',
  transaction_id: 'text',
  state: 'text',
  consumed_by: 'text',
  created_at: 'int',
} as const satisfies Columns

export const attemptColumns = {
  id: 'text',
  lane: 'text',
  account: 'text',
  sequence: 'text',
  number: 'int',
  transaction_id: 'text',
  revision: 'int',
  other_ids: 'text',
  raw: 'text',
  details: 'text',
  bound: 'text',
  max_cost: 'text',
  created_at: 'int',
  broadcast: 'text',
  broadcast_count: 'int',
  broadcast_at: 'int',
  acknowledged_at: 'int',
  broadcast_reason: 'text',
  endpoint: 'text',
  landing: 'text',
} as const satisfies Columns

export const eventColumns = {
  id: 'text',
  kind: 'text',
  relayer_id: 'text',
  transaction_id: 'text',
  notification_id: 'text',
  payload: 'text',
  created_at: 'int',
  order_key: 'text',
  delivery: 'text',
  attempts: 'int',
  due_at: 'int',
} as const satisfies Columns

export const idempotencyColumns = {
  key: 'text',
  fingerprint: 'text',
  answer: 'text',
  claimed_at: 'int',
  expires_at: 'int',
} as const satisfies Columns

export const counterColumns = { relayer_id: 'text', status: 'text', n: 'int' } as const satisfies Columns

/** A row of a table, ready for the driver. */
export type RowOf<C extends Columns> = { readonly [K in keyof C]: (C[K] extends 'int' ? number : string) | null }

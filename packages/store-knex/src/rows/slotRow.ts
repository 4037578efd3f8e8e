import type { SlotRecord } from '@relayer/core'
import type { Row } from '../database/sql.ts'
import { integer, text, textOrNull } from './decode.ts'
import type { RowOf, slotColumns } from './tables.ts'

/** A row of `slots`. */
export type SlotRow = RowOf<typeof slotColumns>

export function toSlotRow(slot: SlotRecord): SlotRow {
  return {
    lane: slot.lane,
    account: slot.account,
    sequence: slot.sequence,
    transaction_id: slot.transactionId,
    state: slot.state,
    consumed_by: slot.consumedBy,
    created_at: slot.createdAt,
  }
}

export function toSlot(row: Row): SlotRecord {
  return {
    lane: text(row, 'lane'),
    account: text(row, 'account'),
    sequence: text(row, 'sequence'),
    transactionId: textOrNull(row, 'transaction_id'),
    state: text(row, 'state') as SlotRecord['state'],
    consumedBy: textOrNull(row, 'consumed_by'),
    createdAt: integer(row, 'created_at'),
  }
}

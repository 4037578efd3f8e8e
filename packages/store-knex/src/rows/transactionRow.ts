import type { Revision, ShownAttempt, TransactionRecord, VoidRequest } from '@relayer/core'
import type { Row } from '../database/sql.ts'
import { integer, integerOrNull, json, jsonOrNull, text, textOrNull } from './decode.ts'
import type { RowOf, transactionColumns } from './tables.ts'
import { toJson, toJsonOrNull } from './toJson.ts'

/** A row of `transactions`. */
export type TransactionRow = RowOf<typeof transactionColumns>

export function toTransactionRow(record: TransactionRecord): TransactionRow {
  return {
    id: record.id,
    relayer_id: record.relayerId,
    network_type: record.networkType,
    status: record.status,
    status_reason: record.statusReason,
    created_at: record.createdAt,
    sent_at: record.sentAt,
    confirmed_at: record.confirmedAt,
    valid_until: record.validUntil,
    revisions: toJson(record.revisions),
    executed_revision: record.executedRevision,
    slot_account: record.slot?.account ?? null,
    slot_sequence: record.slot?.sequence ?? null,
    shown: toJsonOrNull(record.shown),
    void: toJsonOrNull(record.void),
    due_at: record.dueAt,
    version: record.version,
  }
}

export function toTransaction(row: Row): TransactionRecord {
  const sequence = textOrNull(row, 'slot_sequence')
  return {
    id: text(row, 'id'),
    relayerId: text(row, 'relayer_id'),
    networkType: text(row, 'network_type') as TransactionRecord['networkType'],
    status: text(row, 'status') as TransactionRecord['status'],
    statusReason: textOrNull(row, 'status_reason'),
    createdAt: integer(row, 'created_at'),
    sentAt: integerOrNull(row, 'sent_at'),
    confirmedAt: integerOrNull(row, 'confirmed_at'),
    validUntil: integer(row, 'valid_until'),
    revisions: json<readonly Revision[]>(row, 'revisions'),
    executedRevision: integerOrNull(row, 'executed_revision'),
    slot: sequence === null ? null : { account: text(row, 'slot_account'), sequence },
    shown: jsonOrNull<ShownAttempt>(row, 'shown'),
    void: jsonOrNull<VoidRequest>(row, 'void'),
    dueAt: integerOrNull(row, 'due_at'),
    version: integer(row, 'version'),
  }
}

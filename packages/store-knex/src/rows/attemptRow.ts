import { type AttemptRecord, type Bound, type JsonObject, type Landing, RelayerError } from '@relayer/core'
import type { Row } from '../database/sql.ts'
import { integer, integerOrNull, json, jsonOrNull, text, textOrNull } from './decode.ts'
import type { attemptColumns, RowOf } from './tables.ts'
import { toJson, toJsonOrNull } from './toJson.ts'

/** A row of `attempts`. */
export type AttemptRow = RowOf<typeof attemptColumns>

/** Digits of a padded amount; 2^256 − 1 has 78. Fixed width, so that text sorts and compares as the numbers do. */
const amountDigits = 78

function toAmount(value: bigint): string {
  const digits = value.toString()
  if (value >= 0n && digits.length <= amountDigits) return digits.padStart(amountDigits, '0')
  throw new RelayerError('STORE_FAILED', 'The store was given an amount that is negative or beyond 256 bits.')
}

export function toAttemptRow(attempt: AttemptRecord): AttemptRow {
  return {
    id: attempt.id,
    lane: attempt.lane,
    account: attempt.account,
    sequence: attempt.sequence,
    number: attempt.number,
    transaction_id: attempt.transactionId,
    revision: attempt.revision,
    other_ids: toJson(attempt.otherIds),
    raw: attempt.raw,
    details: toJson(attempt.details),
    bound: toJsonOrNull(attempt.bound),
    max_cost: toAmount(attempt.maxCost),
    created_at: attempt.createdAt,
    broadcast: attempt.broadcast,
    broadcast_count: attempt.broadcastCount,
    broadcast_at: attempt.broadcastAt,
    acknowledged_at: attempt.acknowledgedAt,
    broadcast_reason: attempt.broadcastReason,
    endpoint: attempt.endpoint,
    landing: toJsonOrNull(attempt.landing),
  }
}

export function toAttempt(row: Row): AttemptRecord {
  return {
    id: text(row, 'id'),
    otherIds: json<readonly string[]>(row, 'other_ids'),
    lane: text(row, 'lane'),
    account: text(row, 'account'),
    sequence: text(row, 'sequence'),
    transactionId: textOrNull(row, 'transaction_id'),
    revision: integerOrNull(row, 'revision'),
    number: integer(row, 'number'),
    raw: text(row, 'raw'),
    details: json<JsonObject>(row, 'details'),
    bound: jsonOrNull<NonNullable<Bound>>(row, 'bound'),
    maxCost: BigInt(text(row, 'max_cost')),
    createdAt: integer(row, 'created_at'),
    broadcast: text(row, 'broadcast') as AttemptRecord['broadcast'],
    broadcastCount: integer(row, 'broadcast_count'),
    broadcastAt: integerOrNull(row, 'broadcast_at'),
    acknowledgedAt: integerOrNull(row, 'acknowledged_at'),
    broadcastReason: textOrNull(row, 'broadcast_reason'),
    endpoint: textOrNull(row, 'endpoint'),
    landing: jsonOrNull<Landing>(row, 'landing'),
  }
}

import { type LaneCommit, RelayerError } from '@relayer/core'
import type { Sql } from '../database/sql.ts'
import type { Dialect } from '../dialect.ts'
import { toAttemptRow } from '../rows/attemptRow.ts'
import { toSlotRow } from '../rows/slotRow.ts'
import { attemptColumns, slotColumns } from '../rows/tables.ts'
import { appendEvents, insertRows, updateRows } from './writeRows.ts'
import { applyWrites, checkWrites } from './writeTransactions.ts'

const slotKeys = ['lane', 'account', 'sequence'] as const
const slotSets = ['transaction_id', 'state', 'consumed_by'] as const
const attemptSets = [
  'broadcast',
  'broadcast_count',
  'broadcast_at',
  'acknowledged_at',
  'broadcast_reason',
  'endpoint',
  'landing',
] as const

/**
 * A lane's commit in the transaction of `sql`: a fixed number of statements, however many rows. What may be refused
 * (lease, versions) is locked and checked before the first write, so a refusal has nothing to undo.
 */
export async function commitLane(
  sql: Sql,
  dialect: Dialect,
  commit: LaneCommit,
): Promise<'committed' | 'fenced' | 'stale'> {
  const { lane, token } = commit.lease
  const all = [...commit.newSlots, ...commit.slots, ...commit.newAttempts, ...commit.attempts]
  const locked = await sql(
    `SELECT token FROM lanes WHERE lane = ? AND token = ? AND holder IS NOT NULL ${dialect.lockRows}`,
    [lane, token],
  )
  if (locked.length === 0) return 'fenced'
  const checked = await checkWrites(sql, dialect, commit.transactions)
  if (checked.results.includes('stale')) return 'stale'
  if (all.some(item => item.lane !== lane)) {
    throw new RelayerError('STORE_FAILED', 'A lane commit holds a row of another lane.')
  }
  await insertRows(sql, dialect, 'slots', slotColumns, commit.newSlots.map(toSlotRow))
  await insertRows(sql, dialect, 'attempts', attemptColumns, commit.newAttempts.map(toAttemptRow))
  await updateRows(sql, dialect, {
    table: 'slots',
    columns: slotColumns,
    keys: slotKeys,
    sets: slotSets,
    rows: commit.slots.map(toSlotRow),
  })
  await updateRows(sql, dialect, {
    table: 'attempts',
    columns: attemptColumns,
    keys: ['id'],
    sets: attemptSets,
    rows: commit.attempts.map(toAttemptRow),
  })
  await applyWrites(sql, dialect, checked)
  await appendEvents(sql, dialect, [...checked.accepted.map(write => write.event), ...commit.events])
  return 'committed'
}

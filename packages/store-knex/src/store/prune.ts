import type { Pruned, PruneInput } from '@relayer/core'
import type { Database } from '../database/createDatabase.ts'
import type { Sql, Value } from '../database/sql.ts'
import type { Dialect } from '../dialect.ts'
import { integer, text } from '../rows/decode.ts'
import { rowsParameter } from '../rows/rowsParameter.ts'
import type { Columns } from '../rows/tables.ts'
import { addToCounters } from './writeRows.ts'

const terminal = ['canceled', 'confirmed', 'expired', 'failed'] as const

/** How far beyond a batch the oldest rows are looked through for some that may go. */
const lookAhead = 4

const seqColumns = { seq: 'int' } as const satisfies Columns
const slotKeyColumns = { lane: 'text', account: 'text', sequence: 'text' } as const satisfies Columns

/** Removes a batch of the finished past: each kind in a short transaction of its own; what may go is found by reads. */
export async function prune(database: Database, input: PruneInput): Promise<Pruned> {
  const { dialect } = database
  const keys = await database.write(sql => pruneKeys(sql, dialect, input))
  const ids = await findTransactions(database, input)
  const transactions = ids.length === 0 ? 0 : await database.write(sql => removeTransactions(sql, dialect, ids))
  // Last: a transaction's newest event tells when it ended.
  const events = await pruneEvents(database, input)
  return { keys, events, transactions }
}

async function pruneKeys(sql: Sql, dialect: Dialect, { keysBefore, limit }: PruneInput): Promise<number> {
  const gone = await sql(
    `DELETE FROM idempotency WHERE key IN
      (SELECT key FROM idempotency WHERE expires_at < ? ORDER BY expires_at LIMIT ? ${dialect.lockFree}) RETURNING key`,
    [keysBefore, limit],
  )
  return gone.length
}

/** Looks from the oldest end only, so it costs the same however many events are kept. */
async function pruneEvents(database: Database, { eventsBefore, limit }: PruneInput): Promise<number> {
  const place = database.dialect.position
  const old = await database.read(
    `SELECT seq FROM (SELECT seq, created_at, delivery, ${place} AS place FROM events WHERE seq > 0 ORDER BY seq LIMIT ?) AS oldest
     WHERE created_at < ? AND delivery <> 'pending' AND place IS NOT NULL ORDER BY seq LIMIT ?`,
    [limit * lookAhead, eventsBefore, limit],
  )
  if (old.length === 0) return 0
  const { dialect } = database
  const gone = await database.write(sql =>
    sql(
      `DELETE FROM events WHERE seq IN (SELECT seq FROM (${dialect.rows(seqColumns)}) AS given) RETURNING 1 AS gone`,
      [
        rowsParameter(
          dialect,
          seqColumns,
          old.map(row => ({ seq: integer(row, 'seq') })),
        ),
      ],
    ),
  )
  return gone.length
}

/**
 * Ids of transactions that may go, found by reads only: terminal statuses never change (I4) and a final slot is never looked
 * at again, so what is true when it is read stays true.
 */
async function findTransactions(database: Database, input: PruneInput): Promise<readonly string[]> {
  const { limit, transactionsBefore: before } = input
  const ids: string[] = []
  const groups = await database.read(
    `SELECT relayer_id, status FROM counters WHERE n > 0 AND status IN (${terminal.map(() => '?').join(', ')})`,
    [...terminal],
  )
  for (const group of groups) {
    if (ids.length >= limit) break
    const bindings: Value[] = [text(group, 'relayer_id'), text(group, 'status'), before, limit * lookAhead, before]
    const rows = await database.read(
      `SELECT t.id FROM (
         SELECT id, created_at, due_at FROM transactions WHERE relayer_id = ? AND status = ? AND created_at < ?
         ORDER BY created_at, id LIMIT ?) AS t
       WHERE t.due_at IS NULL
         AND NOT EXISTS (SELECT 1 FROM events e WHERE e.transaction_id = t.id AND e.created_at >= ?)
         AND NOT EXISTS (SELECT 1 FROM attempts a JOIN slots s
           ON s.lane = a.lane AND s.account = a.account AND s.sequence = a.sequence
           WHERE a.transaction_id = t.id AND s.state <> 'final')
       ORDER BY t.created_at, t.id LIMIT ?`,
      [...bindings, limit - ids.length],
    )
    ids.push(...rows.map(row => text(row, 'id')))
  }
  return ids
}

/** Attempts before the slots they hang under; of an account's slots the highest stays. */
async function removeTransactions(sql: Sql, dialect: Dialect, ids: readonly string[]): Promise<number> {
  const given = JSON.stringify([...ids].sort())
  const rows = await sql(`DELETE FROM transactions WHERE id IN ${dialect.texts} RETURNING relayer_id, status`, [given])
  const attempts = await sql(
    `DELETE FROM attempts WHERE transaction_id IN ${dialect.texts} RETURNING lane, account, sequence`,
    [given],
  )
  const slots = attempts.map(row => ({
    lane: text(row, 'lane'),
    account: text(row, 'account'),
    sequence: text(row, 'sequence'),
  }))
  if (slots.length > 0) {
    await sql(
      `DELETE FROM slots WHERE (lane, account, sequence) IN
         (SELECT lane, account, sequence FROM (${dialect.rows(slotKeyColumns)}) AS given)
       AND state = 'final'
       AND NOT EXISTS (SELECT 1 FROM attempts a
         WHERE a.lane = slots.lane AND a.account = slots.account AND a.sequence = slots.sequence)
       AND EXISTS (SELECT 1 FROM slots higher
         WHERE higher.lane = slots.lane AND higher.account = slots.account AND higher.sequence > slots.sequence)`,
      [rowsParameter(dialect, slotKeyColumns, slots)],
    )
  }
  const counts = rows.map(row => ({ relayerId: text(row, 'relayer_id'), status: text(row, 'status'), n: -1 }))
  await addToCounters(sql, dialect, counts)
  return rows.length
}

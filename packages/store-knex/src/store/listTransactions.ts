import type { Page, TransactionQuery, TransactionRecord } from '@relayer/core'
import type { TransactionStatus } from '@relayer/schemas'
import type { Database } from '../database/createDatabase.ts'
import type { Sql, Value } from '../database/sql.ts'
import type { Dialect } from '../dialect.ts'
import { integer, text } from '../rows/decode.ts'
import { toTransaction } from '../rows/transactionRow.ts'

/** Exact numbers per status, from the counters. */
export async function countTransactions(sql: Sql, relayerId: string): Promise<ReadonlyMap<TransactionStatus, number>> {
  const rows = await sql('SELECT status, n FROM counters WHERE relayer_id = ? AND n <> 0', [relayerId])
  return new Map(rows.map(row => [text(row, 'status') as TransactionStatus, integer(row, 'n')]))
}

/** The same of every relayer, in one read. */
export async function countAll(sql: Sql): Promise<ReadonlyMap<string, ReadonlyMap<TransactionStatus, number>>> {
  const all = new Map<string, Map<TransactionStatus, number>>()
  for (const row of await sql('SELECT relayer_id, status, n FROM counters WHERE n <> 0')) {
    const counts = all.get(text(row, 'relayer_id')) ?? new Map<TransactionStatus, number>()
    all.set(text(row, 'relayer_id'), counts.set(text(row, 'status') as TransactionStatus, integer(row, 'n')))
  }
  return all
}

/** Rows that have not ended and that a client cancelled: `isCanceling` of core, in SQL. */
const canceling = ({ voidOutcome }: Dialect) =>
  `void IS NOT NULL AND ${voidOutcome} = 'canceled' AND executed_revision IS NULL`

/** Numbers of {@link canceling} rows per status that is not final; few, and found by an index of their own. */
async function countCanceling(sql: Sql, dialect: Dialect, relayerId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await sql(
    `SELECT status, count(*) AS n FROM transactions
     WHERE relayer_id = ? AND status IN ('pending', 'sent', 'submitted', 'mined') AND ${canceling(dialect)} GROUP BY status`,
    [relayerId],
  )
  return new Map(rows.map(row => [text(row, 'status'), integer(row, 'n')]))
}

/**
 * One page. Its ids come from one index in order (several statuses: one range each, merged), and only those rows are read.
 * A page nearer the end is read from the end, so the deepest page costs what the first one does.
 */
export function listTransactions(database: Database, query: TransactionQuery): Promise<Page<TransactionRecord>> {
  const { relayerId, page, perPage } = query
  return database.readTogether(async sql => {
    const hidden: ReadonlyMap<string, number> = query.hideCanceling
      ? await countCanceling(sql, database.dialect, relayerId)
      : new Map()
    const counts = new Map(
      [...(await countTransactions(sql, relayerId))].map(([status, n]) => [status, n - (hidden.get(status) ?? 0)]),
    )
    const asked = new Set(query.statuses.length === 0 ? counts.keys() : query.statuses)
    const statuses = [...asked].filter(status => counts.has(status))
    const total = statuses.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0)
    const offset = (page - 1) * perPage
    if (page < 1 || perPage < 1 || offset >= total) return { items: [], total }
    const length = Math.min(perPage, total - offset)
    const backwards = offset > total / 2
    const skip = backwards ? total - offset - length : offset
    const byConfirmation = asked.size === 1 && asked.has('confirmed') && query.statuses.length > 0
    const time = byConfirmation ? 'confirmed_at' : 'created_at'
    const direction = backwards ? 'ASC' : 'DESC'
    const nulls = byConfirmation ? `NULLS ${backwards ? 'FIRST' : 'LAST'}` : ''
    const order = `ORDER BY ${time} ${direction} ${nulls}, id ${direction} ${nulls}`
    // Each range is cut before they are merged; neither database would stop reading a range early by itself.
    const range = (where: string) =>
      `SELECT * FROM (SELECT id, ${time} FROM transactions WHERE relayer_id = ? ${where} ${order} LIMIT ?) AS range`
    const last = skip + length
    // `confirmed` is written out: its index is partial, and a bound value would not prove that it may be used.
    const one = range(byConfirmation ? "AND status = 'confirmed'" : '')
    const split = (query.statuses.length > 0 || hidden.size > 0) && !byConfirmation
    const shown = `AND NOT (${canceling(database.dialect)})`
    const ranges = split ? statuses.map(status => range(`AND status = ? ${hidden.has(status) ? shown : ''}`)) : [one]
    const bindings: Value[] = split ? statuses.flatMap(status => [relayerId, status, last]) : [relayerId, last]
    const rows = await sql(
      `SELECT t.* FROM (SELECT * FROM (${ranges.join(' UNION ALL ')}) AS found ${order} LIMIT ? OFFSET ?) AS chosen
       JOIN transactions t ON t.id = chosen.id
       ORDER BY t.${time} ${direction} ${nulls}, t.id ${direction} ${nulls}`,
      [...bindings, length, skip],
    )
    const items = rows.map(toTransaction)
    return { items: backwards ? items.toReversed() : items, total }
  })
}

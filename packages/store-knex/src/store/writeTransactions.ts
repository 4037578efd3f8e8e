import type { TransactionWrite } from '@relayer/core'
import type { Sql } from '../database/sql.ts'
import type { Dialect } from '../dialect.ts'
import { integer, text } from '../rows/decode.ts'
import { toTransactionRow } from '../rows/transactionRow.ts'
import { transactionColumns } from '../rows/tables.ts'
import { addToCounters, type CounterChange, updateRows } from './writeRows.ts'

/** Who a transaction is of, its creation and its family never change. */
const fixed: readonly string[] = ['id', 'relayer_id', 'network_type', 'created_at']
const sets = (Object.keys(transactionColumns) as (keyof typeof transactionColumns)[]).filter(
  name => !fixed.includes(name),
)

interface Stored {
  readonly relayerId: string
  status: string
  version: number
}

/** What {@link checkWrites} found: which writes meet the version they expect, and how the counters change with them. */
export interface CheckedWrites {
  readonly results: readonly ('written' | 'stale')[]
  readonly accepted: readonly TransactionWrite[]
  readonly counters: readonly CounterChange[]
}

/** Locks the rows of the writes, in the order of their ids, and compares versions. Writes nothing. */
export async function checkWrites(
  sql: Sql,
  dialect: Dialect,
  writes: readonly TransactionWrite[],
): Promise<CheckedWrites> {
  if (writes.length === 0) return { results: [], accepted: [], counters: [] }
  const ids = [...new Set(writes.map(write => write.transaction.id))]
  const rows = await sql(
    `SELECT id, relayer_id, status, version FROM transactions WHERE id IN ${dialect.texts} ORDER BY id ${dialect.lockRows}`,
    [JSON.stringify(ids)],
  )
  const stored = new Map<string, Stored>()
  for (const row of rows) {
    const [relayerId, status, version] = [text(row, 'relayer_id'), text(row, 'status'), integer(row, 'version')]
    stored.set(text(row, 'id'), { relayerId, status, version })
  }
  const accepted: TransactionWrite[] = []
  const counters: CounterChange[] = []
  const results = writes.map(write => {
    const now = stored.get(write.transaction.id)
    if (now === undefined || now.version !== write.expectedVersion) return 'stale'
    const { relayerId } = now
    counters.push({ relayerId, status: now.status, n: -1 }, { relayerId, status: write.transaction.status, n: 1 })
    now.status = write.transaction.status
    now.version = write.expectedVersion + 1
    accepted.push(write)
    return 'written'
  })
  return { results, accepted, counters }
}

/** Writes what was checked in this transaction. */
export async function applyWrites(sql: Sql, dialect: Dialect, { accepted, counters }: CheckedWrites): Promise<void> {
  const rows = accepted.map(write => ({
    ...toTransactionRow(write.transaction),
    version: write.expectedVersion + 1,
  }))
  await updateRows(sql, dialect, { table: 'transactions', columns: transactionColumns, keys: ['id'], sets, rows })
  await addToCounters(sql, dialect, counters)
}

import type { CreateResult, NewTransaction } from '@relayer/core'
import type { Sql } from '../database/sql.ts'
import type { Dialect } from '../dialect.ts'
import { transactionColumns } from '../rows/tables.ts'
import type { TransactionRow } from '../rows/transactionRow.ts'
import { claimKeys, type TimedClaim } from './claimKeys.ts'
import { findRetired } from './findRetired.ts'
import { addToCounters, appendEvents, insertRows } from './writeRows.ts'

/** An item with its row, made before it joins a group: what can't be stored fails its own call. */
export interface PreparedItem {
  readonly item: NewTransaction
  readonly row: TransactionRow
}

/** Accepts a group in the transaction of `sql`: six statements, however many items. Results in order. */
export async function createTransactionGroup(
  sql: Sql,
  dialect: Dialect,
  items: readonly PreparedItem[],
): Promise<readonly CreateResult[]> {
  const retired = await findRetired(
    sql,
    dialect,
    items.map(({ item }) => item.transaction.relayerId),
  )
  const isRetired = ({ item }: PreparedItem) => retired.has(item.transaction.relayerId)
  const lost = await claimKeys(
    sql,
    dialect,
    items.map(prepared => (isRetired(prepared) ? null : claimOf(prepared))),
  )
  const results = items.map(
    (prepared, index): CreateResult =>
      isRetired(prepared) ? { kind: 'retired' } : (lost[index] ?? { kind: 'created' }),
  )
  const created = items.filter((_, index) => results[index]?.kind === 'created')
  // Sorted, so that two groups which meet in the index wait for each other in one direction only.
  const rows = created.map(({ row }) => row).sort((a, b) => ((a.id ?? '') < (b.id ?? '') ? -1 : 1))
  await insertRows(sql, dialect, 'transactions', transactionColumns, rows)
  await appendEvents(
    sql,
    dialect,
    created.map(({ item }) => item.event),
  )
  const counts = created.map(({ item: { transaction } }) => ({ ...transaction, n: 1 }))
  await addToCounters(sql, dialect, counts)
  return results
}

function claimOf({ item: { idempotency, transaction } }: PreparedItem): TimedClaim | null {
  return idempotency && { ...idempotency, claimedAt: transaction.createdAt }
}

import type { OnceCommit, OnceResult } from '@relayer/core'
import type { Sql } from '../database/sql.ts'
import type { Dialect } from '../dialect.ts'
import { transactionColumns } from '../rows/tables.ts'
import { toTransactionRow } from '../rows/transactionRow.ts'
import { claimKeys } from './claimKeys.ts'
import { findRetired } from './findRetired.ts'
import { addToCounters, appendEvents, insertRows } from './writeRows.ts'
import { applyWrites, checkWrites } from './writeTransactions.ts'

/**
 * Everything of a call under one idempotency key, in the transaction of `sql`. Rows are locked and compared before the key is
 * claimed and the key is claimed before anything else is written, so a refusal has nothing to undo. Whoever comes second
 * with the key waits at the claim for the first one's commit.
 */
export async function commitOnce(sql: Sql, dialect: Dialect, commit: OnceCommit): Promise<OnceResult> {
  const checked = await checkWrites(sql, dialect, commit.writes)
  if (checked.results.includes('stale')) return { kind: 'stale' }
  const retired = await findRetired(sql, dialect, relayersOf(commit))
  if (retired.size > 0) return { kind: 'retired' }
  const [lost] = await claimKeys(sql, dialect, [{ ...commit.claim, claimedAt: commit.now }])
  if (lost) return lost
  const rows = commit.creates.map(({ transaction }) => toTransactionRow(transaction))
  await insertRows(sql, dialect, 'transactions', transactionColumns, rows)
  await applyWrites(sql, dialect, checked)
  await appendEvents(sql, dialect, [
    ...commit.creates.map(({ event }) => event),
    ...checked.accepted.map(({ event }) => event),
  ])
  const counts = commit.creates.map(({ transaction }) => ({ ...transaction, n: 1 }))
  await addToCounters(sql, dialect, counts)
  return { kind: 'done' }
}

function relayersOf({ creates }: OnceCommit): readonly string[] {
  return creates.map(({ transaction }) => transaction.relayerId)
}

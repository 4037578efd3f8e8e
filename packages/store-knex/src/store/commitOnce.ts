import type { OnceCommit, OnceResult } from '@relayer/core'
import type { Sql } from '../database/sql.ts'
import type { Dialect } from '../dialect.ts'
import { text } from '../rows/decode.ts'
import { rowsParameter } from '../rows/rowsParameter.ts'
import { idempotencyColumns, transactionColumns } from '../rows/tables.ts'
import { toTransactionRow } from '../rows/transactionRow.ts'
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
  const refusal = await claimKey(sql, dialect, commit)
  if (refusal !== null) return refusal
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

/** Claims the key; what became of its first use, if it has one that still counts. */
async function claimKey(sql: Sql, dialect: Dialect, { claim, now }: OnceCommit): Promise<OnceResult | null> {
  const { key, fingerprint, answer, expiresAt } = claim
  const names = Object.keys(idempotencyColumns).join(', ')
  const sets = ['fingerprint', 'answer', 'claimed_at', 'expires_at'].map(name => `${name} = excluded.${name}`)
  const row = { key, fingerprint, answer, claimed_at: now, expires_at: expiresAt }
  const won = await sql(
    `INSERT INTO idempotency (${names}) SELECT ${names} FROM (${dialect.rows(idempotencyColumns)}) AS given WHERE 1 = 1
     ON CONFLICT (key) DO UPDATE SET ${sets.join(', ')} WHERE idempotency.expires_at <= excluded.claimed_at RETURNING key`,
    [rowsParameter(dialect, idempotencyColumns, [row])],
  )
  if (won.length > 0) return null
  const [use] = await sql('SELECT fingerprint, answer FROM idempotency WHERE key = ?', [key])
  if (use === undefined || text(use, 'fingerprint') !== fingerprint) return { kind: 'conflict' }
  return { kind: 'replayed', answer: text(use, 'answer') }
}

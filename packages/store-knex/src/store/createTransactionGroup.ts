import type { CreateResult, NewTransaction } from '@relayer/core'
import type { Sql } from '../database/sql.ts'
import type { Dialect } from '../dialect.ts'
import { text } from '../rows/decode.ts'
import { inStatements } from '../rows/inStatements.ts'
import { rowsParameter } from '../rows/rowsParameter.ts'
import { idempotencyColumns, transactionColumns } from '../rows/tables.ts'
import type { TransactionRow } from '../rows/transactionRow.ts'
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
  const refused = await claimKeys(
    sql,
    dialect,
    items.filter(prepared => !isRetired(prepared)),
  )
  for (const prepared of items.filter(isRetired)) refused.set(prepared, { kind: 'retired' })
  const created = items.filter(prepared => !refused.has(prepared))
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
  return items.map(prepared => refused.get(prepared) ?? { kind: 'created' })
}

/** Claims the keys of the items; answers the items whose key was used before. */
async function claimKeys(
  sql: Sql,
  dialect: Dialect,
  items: readonly PreparedItem[],
): Promise<Map<PreparedItem, CreateResult>> {
  const first = new Map<string, PreparedItem>()
  for (const prepared of items) {
    const key = prepared.item.idempotency?.key
    if (key !== undefined && !first.has(key)) first.set(key, prepared)
  }
  const refused = new Map<PreparedItem, CreateResult>()
  if (first.size === 0) return refused
  const won = await insertClaims(sql, dialect, first)
  const lost = [...first.keys()].filter(key => !won.has(key))
  const uses = await readUses(sql, dialect, lost)
  for (const [key, { item }] of first) {
    if (won.has(key) && item.idempotency !== null) uses.set(key, item.idempotency)
  }
  for (const prepared of items) {
    const claim = prepared.item.idempotency
    if (claim === null || (won.has(claim.key) && first.get(claim.key) === prepared)) continue
    const use = uses.get(claim.key)
    const replayed = use !== undefined && use.fingerprint === claim.fingerprint
    refused.set(prepared, replayed ? { kind: 'replayed', answer: use.answer } : { kind: 'conflict' })
  }
  return refused
}

/** Inserts claims, sorted by key; answers the keys that were free or expired. */
async function insertClaims(sql: Sql, dialect: Dialect, claims: ReadonlyMap<string, PreparedItem>) {
  const rows = [...claims].map(([key, { item, row }]) => ({
    key,
    fingerprint: item.idempotency?.fingerprint ?? '',
    answer: item.idempotency?.answer ?? '',
    claimed_at: row.created_at,
    expires_at: item.idempotency?.expiresAt ?? 0,
  }))
  rows.sort((a, b) => (a.key < b.key ? -1 : 1))
  const sets = ['fingerprint', 'answer', 'claimed_at', 'expires_at'].map(name => `${name} = excluded.${name}`)
  const names = Object.keys(idempotencyColumns).join(', ')
  const keys = new Set<string>()
  for (const some of inStatements(rows)) {
    const won = await sql(
      `INSERT INTO idempotency (${names}) SELECT ${names} FROM (${dialect.rows(idempotencyColumns)}) AS given WHERE 1 = 1
       ON CONFLICT (key) DO UPDATE SET ${sets.join(', ')} WHERE idempotency.expires_at <= excluded.claimed_at RETURNING key`,
      [rowsParameter(dialect, idempotencyColumns, some)],
    )
    for (const row of won) keys.add(text(row, 'key'))
  }
  return keys
}

/** The uses that won, of keys that are taken. Committed by now: the insert above waited for them. */
async function readUses(sql: Sql, dialect: Dialect, keys: readonly string[]) {
  const uses = new Map<string, { readonly fingerprint: string; readonly answer: string }>()
  if (keys.length === 0) return uses
  const rows = await sql(`SELECT key, fingerprint, answer FROM idempotency WHERE key IN ${dialect.texts}`, [
    JSON.stringify(keys),
  ])
  for (const row of rows)
    uses.set(text(row, 'key'), { fingerprint: text(row, 'fingerprint'), answer: text(row, 'answer') })
  return uses
}

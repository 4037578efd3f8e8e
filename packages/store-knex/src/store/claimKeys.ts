import type { IdempotencyClaim, OnceResult } from '@relayer/core'
import type { Sql } from '../database/sql.ts'
import type { Dialect } from '../dialect.ts'
import { text } from '../rows/decode.ts'
import { inStatements } from '../rows/inStatements.ts'
import { rowsParameter } from '../rows/rowsParameter.ts'
import { idempotencyColumns } from '../rows/tables.ts'

/** A claim to a key; `claimedAt`, ms: a use that has expired by then does not count. */
export interface TimedClaim extends IdempotencyClaim {
  readonly claimedAt: number
}

/** What became of a key that was used before. */
export type LostClaim = Extract<OnceResult, { kind: 'replayed' | 'conflict' }>

/**
 * Claims keys in the transaction of `sql`, the first of several claims to one key only. Per claim, in order: null where it
 * won (or nothing is claimed), else what became of the key's first use. Whoever comes second waits for the first one's commit.
 */
export async function claimKeys(
  sql: Sql,
  dialect: Dialect,
  claims: readonly (TimedClaim | null)[],
): Promise<readonly (LostClaim | null)[]> {
  const first = new Map<string, TimedClaim>()
  for (const claim of claims) if (claim !== null && !first.has(claim.key)) first.set(claim.key, claim)
  if (first.size === 0) return claims.map(() => null)
  const won = await insertClaims(sql, dialect, [...first.values()])
  const uses = await readUses(
    sql,
    dialect,
    [...first.keys()].filter(key => !won.has(key)),
  )
  return claims.map((claim): LostClaim | null => {
    if (claim === null || (won.has(claim.key) && first.get(claim.key) === claim)) return null
    const use = won.has(claim.key) ? first.get(claim.key) : uses.get(claim.key)
    const isReplayed = use !== undefined && use.fingerprint === claim.fingerprint
    return isReplayed ? { kind: 'replayed', answer: use.answer } : { kind: 'conflict' }
  })
}

/** Inserts claims, sorted by key; answers the keys that were free or expired. */
async function insertClaims(sql: Sql, dialect: Dialect, claims: readonly TimedClaim[]): Promise<ReadonlySet<string>> {
  const rows = claims.map(({ key, fingerprint, answer, claimedAt, expiresAt }) => ({
    key,
    fingerprint,
    answer,
    claimed_at: claimedAt,
    expires_at: expiresAt,
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

import type { Sql } from '../database/sql.ts'
import type { Dialect } from '../dialect.ts'
import { text } from '../rows/decode.ts'

/**
 * Those of the relayers that were deleted since they were looked up. Those alive stay so until the transaction of `sql`
 * commits: `retire` waits, and counts what is created here. An id that never had a row is not retired.
 */
export async function findRetired(
  sql: Sql,
  dialect: Dialect,
  relayerIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(relayerIds)]
  if (ids.length === 0) return new Set()
  const live = await sql(
    `SELECT id FROM relayers WHERE id IN ${dialect.texts} AND deleted_at IS NULL ORDER BY id ${dialect.lockShared}`,
    [JSON.stringify(ids)],
  )
  const alive = new Set(live.map(row => text(row, 'id')))
  const missing = ids.filter(id => !alive.has(id))
  if (missing.length === 0) return new Set()
  const rows = await sql(`SELECT DISTINCT id FROM relayers WHERE id IN ${dialect.texts}`, [JSON.stringify(missing)])
  return new Set(rows.map(row => text(row, 'id')))
}

import type { Dialect } from '../dialect.ts'
import type { Sql } from './sql.ts'

/** The dialect with what this version of the database does faster. */
export async function fitDialect(sql: Sql, dialect: Dialect): Promise<Dialect> {
  if (dialect.newer === null) return dialect
  const { probe, rows } = dialect.newer
  const runs = await sql(probe).then(
    () => true,
    () => false,
  )
  return runs ? { ...dialect, rows } : dialect
}

import type { KnexLike } from './knexLike.ts'
import { checkValue, type Row, type Sql } from './sql.ts'

/** {@link Sql} on a connection of a Knex. */
export function runOn(knex: KnexLike, connection: unknown): Sql {
  return async (sql, bindings = []) => {
    for (const value of bindings) checkValue(value)
    return rowsOf(await knex.raw(sql, bindings).connection(connection))
  }
}

/** `sqlite3` answers rows, `pg` a result with rows, `better-sqlite3` either rows or a summary. */
function rowsOf(answer: unknown): readonly Row[] {
  if (Array.isArray(answer)) return answer as Row[]
  const rows = (answer as { readonly rows?: unknown } | null | undefined)?.rows
  return Array.isArray(rows) ? (rows as Row[]) : []
}

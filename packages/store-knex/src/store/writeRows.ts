import { type NewEvent, RelayerError } from '@relayer/core'
import type { Sql } from '../database/sql.ts'
import type { Dialect } from '../dialect.ts'
import { toEventRow } from '../rows/eventRow.ts'
import { inStatements } from '../rows/inStatements.ts'
import { rowsParameter } from '../rows/rowsParameter.ts'
import { type Columns, counterColumns, eventColumns, type RowOf } from '../rows/tables.ts'

/** Inserts rows in their order, with one statement, or several where they are many megabytes. */
export async function insertRows<C extends Columns>(
  sql: Sql,
  dialect: Dialect,
  table: string,
  columns: C,
  rows: readonly RowOf<C>[],
): Promise<void> {
  const names = Object.keys(columns).join(', ')
  for (const some of inStatements(rows)) {
    await sql(`INSERT INTO ${table} (${names}) ${dialect.rows(columns)}`, [rowsParameter(dialect, columns, some)])
  }
}

/** Overwrites columns of the rows with these keys, with as few statements as {@link insertRows}; throws when one of them does not exist. */
export async function updateRows<C extends Columns>(
  sql: Sql,
  dialect: Dialect,
  update: {
    readonly table: string
    readonly columns: C
    readonly keys: readonly (keyof C & string)[]
    readonly sets: readonly (keyof C & string)[]
    readonly rows: readonly RowOf<C>[]
  },
): Promise<void> {
  const { table, keys, sets } = update
  if (update.rows.length === 0) return
  const used = Object.fromEntries([...keys, ...sets].map(name => [name, update.columns[name]])) as Columns
  // The last of several rows with one key wins, as if they were written one after the other.
  const rows = [...new Map(update.rows.map(row => [JSON.stringify(keys.map(key => row[key])), row])).values()]
  for (const some of inStatements(rows as readonly RowOf<Columns>[])) {
    const written = await sql(
      `WITH given AS (${dialect.rows(used)})
       UPDATE ${table} SET ${sets.map(name => `${name} = given.${name}`).join(', ')}
       FROM given WHERE ${keys.map(name => `${table}.${name} = given.${name}`).join(' AND ')} RETURNING 1 AS written`,
      [rowsParameter(dialect, used, some)],
    )
    if (written.length !== some.length) {
      throw new RelayerError('STORE_FAILED', `A row of ${table} that was to be overwritten does not exist.`)
    }
  }
}

/** Appends events to the outbox, in order; nulls are left out. */
export async function appendEvents(sql: Sql, dialect: Dialect, events: readonly (NewEvent | null)[]): Promise<void> {
  const rows = events.filter(event => event !== null).map(toEventRow)
  await insertRows(sql, dialect, 'events', eventColumns, rows)
}

/** How many more (or fewer) transactions a relayer has in a status. */
export interface CounterChange {
  readonly relayerId: string
  readonly status: string
  readonly n: number
}

/** Adds to the counters. Sorted, so that two transactions lock them in the same order. */
export async function addToCounters(sql: Sql, dialect: Dialect, changes: readonly CounterChange[]): Promise<void> {
  const sums = new Map<string, RowOf<typeof counterColumns>>()
  for (const { relayerId, status, n } of changes) {
    const key = JSON.stringify([relayerId, status])
    sums.set(key, { relayer_id: relayerId, status, n: (sums.get(key)?.n ?? 0) + n })
  }
  const rows = [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  const changed = rows.filter(row => row.n !== 0)
  if (changed.length === 0) return
  await sql(
    `INSERT INTO counters (relayer_id, status, n) SELECT relayer_id, status, n FROM (${dialect.rows(counterColumns)}) AS given
     WHERE 1 = 1 ON CONFLICT (relayer_id, status) DO UPDATE SET n = counters.n + excluded.n`,
    [rowsParameter(dialect, counterColumns, changed)],
  )
}

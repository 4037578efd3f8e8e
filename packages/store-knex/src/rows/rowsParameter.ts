import { RelayerError } from '@relayer/core'
import { checkValue } from '../database/sql.ts'
import type { ColumnType, Dialect } from '../dialect.ts'
import type { Columns, RowOf } from './tables.ts'

/**
 * Rows as the one JSON parameter that `dialect.rows` reads. Checks every value against its column: a bigint, an
 * undefined or an inexact number would else become something else in the database without an error.
 */
export function rowsParameter<C extends Columns>(
  dialect: Pick<Dialect, 'rowsAsArrays'>,
  columns: C,
  rows: readonly RowOf<C>[],
): string {
  const entries = Object.entries(columns)
  const checked = rows.map(row => entries.map(([name, type]) => checkColumn(name, type, row[name])))
  return JSON.stringify(dialect.rowsAsArrays ? checked : rows)
}

function checkColumn(name: string, type: ColumnType, value: unknown): unknown {
  if (value === null || (type === 'int' ? Number.isSafeInteger(value) : typeof value === 'string')) return value
  checkValue(value)
  throw new RelayerError('STORE_FAILED', `The store was given a ${typeof value} for ${name}.`)
}

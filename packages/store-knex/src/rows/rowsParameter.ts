import { RelayerError } from '@relayer/core'
import { checkValue } from '../database/sql.ts'
import type { Dialect } from '../dialect.ts'
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
  for (const row of rows) {
    for (const [name, type] of entries) {
      const value: unknown = row[name]
      checkValue(value)
      if (value !== null && (typeof value === 'number') !== (type === 'int')) {
        throw new RelayerError('STORE_FAILED', `The store was given a ${typeof value} for ${name}.`)
      }
    }
  }
  if (!dialect.rowsAsArrays) return JSON.stringify(rows)
  return JSON.stringify(rows.map(row => entries.map(([name]) => row[name])))
}

import { RelayerError } from '@relayer/core'

/** What may cross the driver. A bigint may not: the `sqlite3` driver would bind it as NULL without an error. */
export type Value = string | number | null

/** A row as the driver gives it. PostgreSQL's `bigint` arrives as text; the decoders take both. */
export type Row = Readonly<Record<string, string | number | null>>

/** Runs one statement on one connection and answers its rows. */
export type Sql = (sql: string, bindings?: readonly Value[]) => Promise<readonly Row[]>

/** Throws for a value that a driver would store as something else than it is. */
export function checkValue(value: unknown): asserts value is Value {
  if (value === null || typeof value === 'string') return
  if (typeof value === 'number' && Number.isSafeInteger(value)) return
  const what = typeof value === 'number' ? 'a number that is no exact integer' : `a ${typeof value}`
  throw new RelayerError('STORE_FAILED', `The store was given ${what} where it takes text, an exact integer or null.`)
}

import type { KnexLike } from './database/knexLike.ts'
import { RelayerError } from '@relayer/core'

/** A column as the store sees it: `int` is an exact integer below 2^53, `text` everything else. */
export type ColumnType = 'text' | 'int'

/** A setting of a connection: how it is set (null: it is not ours to set) and what it must read afterwards. */
export interface ConnectionSetting {
  readonly set: string | null
  readonly read: string
  readonly accepts: readonly (string | number)[]
  /** Where it matters; `both` unless said. */
  readonly role?: 'writer' | 'reader'
}

/** Everything in which the two databases differ. There is no other `if` about them. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  /** Column types and table options of the migrations. Text sorts by code point on both. */
  readonly types: Readonly<Record<ColumnType, string>>
  readonly serialKey: string
  readonly withoutRowId: string
  /** SQLite's descending indexes have nulls last already and do not know the words. */
  readonly indexNullsLast: string
  readonly begin: string
  /** Begins a transaction whose reads see one moment. */
  readonly beginSnapshot: string
  /** Locks the rows that a SELECT finds; SQLite's transaction has the whole file. */
  readonly lockRows: string
  /** Keeps the rows that a SELECT finds from being locked by `lockRows`; other changes of them go on. */
  readonly lockShared: string
  /** Locks only rows that nobody else has locked. */
  readonly lockFree: string
  /** Makes migrating processes wait for each other. */
  readonly lockMigrations: string | null
  /** One connection writes, and what waits for it goes down in one commit. */
  readonly oneWriter: boolean
  /** The database's clock, ms. */
  readonly clock: string
  /** With one writer ids are given in commit order, so the id is the position; else positions are stamped afterwards. */
  readonly position: 'seq' | 'position'
  readonly settings: readonly ConnectionSetting[]
  /** Whether the rows of that parameter are arrays in the order of the columns (SQLite reads those faster) or objects. */
  readonly rowsAsArrays: boolean
  /** A SELECT of the rows in one JSON parameter, see `rowsParameter`. One parameter, however many rows. */
  rows(columns: Readonly<Record<string, ColumnType>>): string
  /** The outcome in the column `void` of a transaction. */
  readonly voidOutcome: string
  /** What newer versions of the database do faster: another `rows`, for where the statement `probe` runs. */
  readonly newer: { readonly probe: string; readonly rows: Dialect['rows'] } | null
  /** A subselect of the texts in one JSON parameter, an array. */
  readonly texts: string
}

const busyTimeoutMs = 5000

/** Rows of an array of arrays. `json_each` writes every row out as text for `->>` to parse again, `jsonb_each` does not. */
function rowsFrom(each: 'json_each' | 'jsonb_each'): Dialect['rows'] {
  return columns => {
    const values = Object.keys(columns).map((name, i) => `value ->> ${i} AS ${name}`)
    return `SELECT ${values.join(', ')} FROM ${each}(?)`
  }
}

const sqlite: Dialect = {
  name: 'sqlite',
  types: { text: 'TEXT', int: 'INTEGER' },
  serialKey: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  withoutRowId: 'WITHOUT ROWID',
  indexNullsLast: '',
  begin: 'BEGIN IMMEDIATE',
  beginSnapshot: 'BEGIN',
  lockRows: '',
  lockShared: '',
  lockFree: '',
  lockMigrations: null,
  oneWriter: true,
  clock: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
  position: 'seq',
  settings: [
    { set: `PRAGMA busy_timeout = ${busyTimeoutMs}`, read: 'PRAGMA busy_timeout', accepts: [busyTimeoutMs] },
    { set: 'PRAGMA journal_mode = WAL', read: 'PRAGMA journal_mode', accepts: ['wal'], role: 'writer' },
    { set: null, read: 'PRAGMA journal_mode', accepts: ['wal'], role: 'reader' },
    { set: 'PRAGMA synchronous = FULL', read: 'PRAGMA synchronous', accepts: [2] },
    // What a statement of many rows would undo is kept in memory; from 64 kB on it would go to a temporary file.
    { set: 'PRAGMA temp_store = MEMORY', read: 'PRAGMA temp_store', accepts: [2], role: 'writer' },
    { set: 'PRAGMA foreign_keys = ON', read: 'PRAGMA foreign_keys', accepts: [1] },
    { set: 'PRAGMA query_only = ON', read: 'PRAGMA query_only', accepts: [1], role: 'reader' },
  ],
  rowsAsArrays: true,
  rows: rowsFrom('json_each'),
  // SQLite 3.51
  newer: { probe: "SELECT 1 FROM jsonb_each('[]')", rows: rowsFrom('jsonb_each') },
  voidOutcome: "void ->> 'outcome'",
  texts: '(SELECT value FROM json_each(?))',
}

const postgres: Dialect = {
  name: 'postgres',
  types: { text: 'text COLLATE "C"', int: 'bigint' },
  serialKey: 'bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
  withoutRowId: '',
  indexNullsLast: 'NULLS LAST',
  begin: 'BEGIN ISOLATION LEVEL READ COMMITTED',
  beginSnapshot: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
  lockRows: 'FOR UPDATE',
  lockShared: 'FOR KEY SHARE',
  lockFree: 'FOR UPDATE SKIP LOCKED',
  lockMigrations: "SELECT pg_advisory_xact_lock(hashtext('relayer store ' || current_schema()))",
  oneWriter: false,
  clock: '(extract(epoch FROM clock_timestamp()) * 1000)::bigint',
  position: 'position',
  settings: [{ set: null, read: 'SHOW synchronous_commit', accepts: ['on', 'remote_apply'] }],
  rowsAsArrays: false,
  rows(columns) {
    const types = { text: 'text', int: 'bigint' }
    const typed = Object.entries(columns).map(([name, type]) => `${name} ${types[type]}`)
    return `SELECT * FROM json_to_recordset(?::json) AS given(${typed.join(', ')})`
  },
  newer: null,
  voidOutcome: "void::json ->> 'outcome'",
  texts: '(SELECT json_array_elements_text(?::json))',
}

const dialects: Readonly<Record<string, Dialect>> = { sqlite3: sqlite, 'better-sqlite3': sqlite, pg: postgres }

/** The dialect of a Knex, by its driver. */
export function dialectOf(knex: KnexLike): Dialect {
  const dialect = dialects[knex.client.driverName]
  if (dialect !== undefined) return dialect
  throw new RelayerError(
    'STORE_FAILED',
    `The store knows sqlite3, better-sqlite3 and pg, not ${knex.client.driverName}.`,
  )
}

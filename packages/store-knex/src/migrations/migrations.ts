import type { Dialect } from '../dialect.ts'
import { createTables } from './createTables.ts'

/** One step of the schema: its statements, in order. */
export type Migration = (dialect: Dialect) => readonly string[]

/** Append-only: a published step is never edited, moved or removed. The version of a database is how many it has run. */
export const migrations: readonly Migration[] = [createTables]

import createKnex, { type Knex } from 'knex'

// Whatever Knex would print is thrown too, and a library does not write to the console.
const silent = () => undefined

/** What Knex is to print: nothing. */
export const silentLog = { warn: silent, error: silent, deprecate: silent, debug: silent }

/** A Knex on an SQLite file with at most so many connections. */
export function createFileKnex(filename: string, max: number): Knex {
  return createKnex({
    client: 'sqlite3',
    connection: { filename },
    pool: { min: 0, max },
    useNullAsDefault: true,
    compileSqlOnError: false,
    log: silentLog,
  })
}

import { type Dialect, dialectOf } from '../dialect.ts'
import { createConnections, guard, inTransaction } from './connections.ts'
import { createWriter } from './createWriter.ts'
import { fitDialect } from './fitDialect.ts'
import type { KnexLike } from './knexLike.ts'
import { lockFile } from './lockFile.ts'
import { prepareOn } from './prepareOn.ts'
import { prepareConnection } from './prepareConnection.ts'
import type { Row, Sql, Value } from './sql.ts'
import { gaveWay } from './storeFailure.ts'

/** The database as the store's methods use it. Everything it throws is a RelayerError. */
export interface Database {
  readonly dialect: Dialect
  /** One statement that only reads. */
  read(sql: string, bindings?: readonly Value[]): Promise<readonly Row[]>
  /** Several that see one moment. */
  readTogether<T>(job: (sql: Sql) => Promise<T>): Promise<T>
  /** One transaction. May run the job again, from the start, when the database asked for that. */
  write<T>(job: (sql: Sql) => Promise<T>): Promise<T>
  /** Waits for what was accepted, then gives the connections back. The Knex instances are their maker's to destroy. */
  close(): Promise<void>
}

/** Times that a transaction which gave way to another is run. */
const attemptLimit = 5

/** A database on a Knex for writing and one for reading, which on PostgreSQL is usually the same. */
export async function createDatabase(knex: KnexLike, readKnex: KnexLike | null): Promise<Database> {
  const dialect = dialectOf(knex)
  const withConnection = createConnections(dialect)
  if (dialect.oneWriter) return guard(createFileDatabase)
  await guard(() => withConnection(knex, 'writer', async sql => sql('SELECT 1')))
  const reads = readKnex ?? knex
  const transact = <T>(job: (sql: Sql) => Promise<T>) =>
    withConnection(knex, 'writer', sql => inTransaction(sql, dialect.begin, job))
  return {
    dialect,
    read: (sql, bindings) => guard(() => withConnection(reads, 'reader', run => run(sql, bindings))),
    readTogether: job =>
      guard(() => withConnection(reads, 'reader', sql => inTransaction(sql, dialect.beginSnapshot, job))),
    write: job =>
      guard(async () => {
        for (let attempt = 1; ; attempt++) {
          try {
            return await transact(job)
          } catch (error) {
            if (attempt === attemptLimit || !gaveWay(error)) throw error
          }
        }
      }),
    close: async () => undefined,
  }

  /** SQLite: one connection is kept for writing, for as long as the store lives; it also holds the file's lock. */
  async function createFileDatabase(): Promise<Database> {
    const connection = await knex.client.acquireConnection()
    const { sql, finalize } = prepareOn(knex, connection)
    let fitted: Dialect
    try {
      await lockFile(sql)
      await prepareConnection(sql, dialect, 'writer')
      fitted = await fitDialect(sql, dialect)
    } catch (error) {
      await finalize()
      await knex.client.releaseConnection(connection)
      throw error
    }
    const writer = createWriter(sql, dialect.begin)
    return {
      dialect: fitted,
      // Without readers of its own the store reads in the writer's transactions: right, but one after the other.
      read: (text, bindings) =>
        guard(() =>
          readKnex === null
            ? writer.run(run => run(text, bindings))
            : withConnection(readKnex, 'reader', run => run(text, bindings)),
        ),
      readTogether: job =>
        guard(() =>
          readKnex === null
            ? writer.run(job)
            : withConnection(readKnex, 'reader', run => inTransaction(run, dialect.beginSnapshot, job)),
        ),
      write: job => guard(() => writer.run(job)),
      async close() {
        await writer.drain()
        await finalize()
        await sql('DETACH DATABASE relayer_lock').catch(() => undefined)
        await finalize()
        await knex.client.releaseConnection(connection)
      },
    }
  }
}

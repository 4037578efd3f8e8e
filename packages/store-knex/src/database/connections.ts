import type { Dialect } from '../dialect.ts'
import type { KnexLike } from './knexLike.ts'
import { prepareConnection } from './prepareConnection.ts'
import { runOn } from './runOn.ts'
import type { Sql } from './sql.ts'
import { storeFailure } from './storeFailure.ts'

/** Runs a job on a connection of a Knex that is known to have the right settings. */
export type WithConnection = <T>(from: KnexLike, role: 'writer' | 'reader', job: (sql: Sql) => Promise<T>) => Promise<T>

/** {@link WithConnection} that remembers which connections it has prepared. */
export function createConnections(dialect: Dialect): WithConnection {
  const prepared = new WeakSet<object>()
  return async (from, role, job) => {
    const connection = await from.client.acquireConnection()
    try {
      const sql = runOn(from, connection)
      if (!prepared.has(connection as object)) {
        await prepareConnection(sql, dialect, role)
        prepared.add(connection as object)
      }
      return await job(sql)
    } finally {
      await from.client.releaseConnection(connection)
    }
  }
}

/** Runs a job between `begin` and COMMIT; what it throws rolls back. */
export async function inTransaction<T>(sql: Sql, begin: string, job: (sql: Sql) => Promise<T>): Promise<T> {
  await sql(begin)
  try {
    const value = await job(sql)
    await sql('COMMIT')
    return value
  } catch (error) {
    await sql('ROLLBACK').catch(() => undefined)
    throw error
  }
}

/** Whatever is thrown comes out as a RelayerError. */
export async function guard<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    throw storeFailure(error)
  }
}

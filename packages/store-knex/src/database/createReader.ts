import { RelayerError } from '@relayer/core'
import { dialectOf } from '../dialect.ts'
import { createConnections, guard, inTransaction } from './connections.ts'
import type { Database } from './createDatabase.ts'
import type { KnexLike } from './knexLike.ts'

/** A database that is only read from: the writer is elsewhere. Closing it closes nothing; the Knex is its maker's. */
export function createReader(knex: KnexLike): Database {
  const dialect = dialectOf(knex)
  const withConnection = createConnections(dialect)
  return {
    dialect,
    read: (sql, bindings) => guard(() => withConnection(knex, 'reader', run => run(sql, bindings))),
    readTogether: job =>
      guard(() => withConnection(knex, 'reader', sql => inTransaction(sql, dialect.beginSnapshot, job))),
    write: async () => {
      throw new RelayerError('STORE_FAILED', 'These connections only read.')
    },
    close: async () => undefined,
  }
}

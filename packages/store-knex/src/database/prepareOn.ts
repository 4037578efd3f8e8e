import type { KnexLike } from './knexLike.ts'
import { runOn } from './runOn.ts'
import { checkValue, type Row, type Sql, type Value } from './sql.ts'

/** {@link Sql} whose statements are compiled once; `finalize` gives them up, before the connection is closed. */
export interface PreparedSql {
  readonly sql: Sql
  finalize(): Promise<void>
}

/** The part of a `sqlite3` connection that is used here. */
interface FileConnection {
  prepare(sql: string, done: (error: Error | null) => void): Statement
}

interface Statement {
  all(bindings: readonly Value[], done: (error: Error | null, rows?: Row[]) => void): void
  finalize(done: () => void): void
}

/**
 * {@link Sql} on the writer's connection. Through Knex every call compiles its statement anew, in a round trip of its own to
 * the driver's thread: half of the time of a commit. Other drivers go through Knex; it does so for them.
 */
export function prepareOn(knex: KnexLike, connection: unknown): PreparedSql {
  if (knex.client.driverName !== 'sqlite3') return { sql: runOn(knex, connection), finalize: async () => undefined }
  const file = connection as FileConnection
  const statements = new Map<string, Promise<Statement>>()

  const prepare = (text: string): Promise<Statement> => {
    const { promise, resolve, reject } = Promise.withResolvers<Statement>()
    const statement = file.prepare(text, error => (error === null ? resolve(statement) : reject(error)))
    statements.set(text, promise)
    promise.catch(() => statements.delete(text))
    return promise
  }
  return {
    sql: async (text, bindings = []) => {
      for (const value of bindings) checkValue(value)
      const statement = await (statements.get(text) ?? prepare(text))
      return new Promise((resolve, reject) => {
        statement.all(bindings, (error, rows) => (error === null ? resolve(rows ?? []) : reject(error)))
      })
    },
    async finalize() {
      const open = await Promise.all(statements.values())
      await Promise.all(open.map(statement => new Promise<void>(done => statement.finalize(done))))
      statements.clear()
    },
  }
}

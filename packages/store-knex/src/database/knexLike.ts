import type { Value } from './sql.ts'

/** The part of a Knex that the store uses, so that any Knex 3 of a known client will do. */
export interface KnexLike {
  raw(sql: string, bindings: readonly Value[]): RawLike
  readonly client: {
    /** `sqlite3`, `better-sqlite3` or `pg`. */
    readonly driverName: string
    acquireConnection(): Promise<unknown>
    releaseConnection(connection: unknown): Promise<unknown>
  }
  destroy(): Promise<void>
}

/** A statement that can be bound to a connection. */
export interface RawLike extends PromiseLike<unknown> {
  connection(connection: unknown): PromiseLike<unknown>
}

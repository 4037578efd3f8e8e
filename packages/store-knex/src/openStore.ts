import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { RelayerError, type Store } from '@relayer/core'
import createKnex, { type Knex } from 'knex'
import { createKnexStore, type KnexStoreOptions } from './createKnexStore.ts'

export interface OpenStoreOptions extends Pick<KnexStoreOptions, 'encryption' | 'migrate'> {
  /** Connections: readers on SQLite (default 4), all of them on PostgreSQL (default 10). */
  readonly connections?: number
  /** PostgreSQL: the schema of the tables; it must exist. Default: the user's search path. */
  readonly schema?: string
}

/**
 * Opens the store at `sqlite:<file>` or `postgres://…`; closing the store closes its connections.
 *
 * @example
 * const store = await openStore('sqlite:./data/relayer.db', { encryption })
 */
export async function openStore(databaseUrl: string, options: OpenStoreOptions): Promise<Store> {
  const { encryption, migrate = true } = options
  const { knex, readKnex } = await createKnexes(databaseUrl, options)
  const destroy = async () => {
    await Promise.all([knex.destroy(), readKnex?.destroy()])
  }
  try {
    const store = await createKnexStore({ knex, encryption, migrate, ...(readKnex === undefined ? {} : { readKnex }) })
    const close = async () => {
      await store.close()
      await destroy()
    }
    return { ...store, close }
  } catch (error) {
    await destroy()
    throw error
  }
}

// Whatever Knex would print is thrown too, and a library does not write to the console.
const silent = () => undefined
const log = { warn: silent, error: silent, deprecate: silent, debug: silent }

async function createKnexes(databaseUrl: string, options: OpenStoreOptions): Promise<{ knex: Knex; readKnex?: Knex }> {
  if (/^postgres(ql)?:\/\//.test(databaseUrl)) {
    const searchPath = options.schema === undefined ? {} : { searchPath: [options.schema] }
    const pool = { min: 0, max: options.connections ?? 10 }
    return {
      knex: createKnex({ client: 'pg', connection: databaseUrl, pool, compileSqlOnError: false, log, ...searchPath }),
    }
  }
  const file = /^sqlite:(?:\/\/)?(?<file>.+)$/.exec(databaseUrl)?.groups?.file
  if (file === undefined || file === ':memory:') {
    throw new RelayerError('STORE_FAILED', 'The database URL must be sqlite:<file> or postgres://….')
  }
  await mkdir(dirname(file), { recursive: true })
  const connect = (max: number) =>
    createKnex({
      client: 'sqlite3',
      connection: { filename: file },
      pool: { min: 0, max },
      useNullAsDefault: true,
      compileSqlOnError: false,
      log,
    })
  return { knex: connect(1), readKnex: connect(options.connections ?? 4) }
}

import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { RelayerError, type Store } from '@relayer/core'
import createKnex from 'knex'
import { createKnexStore, type KnexStoreOptions, storeOf } from './createKnexStore.ts'
import { createFileKnex, silentLog } from './database/createFileKnex.ts'
import { createReader } from './database/createReader.ts'
import { checkEncryption } from './secrets/encryption.ts'
import { joinStore } from './thread/joinStore.ts'
import { startStoreThread } from './thread/startStoreThread.ts'

export interface OpenStoreOptions extends Pick<KnexStoreOptions, 'encryption' | 'migrate'> {
  /** Connections: readers on SQLite (default 4), all of them on PostgreSQL (default 10). */
  readonly connections?: number
  /** PostgreSQL: the schema of the tables; it must exist. Default: the user's search path. */
  readonly schema?: string
}

/**
 * Opens the store at `sqlite:<file>` or `postgres://…`; closing the store closes its connections. The writer of an SQLite
 * file has a thread of its own.
 *
 * @example
 * const store = await openStore('sqlite:./data/relayer.db', { encryption })
 */
export async function openStore(databaseUrl: string, options: OpenStoreOptions): Promise<Store> {
  if (/^postgres(ql)?:\/\//.test(databaseUrl)) return openPostgres(databaseUrl, options)
  const file = /^sqlite:(?:\/\/)?(?<file>.+)$/.exec(databaseUrl)?.groups?.file
  if (file === undefined || file === ':memory:') {
    throw new RelayerError('STORE_FAILED', 'The database URL must be sqlite:<file> or postgres://….')
  }
  return openFile(file, options)
}

async function openPostgres(databaseUrl: string, options: OpenStoreOptions): Promise<Store> {
  const { encryption, migrate = true, schema, connections = 10 } = options
  const knex = createKnex({
    client: 'pg',
    connection: databaseUrl,
    pool: { min: 0, max: connections },
    compileSqlOnError: false,
    log: silentLog,
    ...(schema === undefined ? {} : { searchPath: [schema] }),
  })
  try {
    const store = await createKnexStore({ knex, encryption, migrate })
    const close = async () => {
      await store.close()
      await knex.destroy()
    }
    return { ...store, close }
  } catch (error) {
    await knex.destroy()
    throw error
  }
}

async function openFile(file: string, options: OpenStoreOptions): Promise<Store> {
  const { encryption, migrate = true, connections = 4 } = options
  checkEncryption(encryption)
  await mkdir(dirname(file), { recursive: true })
  const thread = await startStoreThread({ file, encryption, migrate })
  const readKnex = createFileKnex(file, connections)
  const store = joinStore(storeOf(createReader(readKnex), encryption), thread)
  const close = async () => {
    await store.close()
    await readKnex.destroy()
  }
  return { ...store, close }
}

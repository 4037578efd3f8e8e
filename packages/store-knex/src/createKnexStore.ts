import type { NetworkRecord, NotificationRecord, SignerRecord, Store } from '@relayer/core'
import { createDatabase, type Database } from './database/createDatabase.ts'
import type { KnexLike } from './database/knexLike.ts'
import { runMigrations } from './migrations/runMigrations.ts'
import { checkEncryption, type Encryption } from './secrets/encryption.ts'
import { createApiKeys } from './store/createApiKeys.ts'
import { createEvents } from './store/createEvents.ts'
import { createLanes } from './store/createLanes.ts'
import { createRelayers } from './store/createRelayers.ts'
import { createResources } from './store/createResources.ts'
import { createTransactions } from './store/createTransactions.ts'
import { prune } from './store/prune.ts'

export interface KnexStoreOptions {
  /** A Knex of `sqlite3`, `better-sqlite3` or `pg` that you made and will destroy. On SQLite with a pool of one. */
  readonly knex: KnexLike
  /** SQLite: another Knex on the same file, for reading beside the writer. Without it reads wait for writes. */
  readonly readKnex?: KnexLike
  /** Encrypts the secrets of signers and notifications. */
  readonly encryption: Encryption
  /** Whether to bring the tables up to date first; true unless said. */
  readonly migrate?: boolean
}

/**
 * The store on a Knex that you made. Checks that the connections are durable, and on SQLite locks the file for as long as
 * the store is open.
 *
 * @example
 * const db = knex({ client: 'pg', connection: process.env.DATABASE_URL })
 * const store = await createKnexStore({ knex: db, encryption: { keys: [{ id: 'k1', key }], current: 'k1' } })
 */
export async function createKnexStore(options: KnexStoreOptions): Promise<Store> {
  checkEncryption(options.encryption)
  const database = await createDatabase(options.knex, options.readKnex ?? null)
  try {
    if (options.migrate !== false) await runMigrations(database)
  } catch (error) {
    await database.close()
    throw error
  }
  return storeOf(database, options.encryption)
}

const tables = [
  'relayers',
  'signers',
  'notifications',
  'networks',
  'api_keys',
  'transactions',
  'counters',
  'idempotency',
]
const laneTables = ['attempts', 'slots', 'events']

/** The methods of a store on an open database. */
export function storeOf(database: Database, encryption: Encryption): Store {
  return {
    relayers: createRelayers(database, encryption),
    signers: createResources<SignerRecord>(database, encryption, { table: 'signers', secret: 'secret' }),
    notifications: createResources<NotificationRecord>(database, encryption, {
      table: 'notifications',
      secret: 'signingKey',
    }),
    networks: createResources<NetworkRecord>(database, encryption, { table: 'networks' }),
    apiKeys: createApiKeys(database, encryption),
    transactions: createTransactions(database),
    lanes: createLanes(database),
    events: createEvents(database),
    prune: input => prune(database, input),
    reset: () =>
      database.write(async sql => {
        for (const table of [...tables, ...laneTables]) await sql(`DELETE FROM ${table}`)
        // Tokens go on growing: a holder from before the reset must stay fenced.
        await sql('UPDATE lanes SET holder = NULL, expires_at = 0')
      }),
    async ping() {
      await database.read('SELECT 1 AS one')
    },
    close: () => database.close(),
  }
}

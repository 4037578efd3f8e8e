import { createHash } from 'node:crypto'
import { RelayerError, type Store } from '@relayer/core'
import { openStore } from '@relayer/store-knex'
import { startError } from '../cli/startError.ts'
import type { DatabaseUrl } from '../config/databaseUrl.ts'

/** Opens the store, its tables brought up to date. Secrets carry the name of their key, so a wrong key is told apart. */
export async function openDatabase(database: DatabaseUrl, encryptionKey: Uint8Array): Promise<Store> {
  const id = createHash('sha256').update(encryptionKey).digest('hex').slice(0, 16)
  try {
    return await openStore(database.url, { encryption: { keys: [{ id, key: encryptionKey }], current: id } })
  } catch (error) {
    if (!(error instanceof RelayerError)) throw error
    const code = error.details['driverCode']
    throw startError(`the database ${nameOf(database)} can't be opened: ${error.message}${code ? ` (${code})` : ''}`)
  }
}

/** What may be shown of a database URL: no user, no password, no parameters. */
function nameOf(database: DatabaseUrl): string {
  if (database.kind === 'sqlite') return database.path
  const { host, pathname } = new URL(database.url)
  return `${host}${pathname}`
}

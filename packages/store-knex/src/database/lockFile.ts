import { RelayerError } from '@relayer/core'
import type { Sql } from './sql.ts'
import { driverCode } from './storeFailure.ts'

/**
 * Keeps other processes off an SQLite file: the writer's connection holds `<file>.lock`, an SQLite file of its own, in
 * exclusive mode. The operating system frees such a lock when the process dies, so it is never stale. The main file can't
 * be held that way, because our own readers would be locked out too.
 */
export async function lockFile(sql: Sql): Promise<void> {
  const main = (await sql('PRAGMA database_list')).find(row => row.name === 'main')
  const file = main?.file
  if (typeof file !== 'string' || file === '') {
    throw new RelayerError('STORE_FAILED', 'The store needs an SQLite file; a database in memory has no readers.')
  }
  try {
    await sql('PRAGMA busy_timeout = 1000')
    await sql('ATTACH DATABASE ? AS relayer_lock', [`${file}.lock`])
    await sql('PRAGMA relayer_lock.locking_mode = EXCLUSIVE')
    // Only a write takes the exclusive lock; the mode above keeps it after the commit.
    await sql('BEGIN IMMEDIATE')
    await sql('CREATE TABLE IF NOT EXISTS relayer_lock.held (n INTEGER PRIMARY KEY)')
    await sql('INSERT INTO relayer_lock.held DEFAULT VALUES')
    await sql('DELETE FROM relayer_lock.held')
    await sql('COMMIT')
  } catch (error) {
    if (!driverCode(error).startsWith('SQLITE_BUSY')) throw error
    throw new RelayerError(
      'STORE_FAILED',
      'The SQLite file is in use by another relayer process; only one may open it.',
      {
        retryable: true,
        details: { file },
      },
    )
  }
}

import { RelayerError } from '@relayer/core'
import type { Database } from '../database/createDatabase.ts'
import { integer } from '../rows/decode.ts'
import { migrations } from './migrations.ts'

/** Brings a database to the newest version in one transaction; returns how many steps it ran. */
export async function runMigrations(database: Database): Promise<number> {
  const { dialect } = database
  return database.write(async sql => {
    if (dialect.lockMigrations !== null) await sql(dialect.lockMigrations)
    await sql(`CREATE TABLE IF NOT EXISTS relayer_store (version ${dialect.types.int} NOT NULL)`)
    const [row] = await sql('SELECT version FROM relayer_store')
    const version = row === undefined ? 0 : integer(row, 'version')
    if (version > migrations.length) {
      throw new RelayerError('STORE_FAILED', 'The database was written by a newer version of the relayer.')
    }
    if (row === undefined) await sql('INSERT INTO relayer_store (version) VALUES (0)')
    const missing = migrations.slice(version)
    for (const migration of missing) {
      for (const statement of migration(dialect)) await sql(statement)
    }
    if (missing.length > 0) await sql('UPDATE relayer_store SET version = ?', [migrations.length])
    return missing.length
  })
}

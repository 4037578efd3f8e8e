import { parseArgs } from 'node:util'
import { openDatabase } from '../composition/openDatabase.ts'
import { readEnvironment } from '../config/readEnvironment.ts'
import { say } from './say.ts'

/** Creates or updates the tables of DATABASE_URL; `serve` does the same when it starts. */
export async function runMigrate(args: readonly string[]): Promise<void> {
  parseArgs({ args: [...args], options: {}, strict: true, allowPositionals: false })
  const { database } = readEnvironment()
  // opening brings the tables up to date; the key is not used, since no secret is read or written
  const store = await openDatabase(database, new Uint8Array(32))
  await store.close()
  say(database.kind === 'sqlite' ? `the tables in ${database.path} are up to date` : 'the tables are up to date')
}

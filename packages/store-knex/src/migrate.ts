import { createDatabase } from './database/createDatabase.ts'
import type { KnexLike } from './database/knexLike.ts'
import { runMigrations } from './migrations/runMigrations.ts'

/**
 * Creates or upgrades the tables and returns how many steps it ran. {@link createKnexStore} does this itself; alone it is
 * for deployments that migrate before they start. Two processes may do it at once: one waits for the other.
 *
 * @example
 * await migrate(knex({ client: 'pg', connection: process.env.DATABASE_URL }))
 */
export async function migrate(knex: KnexLike): Promise<number> {
  const database = await createDatabase(knex, null)
  try {
    return await runMigrations(database)
  } finally {
    await database.close()
  }
}

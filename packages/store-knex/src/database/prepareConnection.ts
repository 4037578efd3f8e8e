import { RelayerError } from '@relayer/core'
import type { Dialect } from '../dialect.ts'
import type { Sql } from './sql.ts'

/** Sets what a connection needs and reads it back; throws when the database did not take it. */
export async function prepareConnection(sql: Sql, dialect: Dialect, role: 'writer' | 'reader'): Promise<void> {
  for (const setting of dialect.settings) {
    if (setting.role !== undefined && setting.role !== role) continue
    if (setting.set !== null) await sql(setting.set)
    const [row] = await sql(setting.read)
    const value = Object.values(row ?? {})[0]
    if (value !== null && value !== undefined && setting.accepts.includes(value)) continue
    throw new RelayerError(
      'STORE_FAILED',
      `The database connection is not durable enough: ${setting.read} is ${value}, it must be ${setting.accepts.join(' or ')}.`,
    )
  }
}

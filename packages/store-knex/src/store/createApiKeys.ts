import type { ApiKeyRecord, ApiKeyStore } from '@relayer/core'
import type { Database } from '../database/createDatabase.ts'
import type { Encryption } from '../secrets/encryption.ts'
import { createResources } from './createResources.ts'

const columns = { hash: 'hash', previousHash: 'previous_hash', lastUsedAt: 'last_used_at' }

/** API keys. The last use is written apart, so that it never collides with a rotation. */
export function createApiKeys(database: Database, encryption: Encryption): ApiKeyStore {
  const table = { table: 'api_keys', columns, apart: 'lastUsedAt' } as const
  const keys = createResources<ApiKeyRecord>(database, encryption, table)
  return {
    ...keys,
    byHash: async hash => (await keys.find('hash = ?', [hash])) ?? keys.find('previous_hash = ?', [hash]),
    async touch(id, at) {
      const touch = 'UPDATE api_keys SET last_used_at = ? WHERE id = ? AND (last_used_at IS NULL OR last_used_at < ?)'
      await database.write(sql => sql(touch, [at, id, at]))
    },
  }
}

import type { ApiKeyStore } from '../../ports/store.ts'
import type { ApiKeyRecord } from '../../records/apiKey.ts'
import { createResources } from './resources.ts'

/** API keys in a map. */
export function createApiKeys(records: Map<string, ApiKeyRecord>): ApiKeyStore {
  const keys = createResources(records)
  const find = (hash: string) =>
    [...records.values()].find(key => key.hash === hash) ??
    [...records.values()].find(key => key.previousHash === hash) ??
    null
  return {
    ...keys,
    byHash: async hash => find(hash),
    insert: async record => (find(record.hash)?.hash === record.hash ? 'exists' : keys.insert(record)),
    async touch(id, at) {
      const known = records.get(id)
      if (known && at > (known.lastUsedAt ?? 0)) records.set(id, { ...known, lastUsedAt: at })
    },
  }
}

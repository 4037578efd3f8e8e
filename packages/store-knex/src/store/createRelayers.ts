import type { RelayerRecord, RelayerStore } from '@relayer/core'
import type { Database } from '../database/createDatabase.ts'
import type { Encryption } from '../secrets/encryption.ts'
import { createResources } from './createResources.ts'

/** Relayers; partial unique indexes keep a live id and a live lane single. */
export function createRelayers(database: Database, encryption: Encryption): RelayerStore {
  const columns = { lane: 'lane' }
  const relayers = createResources<RelayerRecord>(database, encryption, { table: 'relayers', columns, soft: true })
  return { ...relayers, byLane: lane => relayers.find('lane = ?', [lane]) }
}

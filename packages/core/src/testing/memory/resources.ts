import { RelayerError } from '../../errors/relayerError.ts'
import type { RelayerStore, ResourceStore } from '../../ports/store.ts'
import type { RelayerRecord, ResourceRecord } from '../../records/resources.ts'
import { terminalStatuses } from '../../records/statusTable.ts'
import { appendEvents } from './events.ts'
import { compareAge, type MemoryState, pageOf } from './state.ts'

/** Signers, notifications or networks in a map. */
export function createResources<T extends ResourceRecord>(records: Map<string, T>): ResourceStore<T> {
  const sorted = () => [...records.values()].sort(compareAge)
  return {
    get: async id => records.get(id) ?? null,
    list: async query => pageOf(sorted(), query),
    all: async () => sorted(),
    async insert(record) {
      if (records.has(record.id)) return 'exists'
      records.set(record.id, record)
      return 'inserted'
    },
    async update(record, expectedVersion) {
      if (records.get(record.id)?.version !== expectedVersion) return 'stale'
      records.set(record.id, { ...record, version: expectedVersion + 1 })
      return 'updated'
    },
    delete: async id => records.delete(id),
  }
}

/** Relayers, deleted softly. */
export function createRelayers(state: MemoryState): RelayerStore {
  const live = () => state.relayers.filter(relayer => relayer.deletedAt === null)
  const find = (id: string) => live().find(relayer => relayer.id === id)
  const replace = (old: RelayerRecord, record: RelayerRecord) => {
    state.relayers = state.relayers.map(relayer => (relayer === old ? record : relayer))
  }
  const remove = (id: string) => {
    const old = find(id)
    if (old !== undefined) replace(old, { ...old, deletedAt: state.now(), version: old.version + 1 })
    return old !== undefined
  }
  return {
    get: async id => find(id) ?? null,
    list: async query => pageOf(live().sort(compareAge), query),
    all: async () => live().sort(compareAge),
    byLane: async lane => live().find(relayer => relayer.lane === lane) ?? null,
    async ofLane(lane) {
      const newest = state.relayers.filter(relayer => relayer.lane === lane).toReversed()
      return newest.filter(({ id }, index) => newest.findIndex(other => other.id === id) === index)
    },
    async insert(record) {
      if (live().some(relayer => relayer.id === record.id || relayer.lane === record.lane)) return 'exists'
      state.relayers.push(record)
      return 'inserted'
    },
    async update(record, expectedVersion, event = null) {
      const old = find(record.id)
      if (old?.version !== expectedVersion) return 'stale'
      if (live().some(other => other !== old && other.lane === record.lane)) {
        throw new RelayerError('STORE_FAILED', 'Another relayer has this lane.')
      }
      replace(old, { ...record, version: expectedVersion + 1 })
      appendEvents(state, [event])
      return 'updated'
    },
    delete: async id => remove(id),
    async retire(id) {
      const open = [...state.transactions.values()].filter(
        item => item.relayerId === id && !terminalStatuses.has(item.status),
      )
      if (find(id) !== undefined && open.length > 0) return { kind: 'busy', transactions: open.length }
      return { kind: remove(id) ? 'retired' : 'missing' }
    },
    async formerLane(id) {
      return state.relayers.findLast(relayer => relayer.id === id && relayer.deletedAt !== null)?.lane ?? null
    },
  }
}

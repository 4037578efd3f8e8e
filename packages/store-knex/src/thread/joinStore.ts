import type { Store } from '@relayer/core'
import type { StoreThread } from './startStoreThread.ts'

/** Methods that only read: they run here, on connections for reading. Whatever is not named goes to the thread. */
const reads: Readonly<Record<string, readonly string[]>> = {
  relayers: ['get', 'list', 'all', 'byLane', 'ofLane'],
  signers: ['get', 'list', 'all'],
  notifications: ['get', 'list', 'all'],
  networks: ['get', 'list', 'all'],
  transactions: ['get', 'list', 'counts', 'allCounts', 'bySequence', 'attempts', 'idempotent'],
  lanes: ['load', 'due', 'dueLanes', 'unsettledLanes', 'slot'],
  events: ['after', 'ofTransaction', 'dueNotifications', 'dueDeliveries'],
}

type Method = (...parameters: unknown[]) => Promise<unknown>

/** One store of two: `reader` for what only reads, the thread for the rest. */
export function joinStore(reader: Store, thread: StoreThread): Store {
  const entries = Object.entries(reader).map(([name, part]: [string, Method | Record<string, Method>]) => {
    if (typeof part === 'function') return [name, (...parameters: unknown[]) => thread.call(null, name, parameters)]
    const methods = Object.entries(part).map(([method, here]) => {
      const there = (...parameters: unknown[]) => thread.call(name, method, parameters)
      return [method, reads[name]?.includes(method) ? here : there]
    })
    return [name, Object.fromEntries(methods)]
  })
  const close = async (): Promise<void> => {
    await Promise.all([reader.close(), thread.close()])
  }
  return { ...(Object.fromEntries(entries) as Store), close }
}

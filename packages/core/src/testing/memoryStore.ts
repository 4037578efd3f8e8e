import { RelayerError } from '../errors/relayerError.ts'
import type { Store } from '../ports/store.ts'
import { createApiKeys } from './memory/apiKeys.ts'
import { createEvents } from './memory/events.ts'
import { createLanes } from './memory/lanes.ts'
import { prune } from './memory/prune.ts'
import { createRelayers, createResources } from './memory/resources.ts'
import { createState } from './memory/state.ts'
import { createTransactions } from './memory/transactions.ts'

export interface MemoryStoreOptions {
  /** The clock of the leases and of soft deletion, ms since the epoch. */
  readonly now: () => number
}

/**
 * A {@link Store} that forgets: for tests and demonstrations. It passes the conformance suite. As on PostgreSQL, events
 * have no position, and so are neither read nor delivered, until `events.stamp` is called.
 *
 * @example
 * const store = createMemoryStore({ now: () => clock.now })
 */
export function createMemoryStore(options: MemoryStoreOptions): Store {
  const state = createState(options.now)
  let closed = false
  return {
    relayers: createRelayers(state),
    signers: createResources(state.signers),
    notifications: createResources(state.notifications),
    networks: createResources(state.networks),
    apiKeys: createApiKeys(state.apiKeys),
    transactions: createTransactions(state),
    lanes: createLanes(state),
    events: createEvents(state),
    prune: async input => prune(state, input),
    async reset() {
      const { signers, notifications, networks, apiKeys, transactions, idempotency, slots, attempts } = state
      for (const map of [signers, notifications, networks, apiKeys]) map.clear()
      for (const map of [transactions, idempotency, slots, attempts]) map.clear()
      state.relayers = []
      state.events = []
      // Tokens and positions go on growing: a holder from before the reset must stay fenced.
      for (const [lane, { token }] of state.leases) state.leases.set(lane, { holder: null, token, expiresAt: 0 })
    },
    async ping() {
      if (closed) throw new RelayerError('STORE_FAILED', 'The store is closed.', { retryable: true })
    },
    async close() {
      closed = true
    },
  }
}

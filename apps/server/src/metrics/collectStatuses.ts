import type { Store } from '@relayer/core'
import { collectWith } from './collectWith.ts'
import type { Instruments } from './createInstruments.ts'

/** Has the number of transactions per status read from the store's counters when it is scraped; every process tells the same. */
export function collectStatuses(store: Store, { byStatus }: Instruments): void {
  collectWith(byStatus, async () => {
    const [relayers, counts] = await Promise.all([store.relayers.all(), store.transactions.allCounts()])
    byStatus.reset()
    for (const { id, networkType } of relayers) {
      for (const [status, count] of counts.get(id) ?? []) {
        byStatus.set({ relayer_id: id, network_type: networkType, status }, count)
      }
    }
  })
}

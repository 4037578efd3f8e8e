import type { Store } from '@relayer/core'
import { collectWith } from './collectWith.ts'
import type { Instruments } from './createInstruments.ts'

/** Has the number of transactions per status read from the store's counters when it is scraped; every process tells the same. */
export function collectStatuses(store: Store, { byStatus }: Instruments): void {
  collectWith(byStatus, async () => {
    const relayers = await store.relayers.all()
    const counts: [labels: Record<'relayer_id' | 'network_type' | 'status', string>, count: number][] = []
    for (const { id, networkType } of relayers) {
      for (const [status, count] of await store.transactions.counts(id)) {
        counts.push([{ relayer_id: id, network_type: networkType, status }, count])
      }
    }
    byStatus.reset()
    for (const [labels, count] of counts) byStatus.set(labels, count)
  })
}

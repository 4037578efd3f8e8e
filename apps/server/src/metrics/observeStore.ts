import type { LaneKey, NewEvent, Store } from '@relayer/core'
import { collectWith } from './collectWith.ts'
import { countProgress, ownerOf } from './countProgress.ts'
import type { Instruments } from './createInstruments.ts'

/**
 * The store with its commits counted and timed. This is the one place where all of a transaction's life passes, whoever
 * drives it, and only what was really committed counts.
 */
export function observeStore(store: Store, instruments: Instruments, now: () => number): Store {
  const { commitSeconds, storeFailures, laneCommits, lanesHeld, deliveries, outboxEvents } = instruments
  const heldUntil = new Map<LaneKey, number>()
  const progress = countProgress(instruments)
  collectWith(lanesHeld, () => lanesHeld.set([...heldUntil.values()].filter(until => until > now()).length))

  async function timed<T>(operation: string, commit: () => Promise<T>): Promise<T> {
    const startedAt = now()
    try {
      return await commit()
    } catch (error) {
      storeFailures.inc({ operation })
      throw error
    } finally {
      commitSeconds.observe({ operation }, (now() - startedAt) / 1000)
    }
  }
  const countEvents = (events: readonly (NewEvent | null)[]) => {
    const told = events.filter(event => event !== null && event.notificationId !== null).length
    if (told > 0) outboxEvents.inc(told)
  }

  return {
    ...store,
    transactions: {
      ...store.transactions,
      async create(items) {
        const results = await timed('create', () => store.transactions.create(items))
        const created = items.filter((_, index) => results[index]?.kind === 'created')
        for (const { transaction } of created) instruments.created.inc(ownerOf(transaction))
        countEvents(created.map(item => item.event))
        return results
      },
      async commitOnce(commit) {
        const result = await timed('once', () => store.transactions.commitOnce(commit))
        if (result.kind === 'done') {
          for (const { transaction } of commit.creates) instruments.created.inc(ownerOf(transaction))
          for (const { transaction } of commit.writes) progress(transaction)
          countEvents([...commit.creates, ...commit.writes].map(item => item.event))
        }
        return result
      },
      async write(items) {
        const results = await timed('write', () => store.transactions.write(items))
        const written = items.filter((_, index) => results[index] === 'written')
        for (const { transaction } of written) progress(transaction)
        countEvents(written.map(item => item.event))
        return results
      },
    },
    lanes: {
      ...store.lanes,
      async acquire(lane, holder, ttlMs) {
        const lease = await store.lanes.acquire(lane, holder, ttlMs)
        if (lease === null) heldUntil.delete(lane)
        else heldUntil.set(lane, now() + lease.ttlMs)
        return lease
      },
      async release(lease) {
        heldUntil.delete(lease.lane)
        await store.lanes.release(lease)
      },
      async commit(commit) {
        const result = await timed('lane', () => store.lanes.commit(commit))
        laneCommits.inc({ result })
        if (result === 'committed') {
          for (const { transaction } of commit.transactions) progress(transaction)
          countEvents([...commit.transactions.map(write => write.event), ...commit.events])
        }
        return result
      },
    },
    events: {
      ...store.events,
      async settleDeliveries(results) {
        await store.events.settleDeliveries(results)
        for (const { result } of results) deliveries.inc({ result: result.kind })
      },
    },
  }
}

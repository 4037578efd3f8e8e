import { createMemoryStore } from '@relayer/core/testing'
import { expect, it } from 'vitest'
import { collectStatuses } from '../src/metrics/collectStatuses.ts'
import { createMetrics } from '../src/metrics/createMetrics.ts'

it('a scrape costs the same few reads however many relayers there are, and tells nothing of deleted ones', async () => {
  const memory = createMemoryStore({ now: Date.now })
  const all = Array.from({ length: 1_000 }, (_, n) => ({ id: `r${n}`, networkType: 'evm' }))
  const reads: string[] = []
  const store = {
    ...memory,
    relayers: { ...memory.relayers, all: async () => (reads.push('relayers'), all) },
    transactions: {
      ...memory.transactions,
      counts: () => Promise.reject(new Error('one relayer at a time')),
      allCounts: async () => (
        reads.push('counts'), new Map(['gone', ...all.map(({ id }) => id)].map(id => [id, new Map([['confirmed', 2]])]))
      ),
    },
  }
  const { registry, instruments } = createMetrics({ runtime: false })
  collectStatuses(store as unknown as typeof memory, instruments)
  const text = await registry.getSingleMetricAsString('transactions_by_status')
  expect(text.match(/^transactions_by_status\{.*status="confirmed"\} 2$/gm)).toHaveLength(1_000)
  expect(text).not.toContain('gone')
  expect(reads.sort()).toEqual(['counts', 'relayers'])
})

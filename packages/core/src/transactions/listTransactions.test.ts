import { expect, test } from 'vitest'
import { createManualClock } from '../testing/manualClock.ts'
import { createMemoryStore } from '../testing/memoryStore.ts'
import { createTestEngine } from '../testing/createTestEngine.ts'

test('a page that is too much for one answer is refused before anything of it is read, whatever it is named', async () => {
  const memory = createMemoryStore({ now: createManualClock().now })
  const counts = new Map([
    ['confirmed', 1_000_000],
    ['failed', 5_000],
  ] as const)
  const read: number[] = []
  const store = {
    ...memory,
    transactions: {
      ...memory.transactions,
      counts: async () => counts,
      list: async ({ perPage }: { perPage: number }) => {
        read.push(perPage)
        return { items: [], total: 0 }
      },
    },
  }
  const { engine } = await createTestEngine('evm', { store })
  const list = (page: number, perPage: number, ...statuses: ('confirmed' | 'failed')[]) =>
    engine.listTransactions({ relayerId: 'main', page, perPage, statuses })
  const error = { code: 'INVALID_REQUEST', message: expect.stringContaining('per_page: ') }
  for (const page of [1, 2]) expect(await list(page, 500_000)).toMatchObject({ ok: false, error })
  expect(await list(1, 4_294_967_295, 'confirmed')).toMatchObject({ ok: false, error })
  expect(read).toEqual([])
  for (const result of [
    await list(1, 10_000),
    await list(1, 4_294_967_295, 'failed'),
    await list(3, 500_000),
    await list(0, 500_000),
  ]) {
    expect(result).toMatchObject({ ok: true })
  }
  expect(read).toEqual([10_000, 4_294_967_295, 500_000, 500_000])
})

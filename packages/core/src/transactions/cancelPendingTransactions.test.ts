import { expect, test } from 'vitest'
import { createTestEngine, type TestEngine } from '../testing/createTestEngine.ts'

const send = async (t: TestEngine, body: object): Promise<string> => {
  const accepted = await t.engine.createTransaction({ relayerId: 'main', body, idempotency: null })
  if (!accepted.ok) throw accepted.error
  return String(accepted.value.record['id'])
}
const cancelAll = async (t: TestEngine) => {
  const result = await t.engine.cancelPendingTransactions('main')
  if (!result.ok) throw result.error
  return result.value
}

test('everything that waits ends, everything in flight is taken off the chain, nothing executes', async () => {
  const t = await createTestEngine()
  const sent = [await send(t, { payload: 'a' }), await send(t, { payload: 'b' })]
  await t.clock.flush()
  const waiting = await send(t, { payload: 'c', notYet: true })
  const { canceled, failed } = await cancelAll(t)
  expect(new Set(canceled)).toEqual(new Set([...sent, waiting]))
  expect(failed).toEqual([])
  expect(await cancelAll(t)).toEqual({ canceled: [], failed: [] })
  await t.blocks(6)
  const rows = await t.store.transactions.get([...sent, waiting])
  expect(rows.map(row => row?.status)).toEqual(['canceled', 'canceled', 'canceled'])
  expect(t.node.executed()).toEqual([])
})

test('more than one batch, while the lane works', async () => {
  const t = await createTestEngine()
  const ids = await Promise.all(
    Array.from({ length: 1_200 }, (_, index) => send(t, { payload: `p${index}`, notYet: index % 2 === 0 })),
  )
  const { canceled, failed } = await cancelAll(t)
  expect(failed).toEqual([])
  expect(new Set(canceled)).toEqual(new Set(ids))
  await t.blocks(10)
  const counts = await t.store.transactions.counts('main')
  expect(Object.fromEntries([...counts].filter(([, count]) => count > 0))).toEqual({ canceled: 1_200 })
})

test('mined ones are left alone, and a paused relayer refuses', async () => {
  const t = await createTestEngine()
  const id = await send(t, { payload: 'a' })
  await t.blocks(1)
  expect(await cancelAll(t)).toEqual({ canceled: [], failed: [] })
  expect((await t.store.transactions.get([id]))[0]?.status).toBe('mined')
  await t.engine.updateRelayer({ id: 'main', paused: true })
  const refused = await t.engine.cancelPendingTransactions('main')
  expect(refused.ok ? null : refused.error.code).toBe('RELAYER_PAUSED')
  await t.blocks(3)
  expect((await t.store.transactions.get([id]))[0]?.status).toBe('confirmed')
})

import { expect, test } from 'vitest'
import { createTestEngine, type TestEngine } from '../testing/createTestEngine.ts'

const dryRun = (t: TestEngine, body: object) => t.engine.dryRunTransaction({ relayerId: 'main', body })

test.each([
  ['passes', { payload: 'a' }, { reason: null, maxCost: 1n, balance: 10n ** 18n }],
  ['refused', { wrong: true }, { reason: 'missing field `payload`', field: 'payload', record: null, maxCost: null }],
  ['fails', { payload: 'a', reverts: true }, { reason: 'reverted', maxCost: 1n }],
  ['fails', { payload: 'a', reject: true }, { reason: 'execution reverted: no' }],
  ['waits', { payload: 'a', notYet: true }, { reason: 'waiting for gas price' }],
])('%s: %j', async (verdict, body, expected) => {
  const t = await createTestEngine()
  expect(await dryRun(t, body)).toMatchObject({ ok: true, value: { verdict, ...expected } })
})

test('waits for funds, and for an endpoint', async () => {
  const t = await createTestEngine()
  t.node.cost = 10n ** 19n
  expect(await dryRun(t, { payload: 'a' })).toMatchObject({
    ok: true,
    value: { verdict: 'waits', reason: 'waiting for funds', maxCost: 10n ** 19n },
  })
  t.node.down = true
  await t.clock.advance(60_000)
  expect(await dryRun(t, { payload: 'a' })).toMatchObject({
    ok: true,
    value: { verdict: 'waits', reason: 'waiting for an endpoint', maxCost: null, balance: null },
  })
})

test('has no effect: no row, no event, no broadcast', async () => {
  const t = await createTestEngine()
  await dryRun(t, { payload: 'a' })
  await t.blocks(3)
  expect(await t.store.transactions.counts('main')).toEqual(new Map())
  await t.store.events.stamp()
  expect(await t.store.events.after(0, 10)).toEqual([])
  expect(t.node.sent).toEqual([])
})

import { expect, test } from 'vitest'
import { createTestEngine, type TestEngine } from '../testing/createTestEngine.ts'

const hour = 3_600_000

async function send(t: TestEngine, body: object): Promise<string> {
  const accepted = await t.engine.createTransaction({ relayerId: 'main', body, idempotency: null })
  if (!accepted.ok) throw accepted.error
  return accepted.value.record['id'] as string
}

const left = async (t: TestEngine, ids: readonly string[]): Promise<number> =>
  (await t.store.transactions.get(ids)).filter(item => item !== null).length

test('finished transactions go after their retention, open ones stay, and the lane goes on at the next sequence', async () => {
  const t = await createTestEngine('evm', { settings: { transactionRetentionMs: hour, eventRetentionMs: 2 * hour } })
  const ids: string[] = []
  for (let index = 0; index < 500; index++) ids.push(await send(t, { payload: `p${index}` }))
  await t.blocks(40)
  const open = await send(t, { payload: 'open', notYet: true })
  expect(t.node.executed()).toHaveLength(500)
  await t.clock.advance(hour - 120_000)
  expect(await left(t, ids)).toBe(500)
  await t.clock.advance(240_000)
  expect(await left(t, ids)).toBe(0)
  expect(await left(t, [open])).toBe(1)
  expect(await t.store.transactions.counts('main')).toEqual(new Map([['pending', 1]]))
  await t.store.events.stamp()
  expect((await t.store.events.after(0, 10_000)).length).toBeGreaterThan(1_500)
  await t.clock.advance(2 * hour)
  expect((await t.store.events.after(0, 10_000)).length).toBeLessThan(100)

  await t.restart()
  await t.clock.advance(15_000)
  const next = await send(t, { payload: 'next' })
  await t.blocks(5)
  const [record] = await t.store.transactions.get([next])
  expect([record?.status, Number(record?.slot?.sequence)]).toEqual(['confirmed', 500])
})

test('idempotency keys go an hour after they expired', async () => {
  const t = await createTestEngine('evm', { settings: { idempotencyMs: hour / 4, sweepMs: 10 * hour } })
  const idempotency = { key: 'k', fingerprint: 'f' }
  const accepted = await t.engine.createTransaction({ relayerId: 'main', body: { payload: 'a' }, idempotency })
  await t.blocks(4)
  await t.clock.advance(hour)
  expect(await t.store.transactions.idempotent('k', 0)).not.toBeNull()
  await t.clock.advance(hour / 2)
  expect(await t.store.transactions.idempotent('k', 0)).toBeNull()
  expect(await left(t, [accepted.ok ? String(accepted.value.record['id']) : ''])).toBe(1)
})

test('an infinite retention keeps everything', async () => {
  const t = await createTestEngine('evm', { settings: { transactionRetentionMs: Infinity, eventRetentionMs: 0 } })
  const id = await send(t, { payload: 'a' })
  await t.blocks(30)
  await t.clock.advance(180_000)
  expect(await left(t, [id])).toBe(1)
  expect(await t.store.events.ofTransaction(id)).toHaveLength(5)
})

test('a store that fails is tried again, and a stop ends it', async () => {
  const t = await createTestEngine()
  const { prune } = t.store
  let calls = 0
  Object.assign(t.store, {
    prune: (input: Parameters<typeof prune>[0]) => {
      calls++
      return calls === 1 ? Promise.reject(new Error('no database')) : prune(input)
    },
  })
  await t.clock.advance(121_000)
  expect(calls).toBe(2)
  await t.engine.stop()
  await t.clock.advance(600_000)
  expect(calls).toBe(2)
})

import { expect, test } from 'vitest'
import type { Engine } from '../engine/engine.ts'
import { createTestEngine } from '../testing/createTestEngine.ts'
import { FAKE_BLOCKHASH_BLOCKS } from '../testing/fakeChain.ts'

// The chain port carries Stellar and Solana without a change: fakes that behave like them run through the same lane.

async function send(engine: Engine, body: object): Promise<string> {
  const accepted = await engine.createTransaction({ relayerId: 'main', body, idempotency: null })
  if (!accepted.ok) throw accepted.error
  return accepted.value.record['id'] as string
}

async function read(engine: Engine, transactionId: string): Promise<Record<string, unknown>> {
  const found = await engine.getTransaction({ relayerId: 'main', transactionId })
  if (!found.ok) throw found.error
  return found.value
}

test('no sequence: every transaction has a slot of its own and none waits for another', async () => {
  const t = await createTestEngine('solana')
  t.node.onBroadcast = bytes =>
    bytes.payload === 'lost' ? { kind: 'unknown', reason: 'lost', endpoint: 'fake' } : null
  const lost = await send(t.engine, { payload: 'lost' })
  const fine = await send(t.engine, { payload: 'fine' })
  await t.blocks(4)
  expect(await read(t.engine, fine)).toMatchObject({ status: 'confirmed' })
  expect(await read(t.engine, lost)).toMatchObject({ status: 'sent' })
})

test('a blockhash that expires: signed again only when the first attempt is proven dead, and executed once', async () => {
  const t = await createTestEngine('solana')
  let lose = true
  t.node.onBroadcast = () => (lose ? { kind: 'unknown', reason: 'lost', endpoint: 'fake' } : null)
  const id = await send(t.engine, { payload: 'a' })
  await t.blocks(FAKE_BLOCKHASH_BLOCKS)
  expect(new Set(t.node.sent).size).toBe(1)
  lose = false
  await t.blocks(6)
  expect(await read(t.engine, id)).toMatchObject({ status: 'confirmed' })
  expect(t.node.executed()).toEqual(['a'])
})

test('a blockhash that expires: dead and past its validity is `expired`, nothing is signed again', async () => {
  const t = await createTestEngine('solana')
  t.node.onBroadcast = () => ({ kind: 'unknown', reason: 'lost', endpoint: 'fake' })
  const id = await send(t.engine, { payload: 'a', validUntil: t.clock.now() + 5_000 })
  await t.blocks(FAKE_BLOCKHASH_BLOCKS + 2)
  expect(await read(t.engine, id)).toMatchObject({ status: 'expired' })
  expect(new Set(t.node.sent).size).toBe(1)
})

test('admission that waits for the first broadcast answers `submitted`', async () => {
  const t = await createTestEngine('solana')
  const answer = t.engine.createTransaction({
    relayerId: 'main',
    body: { payload: 'a', wait: true },
    idempotency: null,
  })
  await t.clock.advance(100)
  expect(await answer).toMatchObject({ ok: true, value: { record: { status: 'submitted' } } })
})

test('replace and cancel act on unbound rows only where attempts cannot compete', async () => {
  const t = await createTestEngine('solana')
  const id = await send(t.engine, { payload: 'a' })
  await t.clock.flush()
  const canceled = await t.engine.cancelTransaction({ relayerId: 'main', transactionId: id })
  expect(canceled).toMatchObject({ ok: false, error: { code: 'INVALID_STATE' } })
  const waiting = await send(t.engine, { payload: 'b', notYet: true })
  await t.clock.flush()
  expect(await t.engine.cancelTransaction({ relayerId: 'main', transactionId: waiting })).toMatchObject({
    ok: true,
    value: { record: { status: 'canceled' } },
  })
})

test('one pending per source account: the next one goes out when the first has landed', async () => {
  const t = await createTestEngine('stellar')
  const ids: string[] = []
  for (const payload of ['a', 'b', 'c']) {
    ids.push(await send(t.engine, { payload }))
    await t.clock.advance(1)
  }
  expect(t.node.pool.size).toBe(1)
  await t.blocks(8)
  for (const id of ids) expect(await read(t.engine, id)).toMatchObject({ status: 'confirmed' })
  expect(t.node.executed()).toEqual(['a', 'b', 'c'])
})

test('a sequence owned by the source account: channel accounts have windows of their own', async () => {
  const t = await createTestEngine('stellar')
  await send(t.engine, { payload: 'a' })
  await send(t.engine, { payload: 'b', source: 'channel-1' })
  await send(t.engine, { payload: 'c', source: 'channel-2' })
  await send(t.engine, { payload: 'd', source: 'channel-1' })
  await t.clock.flush()
  expect(t.node.pool.size).toBe(3)
  await t.blocks(6)
  expect(t.node.executed().toSorted()).toEqual(['a', 'b', 'c', 'd'])
})

test('a time bound that passes: the slot is vacant and the next transaction takes it over', async () => {
  const t = await createTestEngine('stellar')
  let lose = true
  t.node.onBroadcast = bytes =>
    lose && bytes.payload === 'a' ? { kind: 'unknown', reason: 'lost', endpoint: 'fake' } : null
  const first = await send(t.engine, { payload: 'a', validUntil: t.clock.now() + 10_000 })
  const second = await send(t.engine, { payload: 'b' })
  await t.blocks(33)
  expect(await read(t.engine, first)).toMatchObject({ status: 'expired' })
  lose = false
  await t.blocks(6)
  expect(await read(t.engine, second)).toMatchObject({ status: 'confirmed' })
  expect(t.node.executed()).toEqual(['b'])
})

test('an inner hash: a fee-bump is found by it and takes no sequence of ours', async () => {
  const t = await createTestEngine('stellar')
  const bump = await send(t.engine, { payload: 'a', feeBump: true })
  const own = await send(t.engine, { payload: 'b' })
  await t.blocks(4)
  expect(await read(t.engine, bump)).toMatchObject({ status: 'confirmed' })
  expect(await read(t.engine, own)).toMatchObject({ status: 'confirmed' })
})

test('a dead attempt that may not be built again ends its transaction', async () => {
  const t = await createTestEngine('stellar')
  t.node.onBroadcast = () => ({ kind: 'unknown', reason: 'lost', endpoint: 'fake' })
  const id = await send(t.engine, { payload: 'a', feeBump: true })
  await t.blocks(33)
  expect(await read(t.engine, id)).toMatchObject({ status: 'expired' })
})

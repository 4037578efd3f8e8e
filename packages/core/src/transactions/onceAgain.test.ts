import { expect, test } from 'vitest'
import type { Engine } from '../engine/engine.ts'
import type { BatchItem } from './createBatch.ts'
import { createTestEngine, type TestEngine } from '../testing/createTestEngine.ts'

const keyOf = (key: string, fingerprint = 'f') => ({ key, fingerprint })

async function send(engine: Engine, body: object): Promise<string> {
  const accepted = await engine.createTransaction({ relayerId: 'main', body, idempotency: null })
  if (!accepted.ok) throw accepted.error
  return accepted.value.record['id'] as string
}

async function revisionOf(t: TestEngine, id: string): Promise<number | undefined> {
  const [record] = await t.store.transactions.get([id])
  return record?.revisions.length
}

const items = (...payloads: string[]): BatchItem[] => payloads.map(payload => ({ body: { payload } }))

test('I8: of 50 replacements at once with one key one revision is made, and all get its answer', async () => {
  const t = await createTestEngine()
  const id = await send(t.engine, { payload: 'a', notYet: true })
  const replace = (fingerprint: string): ReturnType<Engine['replaceTransaction']> =>
    t.engine.replaceTransaction({
      relayerId: 'main',
      transactionId: id,
      body: { payload: fingerprint, notYet: true },
      idempotency: keyOf('put', fingerprint),
    })
  const answers = await Promise.all(Array.from({ length: 50 }, () => replace('b')))
  expect(answers.filter(answer => answer.ok && !answer.value.replayed)).toHaveLength(1)
  expect(answers.filter(answer => answer.ok && answer.value.record['revision'] === 2)).toHaveLength(50)
  expect(await revisionOf(t, id)).toBe(2)
  expect(await replace('c')).toMatchObject({ ok: false, error: { code: 'IDEMPOTENCY_CONFLICT' } })
  expect(await revisionOf(t, id)).toBe(2)
})

test('I8: a cancellation under a key is answered the same again, though the transaction is canceled by now', async () => {
  const t = await createTestEngine()
  const id = await send(t.engine, { payload: 'a', notYet: true })
  const cancel = (key: string): ReturnType<Engine['cancelTransaction']> =>
    t.engine.cancelTransaction({ relayerId: 'main', transactionId: id, idempotency: keyOf(key) })
  const answers = await Promise.all(Array.from({ length: 20 }, () => cancel('delete')))
  expect(answers.every(answer => answer.ok && answer.value.record['status'] === 'canceled')).toBe(true)
  expect(answers.filter(answer => answer.ok && !answer.value.replayed)).toHaveLength(1)
  expect(await cancel('another key')).toMatchObject({ ok: false, error: { code: 'INVALID_STATE' } })
  const events = await t.store.events.ofTransaction(id)
  expect(events.filter(({ payload }) => JSON.parse(payload).status === 'canceled')).toHaveLength(1)
})

test('I8: two engines on one store: both replacements with one key get one answer', async () => {
  const t = await createTestEngine()
  const first = t.engine
  const id = await send(first, { payload: 'a', notYet: true })
  const second = await t.restart()
  const input = { relayerId: 'main', transactionId: id, body: { payload: 'b', notYet: true }, idempotency: keyOf('k') }
  const [one, two] = await Promise.all([first.replaceTransaction(input), second.replaceTransaction(input)])
  expect([one.ok, two.ok]).toEqual([true, true])
  expect(one.ok && one.value.record).toEqual(two.ok && two.value.record)
  expect(await revisionOf(t, id)).toBe(2)
})

test('a refusal stores nothing under its key', async () => {
  const t = await createTestEngine()
  const id = await send(t.engine, { payload: 'a', notYet: true })
  const replace = (body: object): ReturnType<Engine['replaceTransaction']> =>
    t.engine.replaceTransaction({ relayerId: 'main', transactionId: id, body, idempotency: keyOf('k') })
  expect(await replace({ wrong: true })).toMatchObject({ ok: false, error: { code: 'INVALID_REQUEST' } })
  expect(await replace({ payload: 'b', notYet: true })).toMatchObject({ ok: true, value: { replayed: false } })
})

test('the first answer outlives the transaction', async () => {
  const t = await createTestEngine('evm', { settings: { transactionRetentionMs: 60_000 } })
  const create = (): ReturnType<Engine['createTransaction']> =>
    t.engine.createTransaction({ relayerId: 'main', body: { payload: 'a' }, idempotency: keyOf('k') })
  const first = await create()
  const id = first.ok ? String(first.value.record['id']) : ''
  await t.blocks(30)
  await t.clock.advance(180_000)
  expect(await t.store.transactions.get([id])).toEqual([null])
  expect(await create()).toEqual({
    ok: true,
    value: { replayed: true, record: first.ok ? first.value.record : null },
  })
})

test('I8: killed at any step of a batch or a replacement, the same key gives one outcome', async () => {
  for (const when of ['before', 'after'] as const) {
    for (let calls = 1; calls <= 6; calls++) {
      const t = await createTestEngine()
      const id = await send(t.engine, { payload: 'a', notYet: true })
      await t.clock.flush()
      const batch = (): ReturnType<Engine['createBatch']> =>
        t.engine.createBatch({
          relayerId: 'main',
          items: items('x', 'y', 'z'),
          atomic: true,
          idempotency: keyOf('batch'),
        })
      const replace = (): ReturnType<Engine['replaceTransaction']> =>
        t.engine.replaceTransaction({
          relayerId: 'main',
          transactionId: id,
          body: { payload: 'b' },
          idempotency: keyOf('put'),
        })
      t.killAfter(calls, when)
      void batch()
      void replace()
      await t.clock.flush()
      await t.clock.advance(15_000)
      await t.restart()
      const [posted, again] = [await batch(), await batch()]
      const replaced = await replace()
      expect([posted.ok, again.ok, replaced.ok]).toEqual([true, true, true])
      expect(again.ok && again.value.outcomes).toEqual(posted.ok && posted.value.outcomes)
      expect(await revisionOf(t, id)).toBe(2)
      await t.clock.advance(15_000)
      await t.blocks(8)
      expect(t.node.executed().toSorted()).toEqual(['b', 'x', 'y', 'z'])
    }
  }
})

test('a transaction does not grow without end by being replaced, and can still be canceled', async () => {
  const t = await createTestEngine()
  const payload = 'x'.repeat(2_000_000)
  const id = await send(t.engine, { payload, notYet: true })
  const replace = (text: string): ReturnType<Engine['replaceTransaction']> =>
    t.engine.replaceTransaction({ relayerId: 'main', transactionId: id, body: { payload: text, notYet: true } })
  expect(await replace(payload)).toMatchObject({ ok: true })
  expect(await replace(payload)).toMatchObject({ ok: false, error: { code: 'INVALID_STATE' } })
  expect(await revisionOf(t, id)).toBe(2)
  expect(await replace('small')).toMatchObject({ ok: true })
  expect(await t.engine.cancelTransaction({ relayerId: 'main', transactionId: id })).toMatchObject({ ok: true })
})

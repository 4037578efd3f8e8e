import type { TransactionStatus } from '@relayer/schemas'
import { expect, test } from 'vitest'
import type { Engine } from '../engine/engine.ts'
import { createTestEngine, type TestEngine } from '../testing/createTestEngine.ts'
import type { WaitInput } from './waitForTransaction.ts'

async function send(engine: Engine, body: object): Promise<string> {
  const accepted = await engine.createTransaction({ relayerId: 'main', body, idempotency: null })
  if (!accepted.ok) throw accepted.error
  return accepted.value.record['id'] as string
}

/** A wait that has started; `settled` tells how it ended, undefined while it lasts. */
function start(engine: Engine, transactionId: string, status: TransactionStatus, change: Partial<WaitInput> = {}) {
  const wait: { settled?: unknown; honoured?: boolean } = {}
  const input = { relayerId: 'main', transactionId, status, timeoutMs: 20_000, ...change }
  void engine.waitForTransaction(input).then(result => {
    wait.settled = result.ok ? result.value.record['status'] : result.error.code
    if (result.ok) wait.honoured = result.value.honoured
  })
  return wait
}

/** Counts the reads of transactions from now on. */
function countReads(t: TestEngine): () => number {
  const { transactions } = t.store
  const get = transactions.get
  let reads = 0
  Object.assign(transactions, {
    get: (ids: readonly string[]) => {
      reads++
      return get(ids)
    },
  })
  return () => reads
}

test('ends as soon as the status is reached, and not before', async () => {
  const t = await createTestEngine()
  const id = await send(t.engine, { payload: 'a' })
  const waits = { submitted: start(t.engine, id, 'submitted'), mined: start(t.engine, id, 'mined') }
  const confirmed = start(t.engine, id, 'confirmed')
  await t.clock.flush()
  expect([waits.submitted.settled, waits.mined.settled]).toEqual(['submitted', undefined])
  await t.blocks(1)
  expect([waits.mined.settled, confirmed.settled]).toEqual(['mined', undefined])
  await t.blocks(2)
  expect(confirmed).toEqual({ settled: 'confirmed', honoured: true })
  const late = start(t.engine, id, 'mined')
  await t.clock.flush()
  expect(late).toEqual({ settled: 'confirmed', honoured: true })
})

test('any terminal status ends it', async () => {
  const t = await createTestEngine()
  const failing = await send(t.engine, { payload: 'a', reject: true })
  const canceled = await send(t.engine, { payload: 'b', notYet: true })
  const waits = [start(t.engine, failing, 'mined'), start(t.engine, canceled, 'confirmed')]
  await t.clock.flush()
  await t.engine.cancelTransaction({ relayerId: 'main', transactionId: canceled })
  await t.clock.flush()
  expect(waits.map(({ settled }) => settled)).toEqual(['failed', 'canceled'])
})

test('after the time-out the record as it is then', async () => {
  const t = await createTestEngine()
  const id = await send(t.engine, { payload: 'a' })
  const wait = start(t.engine, id, 'mined', { timeoutMs: 5_000 })
  await t.clock.advance(4_999)
  expect(wait.settled).toBeUndefined()
  await t.clock.advance(1)
  expect(wait).toEqual({ settled: 'submitted', honoured: true })
})

test('a transaction of another relayer is not found', async () => {
  const t = await createTestEngine()
  const wait = start(t.engine, 'nothing', 'mined')
  await t.clock.flush()
  expect(wait.settled).toBe('NOT_FOUND')
})

test('200 waiters cost one read each and one shared read per poll, and hear at once', async () => {
  const t = await createTestEngine()
  const ids = await Promise.all(Array.from({ length: 200 }, () => send(t.engine, { payload: 'p', notYet: true })))
  await t.clock.flush()
  const reads = countReads(t)
  const waits = ids.map(id => start(t.engine, id, 'mined'))
  await t.clock.flush()
  const first = reads()
  // The read that answers a GET and the one behind the subscription.
  expect(first).toBe(400)
  await t.clock.advance(10_000)
  expect(reads() - first).toBeLessThanOrEqual(11)
  for (const transactionId of ids) await t.engine.cancelTransaction({ relayerId: 'main', transactionId })
  await t.clock.flush()
  expect(waits.every(({ settled }) => settled === 'canceled')).toBe(true)
  const before = reads()
  await t.clock.advance(10_000)
  expect(reads()).toBe(before)
})

test('a change that another process commits is seen by the shared read', async () => {
  const t = await createTestEngine()
  const waiting = t.engine
  const id = await send(waiting, { payload: 'a', notYet: true })
  const other = await t.restart()
  const wait = start(waiting, id, 'mined')
  await t.clock.flush()
  await other.cancelTransaction({ relayerId: 'main', transactionId: id })
  await t.clock.flush()
  expect(wait.settled).toBeUndefined()
  await t.clock.advance(1_000)
  expect(wait.settled).toBe('canceled')
})

test('over the limit the answer comes at once and says that it was not waited for; places are given back', async () => {
  const t = await createTestEngine('evm', { settings: { maxWaiters: 2 } })
  const id = await send(t.engine, { payload: 'a', notYet: true })
  let leave = (): void => {}
  const first = start(t.engine, id, 'mined', { whenGone: listener => (leave = listener) })
  const second = start(t.engine, id, 'mined', { timeoutMs: 3_000 })
  await t.clock.flush()
  const third = start(t.engine, id, 'mined')
  await t.clock.flush()
  expect([first.settled, second.settled, third]).toEqual([
    undefined,
    undefined,
    { settled: 'pending', honoured: false },
  ])
  leave()
  await t.clock.flush()
  expect(first).toEqual({ settled: 'pending', honoured: false })
  const [record] = await t.store.transactions.get([id])
  expect(record?.status).toBe('pending')
  const fourth = start(t.engine, id, 'mined')
  await t.clock.advance(3_000)
  expect([second.settled, fourth.settled]).toEqual(['pending', undefined])
})

test('a stop answers whoever waits', async () => {
  const t = await createTestEngine()
  const id = await send(t.engine, { payload: 'a', notYet: true })
  const wait = start(t.engine, id, 'mined')
  await t.clock.flush()
  t.engine.interruptWaits()
  const later = start(t.engine, id, 'mined')
  await t.clock.flush()
  expect([wait, later]).toEqual(Array.from({ length: 2 }, () => ({ settled: 'pending', honoured: false })))
})

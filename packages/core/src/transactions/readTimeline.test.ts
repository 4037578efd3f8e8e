import { expect, test } from 'vitest'
import { createTestEngine } from '../testing/createTestEngine.ts'

test('tells every revision, attempt and event of a replaced transaction, oldest first', async () => {
  const t = await createTestEngine()
  const { engine, clock } = t
  const accepted = await engine.createTransaction({ relayerId: 'main', body: { payload: 'old' }, idempotency: null })
  const transactionId = accepted.ok ? String(accepted.value.record['id']) : ''
  await clock.advance(2_000)
  await engine.replaceTransaction({ relayerId: 'main', transactionId, body: { payload: 'new' } })
  await t.blocks(4)
  const timeline = await engine.readTimeline({ relayerId: 'main', transactionId })
  if (!timeline.ok) throw timeline.error
  const { revisions, attempts, events, transaction } = timeline.value
  expect(transaction.status).toBe('confirmed')
  expect(revisions.map(({ revision, record }) => [revision.number, record['payload']])).toEqual([
    [1, 'old'],
    [2, 'new'],
  ])
  expect(attempts.map(({ attempt }) => [attempt.revision, attempt.endpoint, attempt.landing?.success ?? null])).toEqual(
    [
      [1, 'fake', null],
      [2, 'fake', true],
    ],
  )
  expect(attempts.map(({ record }) => record['hash'])).toEqual(attempts.map(({ attempt }) => attempt.id))
  expect(events.map(({ kind, status }) => [kind, status])).toEqual([
    ['transaction_created', 'pending'],
    ['transaction_update', 'sent'],
    ['transaction_update', 'submitted'],
    ['transaction_update', 'submitted'],
    ['transaction_update', 'submitted'],
    ['transaction_update', 'mined'],
    ['transaction_update', 'confirmed'],
  ])
  expect(events.at(-1)?.hash).toBe(attempts[1]?.attempt.id)
})

test('a transaction of another relayer is not found', async () => {
  const t = await createTestEngine()
  expect(await t.engine.readTimeline({ relayerId: 'main', transactionId: 'other' })).toMatchObject({
    ok: false,
    error: { code: 'NOT_FOUND' },
  })
})

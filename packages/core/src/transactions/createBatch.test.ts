import { expect, test } from 'vitest'
import { createTestEngine, type TestEngine } from '../testing/createTestEngine.ts'
import type { BatchItem, CreateBatchInput } from './createBatch.ts'

const body = (payload: unknown): BatchItem => ({ body: { payload } })
const unreadable: BatchItem = { refused: { reason: 'missing field `value`', field: 'value' } }

function post(t: TestEngine, items: readonly BatchItem[], change: Partial<CreateBatchInput> = {}) {
  return t.engine.createBatch({ relayerId: 'main', items, atomic: false, idempotency: null, ...change })
}

async function countOf(t: TestEngine): Promise<number> {
  return (await t.store.transactions.list({ relayerId: 'main', statuses: [], page: 1, perPage: 1 })).total
}

test('300 items are executed in the order given', async () => {
  const t = await createTestEngine()
  const payloads = Array.from({ length: 300 }, (_, index) => `p${index}`)
  const posted = await post(t, payloads.map(body), { atomic: true })
  if (!posted.ok) throw posted.error
  expect(posted.value.outcomes.map(outcome => outcome.kind === 'accepted' && outcome.record['payload'])).toEqual(
    payloads,
  )
  await t.blocks(10)
  expect(t.node.executed()).toEqual(payloads)
})

test('all or nothing: the first refused item names its index and field, and nothing is stored', async () => {
  const t = await createTestEngine()
  const refused = await post(t, [body('a'), body(7), unreadable], {
    atomic: true,
    idempotency: { key: 'k', fingerprint: 'f' },
  })
  expect(refused).toMatchObject({
    ok: false,
    error: { code: 'INVALID_REQUEST', message: 'transactions[1].payload: missing field `payload`' },
  })
  expect(await countOf(t)).toBe(0)
  expect(await t.store.transactions.idempotent('k', 0)).toBeNull()
})

test('each on its own: results in order, refused ones with reason and field', async () => {
  const t = await createTestEngine()
  const posted = await post(t, [body('a'), unreadable, body(7), body('b')])
  expect(posted).toMatchObject({
    ok: true,
    value: {
      replayed: false,
      outcomes: [
        { kind: 'accepted', record: { payload: 'a', status: 'pending' } },
        { kind: 'refused', refused: { field: 'value' } },
        { kind: 'refused', refused: { field: 'payload', reason: 'missing field `payload`' } },
        { kind: 'accepted', record: { payload: 'b' } },
      ],
    },
  })
  await t.blocks(4)
  expect(t.node.executed()).toEqual(['a', 'b'])
})

test('I8: a batch is repeated under its key as a whole; another body conflicts; all refused stores no key', async () => {
  const t = await createTestEngine()
  const keyed = (fingerprint: string) => ({ idempotency: { key: 'k', fingerprint } })
  expect(await post(t, [unreadable], keyed('f'))).toMatchObject({ ok: true, value: { replayed: false } })
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(t, [body('a'), unreadable], keyed('g'))))
  expect(answers.filter(answer => answer.ok && !answer.value.replayed)).toHaveLength(1)
  const outcomes = answers.map(answer => JSON.stringify(answer.ok && answer.value.outcomes))
  expect(new Set(outcomes).size).toBe(1)
  expect(await countOf(t)).toBe(1)
  expect(await post(t, [body('b')], keyed('h'))).toMatchObject({ ok: false, error: { code: 'IDEMPOTENCY_CONFLICT' } })
})

test.each([null, { key: 'k', fingerprint: 'f' }])(
  'a relayer deleted meanwhile takes no batch (key: %j)',
  async idempotency => {
    const t = await createTestEngine()
    expect(await post(t, [body('known')])).toMatchObject({ ok: true })
    await t.blocks(10)
    expect(await t.store.relayers.retire('main')).toEqual({ kind: 'retired' })
    expect(await post(t, [body('late')], { idempotency })).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
    expect(await countOf(t)).toBe(1)
    expect(await t.store.transactions.idempotent('k', 0)).toBeNull()
  },
)

import { expect, test } from 'vitest'
import type { Engine } from '../engine/engine.ts'
import { createTestEngine, type TestEngine } from '../testing/createTestEngine.ts'

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

const statusOf = async (engine: Engine, id: string): Promise<unknown> => (await read(engine, id))['status']

async function events(t: TestEngine, transactionId: string): Promise<readonly (readonly [string, unknown])[]> {
  await t.store.events.stamp()
  const all = await t.store.events.after(0, 10_000)
  return all
    .filter(event => event.transactionId === transactionId)
    .map(event => [event.kind, JSON.parse(event.payload).status] as const)
}

test('a transaction goes pending, submitted, mined, confirmed, and every change has its event', async () => {
  const t = await createTestEngine()
  const id = await send(t.engine, { payload: 'a' })
  await t.clock.flush()
  expect(await statusOf(t.engine, id)).toBe('submitted')
  await t.blocks(1)
  expect(await statusOf(t.engine, id)).toBe('mined')
  await t.blocks(2)
  expect(await statusOf(t.engine, id)).toBe('confirmed')
  expect(t.node.executed()).toEqual(['a'])
  expect(await events(t, id)).toEqual([
    ['transaction_created', 'pending'],
    ['transaction_update', 'sent'],
    ['transaction_update', 'submitted'],
    ['transaction_update', 'mined'],
    ['transaction_update', 'confirmed'],
  ])
})

test('200 at once: consecutive sequences, each executed once, in order', async () => {
  const t = await createTestEngine()
  const bodies = Array.from({ length: 200 }, (_, index) => ({ payload: `p${index}` }))
  const ids = await Promise.all(bodies.map(body => send(t.engine, body)))
  await t.blocks(6)
  for (const id of ids) expect(await statusOf(t.engine, id)).toBe('confirmed')
  expect(t.node.executed().toSorted()).toEqual(bodies.map(({ payload }) => payload).toSorted())
})

test('I1: bytes are stored before they are sent', async () => {
  const t = await createTestEngine()
  const stored: boolean[] = []
  t.node.onBroadcast = bytes => {
    void t.store.lanes
      .slot('evm:fake-evm:account-7-7-7-7', bytes)
      .then(found => stored.push(found?.attempts.some(({ id }) => id === bytes.id) ?? false))
    return null
  }
  await send(t.engine, { payload: 'a' })
  await t.blocks(1)
  expect(stored).toEqual([true])
})

test('I5: a tick with no new facts writes nothing', async () => {
  const t = await createTestEngine()
  const id = await send(t.engine, { payload: 'a' })
  await t.blocks(1)
  const [before] = await t.store.transactions.get([id])
  const counted = await events(t, id)
  await t.clock.advance(5_000)
  expect((await t.store.transactions.get([id]))[0]).toEqual(before)
  expect(await events(t, id)).toEqual(counted)
})

test('I11: a restart between store and broadcast sends the stored bytes, and signs nothing new', async () => {
  const t = await createTestEngine()
  t.node.onBroadcast = () => ({ kind: 'unknown', reason: 'killed here', endpoint: null })
  const id = await send(t.engine, { payload: 'a' })
  await t.clock.flush()
  expect(await statusOf(t.engine, id)).toBe('sent')
  await t.engine.stop()
  t.node.onBroadcast = () => null
  const second = await t.restart()
  await t.clock.advance(3_000)
  await t.blocks(4)
  expect(await statusOf(second, id)).toBe('confirmed')
  expect(new Set(t.node.sent).size).toBe(1)
})

test('I7: a second engine does not drive a lane whose lease another one holds', async () => {
  const t = await createTestEngine()
  await t.restart()
  for (let index = 0; index < 20; index++) await send(t.engine, { payload: `p${index}` })
  await t.blocks(5)
  expect(t.node.executed()).toHaveLength(20)
  expect(new Set(t.node.sent).size).toBe(20)
})

test('a refusal stays `sent` with its reason until a no-op has taken the slot, then `failed`', async () => {
  const t = await createTestEngine()
  t.node.onBroadcast = bytes =>
    bytes.payload === 'bad' ? { kind: 'refused', reason: 'exceeds block gas limit', endpoint: 'fake' } : null
  const bad = await send(t.engine, { payload: 'bad' })
  const good = await send(t.engine, { payload: 'good' })
  await t.clock.advance(500)
  expect(await read(t.engine, bad)).toMatchObject({ status: 'sent', status_reason: 'exceeds block gas limit' })
  await t.blocks(4)
  expect(await read(t.engine, bad)).toMatchObject({ status: 'failed', status_reason: 'exceeds block gas limit' })
  expect(await statusOf(t.engine, good)).toBe('confirmed')
  expect(t.node.executed()).toEqual(['good'])
})

test('a rejected build uses no sequence', async () => {
  const t = await createTestEngine()
  const bad = await send(t.engine, { payload: 'bad', reject: true })
  const good = await send(t.engine, { payload: 'good' })
  await t.blocks(4)
  expect(await read(t.engine, bad)).toMatchObject({
    status: 'failed',
    status_reason: 'execution reverted: no',
    hash: null,
  })
  expect(await statusOf(t.engine, good)).toBe('confirmed')
})

test('a reverted transaction is `submitted` below depth and `failed` at depth', async () => {
  const t = await createTestEngine()
  const id = await send(t.engine, { payload: 'a', reverts: true })
  await t.blocks(1)
  expect(await statusOf(t.engine, id)).toBe('submitted')
  await t.blocks(2)
  expect(await read(t.engine, id)).toMatchObject({ status: 'failed', status_reason: 'reverted' })
})

test('a reorg moves `mined` back, sends the same bytes again and tells', async () => {
  const t = await createTestEngine()
  const id = await send(t.engine, { payload: 'a' })
  await t.blocks(1)
  expect(await statusOf(t.engine, id)).toBe('mined')
  t.node.reorg(1)
  await t.clock.advance(1_000)
  expect(await statusOf(t.engine, id)).toBe('submitted')
  await t.blocks(4)
  expect(await statusOf(t.engine, id)).toBe('confirmed')
  expect(t.node.executed()).toEqual(['a'])
  expect(new Set(t.node.sent).size).toBe(1)
  expect(await events(t, id)).toContainEqual(['transaction_reorged', 'submitted'])
})

test('a deep reorg after `confirmed` keeps the status, sends again and tells', async () => {
  const t = await createTestEngine()
  const id = await send(t.engine, { payload: 'a' })
  await t.blocks(3)
  expect(await statusOf(t.engine, id)).toBe('confirmed')
  t.node.reorg(4)
  await t.clock.advance(1_000)
  await t.blocks(8)
  expect(await statusOf(t.engine, id)).toBe('confirmed')
  expect(t.node.executed()).toEqual(['a'])
  expect(await events(t, id)).toContainEqual(['transaction_reorged', 'confirmed'])
})

test('a replacement competes for the same slot and wins', async () => {
  const t = await createTestEngine()
  const id = await send(t.engine, { payload: 'old' })
  await t.clock.advance(100)
  const replaced = await t.engine.replaceTransaction({ relayerId: 'main', transactionId: id, body: { payload: 'new' } })
  expect(replaced).toMatchObject({ ok: true, value: { record: { id, payload: 'new', revision: 2 } } })
  await t.clock.advance(100)
  await t.blocks(4)
  expect(await read(t.engine, id)).toMatchObject({ status: 'confirmed', payload: 'new', executed_revision: 2 })
  expect(t.node.executed()).toEqual(['new'])
})

test('a pending transaction is replaced without a second attempt', async () => {
  const t = await createTestEngine()
  const id = await send(t.engine, { payload: 'old', notYet: true })
  await t.clock.advance(100)
  expect(await read(t.engine, id)).toMatchObject({ status: 'pending', status_reason: 'waiting for gas price' })
  await t.engine.replaceTransaction({ relayerId: 'main', transactionId: id, body: { payload: 'new' } })
  await t.blocks(4)
  expect(t.node.executed()).toEqual(['new'])
  expect(new Set(t.node.sent).size).toBe(1)
})

test('a replacement that comes too late: the older revision is what the record shows', async () => {
  const t = await createTestEngine()
  const id = await send(t.engine, { payload: 'old' })
  await t.clock.advance(100)
  t.node.mine()
  const replaced = await t.engine.replaceTransaction({ relayerId: 'main', transactionId: id, body: { payload: 'new' } })
  expect(replaced.ok).toBe(true)
  await t.blocks(4)
  expect(await read(t.engine, id)).toMatchObject({
    status: 'confirmed',
    payload: 'old',
    executed_revision: 1,
    status_reason: 'Replacement (or cancellation) came too late: revision 1 executed',
  })
  expect(t.node.executed()).toEqual(['old'])
})

test('a replacement that can not be built is withdrawn, and the original goes on', async () => {
  const t = await createTestEngine()
  const id = await send(t.engine, { payload: 'old' })
  await t.clock.advance(100)
  await t.engine.replaceTransaction({ relayerId: 'main', transactionId: id, body: { payload: 'new', reject: true } })
  await t.clock.advance(500)
  expect(await read(t.engine, id)).toMatchObject({
    status: 'submitted',
    payload: 'old',
    status_reason: 'Replacement rejected: execution reverted: no',
  })
  await t.blocks(4)
  expect(await statusOf(t.engine, id)).toBe('confirmed')
})

test('replace and cancel are refused for mined, terminal and cancelled ones', async () => {
  const t = await createTestEngine()
  const id = await send(t.engine, { payload: 'a' })
  await t.blocks(1)
  const replace = (): ReturnType<Engine['replaceTransaction']> =>
    t.engine.replaceTransaction({ relayerId: 'main', transactionId: id, body: { payload: 'b' } })
  const expected =
    'Invalid transaction state for replace_transaction. Current: Mined, Expected one of: [Pending, Sent, Submitted]'
  expect(await replace()).toMatchObject({ ok: false, error: { code: 'INVALID_STATE', message: expected } })
  await t.blocks(3)
  expect(await replace()).toMatchObject({ ok: false, error: { code: 'INVALID_STATE' } })
  const other = await send(t.engine, { payload: 'c' })
  await t.clock.flush()
  expect(await t.engine.cancelTransaction({ relayerId: 'main', transactionId: other })).toMatchObject({ ok: true })
  expect(await t.engine.cancelTransaction({ relayerId: 'main', transactionId: other })).toMatchObject({ ok: false })
})

test('cancel: at once while unbound, by a no-op afterwards', async () => {
  const t = await createTestEngine()
  const waiting = await send(t.engine, { payload: 'a', notYet: true })
  await t.clock.flush()
  const atOnce = await t.engine.cancelTransaction({ relayerId: 'main', transactionId: waiting })
  expect(atOnce).toMatchObject({
    ok: true,
    value: { record: { status: 'canceled', status_reason: 'Transaction canceled by user' } },
  })

  const bound = await send(t.engine, { payload: 'b' })
  await t.clock.flush()
  const later = await t.engine.cancelTransaction({ relayerId: 'main', transactionId: bound })
  expect(later).toMatchObject({ ok: true, value: { record: { status: 'submitted' } } })
  await t.clock.flush()
  await t.blocks(4)
  expect(await statusOf(t.engine, bound)).toBe('canceled')
  expect(t.node.executed()).toEqual([])
})

test('expiry: at once while unbound, by a no-op afterwards', async () => {
  const t = await createTestEngine()
  const validUntil = t.clock.now() + 5_000
  const waiting = await send(t.engine, { payload: 'a', notYet: true, validUntil })
  const bound = await send(t.engine, { payload: 'b', validUntil })
  await t.clock.advance(6_000)
  expect(await statusOf(t.engine, waiting)).toBe('expired')
  expect(await statusOf(t.engine, bound)).toBe('submitted')
  await t.blocks(4)
  expect(await statusOf(t.engine, bound)).toBe('expired')
  expect(t.node.executed()).toEqual([])
})

test('an expired one that no node has acknowledged: from then on its no-op is sent and never its own bytes', async () => {
  const t = await createTestEngine()
  t.node.onBroadcast = bytes =>
    bytes.payload === 'a' ? { kind: 'unknown', reason: 'no answer', endpoint: 'fake' } : null
  const id = await send(t.engine, { payload: 'a', validUntil: t.clock.now() + 5_000 })
  await t.clock.advance(4_900)
  expect(await statusOf(t.engine, id)).toBe('sent')
  const own = new Set(t.node.sent)
  await t.clock.advance(200)
  const before = t.node.sent.length
  await t.clock.advance(30_000)
  await t.blocks(4)
  expect(t.node.sent.slice(before).filter(hash => own.has(hash))).toEqual([])
  expect(await read(t.engine, id)).toMatchObject({ status: 'expired' })
  expect(t.node.executed()).toEqual([])
})

test.each(['a node knows the bytes that are sent again', 'a block has it'])(
  'whoever tells that a lost broadcast has arrived, the record says when it was sent: %s',
  async how => {
    const t = await createTestEngine()
    t.node.onBroadcast = () => ({ kind: 'unknown', reason: 'no answer', endpoint: 'fake', deliver: true })
    const id = await send(t.engine, { payload: 'a' })
    await t.clock.flush()
    const sentAt = async (): Promise<number | null | undefined> => (await t.store.transactions.get([id]))[0]?.sentAt
    expect([await statusOf(t.engine, id), await sentAt()]).toEqual(['sent', null])
    if (how === 'a block has it') await t.blocks(1)
    else t.node.onBroadcast = () => null
    await t.clock.advance(3_000)
    expect(await statusOf(t.engine, id)).toBe(how === 'a block has it' ? 'mined' : 'submitted')
    expect(await sentAt()).toEqual(expect.any(Number))
  },
)

/** A transaction whose sequence somebody else with the key has used. */
async function outrun(t: TestEngine, payload?: string): Promise<string> {
  const id = await send(t.engine, { payload: 'a' })
  await t.clock.flush()
  t.node.drop((await read(t.engine, id))['hash'] as string)
  t.node.stranger('account-7-7-7-7', payload)
  t.node.onBroadcast = bytes =>
    bytes.sequence.endsWith('0') ? { kind: 'sequenceTooLow', reason: 'nonce too low', endpoint: 'fake' } : null
  return id
}

test('a sequence used by a stranger: a new slot, but only once the use is final', async () => {
  const t = await createTestEngine()
  const id = await outrun(t)
  await t.blocks(15)
  expect(await statusOf(t.engine, id)).toBe('submitted')
  await t.blocks(8)
  expect(await statusOf(t.engine, id)).toBe('confirmed')
  expect(t.node.executed()).toEqual(['a'])
  expect(await events(t, id)).toContainEqual(['transaction_update', 'pending'])
})

test('a sequence used by an attempt that the rows have lost: adopted as executed, not sent again', async () => {
  const t = await createTestEngine()
  const id = await outrun(t, 'a')
  await t.blocks(24)
  expect(await read(t.engine, id)).toMatchObject({ status: 'confirmed', executed_revision: 1 })
  expect(t.node.executed()).toEqual(['a'])
})

test('a sequence used by nobody who can be found: `failed`, never a new slot', async () => {
  const t = await createTestEngine('evm', { hidesConsumers: true })
  const id = await outrun(t)
  await t.blocks(24)
  expect(await read(t.engine, id)).toMatchObject({
    status: 'failed',
    status_reason: 'nonce 0 consumed by an unknown transaction',
  })
  t.node.onBroadcast = () => null
  const next = await send(t.engine, { payload: 'b' })
  await t.blocks(4)
  expect(await statusOf(t.engine, next)).toBe('confirmed')
  expect(t.node.executed()).toEqual(['b'])
})

test('a fee below what the node wants is bumped until it is accepted', async () => {
  const t = await createTestEngine()
  t.node.leastFee = 12
  const id = await send(t.engine, { payload: 'a' })
  await t.clock.advance(5_000)
  expect(await statusOf(t.engine, id)).toBe('submitted')
  await t.blocks(4)
  expect(await statusOf(t.engine, id)).toBe('confirmed')
})

test('what stands still in a pool too long is bumped', async () => {
  const t = await createTestEngine('evm', { settings: { bumpAfterMs: 10_000 } })
  const id = await send(t.engine, { payload: 'a' })
  await t.clock.advance(11_000)
  expect(new Set(t.node.sent).size).toBe(2)
  await t.blocks(4)
  expect(await statusOf(t.engine, id)).toBe('confirmed')
  expect(t.node.executed()).toEqual(['a'])
})

test('without funds for all, only what can be paid gets a sequence', async () => {
  const t = await createTestEngine()
  t.node.cost = 10n
  t.node.balance = 25n
  const ids = [
    await send(t.engine, { payload: 'a' }),
    await send(t.engine, { payload: 'b' }),
    await send(t.engine, { payload: 'c' }),
  ]
  await t.clock.advance(500)
  expect(await Promise.all(ids.map(id => statusOf(t.engine, id)))).toEqual(['submitted', 'submitted', 'pending'])
  expect(await read(t.engine, ids[2] as string)).toMatchObject({ status_reason: 'waiting for funds' })
  t.node.balance = 100n
  await t.blocks(6)
  expect(await Promise.all(ids.map(id => statusOf(t.engine, id)))).toEqual(['confirmed', 'confirmed', 'confirmed'])
})

test('an account of which nodes take one at a time has a window of one, whatever the lane has reached', async () => {
  const t = await createTestEngine()
  await Promise.all(Array.from({ length: 70 }, (_, index) => send(t.engine, { payload: `warm${index}` })))
  await t.blocks(4)
  t.node.delegated = true
  const refused: string[] = []
  t.node.onBroadcast = bytes => {
    if ([...t.node.pool.values()].some(other => other.sequence !== bytes.sequence)) refused.push(bytes.id)
    return null
  }
  const ids = await Promise.all(['a', 'b', 'c'].map(payload => send(t.engine, { payload })))
  await t.clock.flush()
  expect(t.node.pool.size).toBe(1)
  await t.blocks(6)
  for (const id of ids) expect(await statusOf(t.engine, id)).toBe('confirmed')
  expect(refused).toEqual([])
})

test('a signer or an endpoint that does not answer delays and loses nothing', async () => {
  const t = await createTestEngine()
  t.signerFails = true
  const first = await send(t.engine, { payload: 'a' })
  await t.clock.advance(500)
  expect(await read(t.engine, first)).toMatchObject({
    status: 'pending',
    status_reason: 'waiting for the signer: no answer',
  })
  t.signerFails = false
  t.node.down = true
  const second = await send(t.engine, { payload: 'b' })
  await t.clock.advance(3_000)
  t.node.down = false
  await t.clock.advance(3_000)
  await t.blocks(5)
  expect(await statusOf(t.engine, first)).toBe('confirmed')
  expect(await statusOf(t.engine, second)).toBe('confirmed')
})

test('admission: paused relayers accept nothing, and what is in flight drains', async () => {
  const t = await createTestEngine()
  const id = await send(t.engine, { payload: 'a' })
  const relayer = await t.store.relayers.get('main')
  if (!relayer) throw new Error('no relayer')
  await t.store.relayers.update({ ...relayer, paused: true, version: relayer.version + 1 }, relayer.version)
  await t.clock.advance(1_000)
  const refused = await t.engine.createTransaction({ relayerId: 'main', body: { payload: 'b' }, idempotency: null })
  expect(refused).toMatchObject({ ok: false, error: { code: 'RELAYER_PAUSED', message: 'Relayer paused' } })
  await t.blocks(4)
  expect(await statusOf(t.engine, id)).toBe('confirmed')
})

test('I8: the same key and body get the first answer again, another body conflicts', async () => {
  const t = await createTestEngine()
  const create = (fingerprint: string): ReturnType<Engine['createTransaction']> =>
    t.engine.createTransaction({
      relayerId: 'main',
      body: { payload: fingerprint },
      idempotency: { key: 'POST /x k', fingerprint },
    })
  const answers = await Promise.all(Array.from({ length: 20 }, () => create('a')))
  const ids = new Set(answers.map(answer => answer.ok && answer.value.record['id']))
  expect(ids.size).toBe(1)
  expect(answers.filter(answer => answer.ok && !answer.value.replayed)).toHaveLength(1)
  await t.blocks(4)
  const again = await create('a')
  expect(again).toMatchObject({ ok: true, value: { replayed: true, record: { status: 'pending' } } })
  expect(await create('b')).toMatchObject({ ok: false, error: { code: 'IDEMPOTENCY_CONFLICT' } })
  expect(t.node.executed()).toEqual(['a'])
})

test('I9: webhooks arrive at least once and in order per transaction; a dead one lets its successors go', async () => {
  const t = await createTestEngine()
  t.webhookFails = 2
  const id = await send(t.engine, { payload: 'a' })
  await t.blocks(4)
  await t.clock.advance(60_000)
  const bodies = t.webhooks.map(({ body }) => JSON.parse(body))
  const delivered = bodies.slice(2)
  expect(bodies[0]).toEqual(bodies[1])
  expect(delivered.map(({ payload }) => payload.status)).toEqual(['sent', 'submitted', 'mined', 'confirmed'])
  expect(
    delivered.every(
      ({ event, payload }) =>
        event === 'transaction_update' && payload.id === id && payload.payload_type === 'transaction',
    ),
  ).toBe(true)

  t.webhookFails = 6
  await send(t.engine, { payload: 'b' })
  await t.blocks(4)
  await t.clock.advance(60_000)
  const later = t.webhooks.slice(6).map(({ body }) => JSON.parse(body).payload.status)
  expect(later).toEqual(['sent', 'sent', 'sent', 'sent', 'sent', 'sent', 'submitted', 'mined', 'confirmed'])
})

test('I6: without any wake-up but the sweep nothing is lost', async () => {
  const t = await createTestEngine()
  // Accepted by a process that dies before it wakes anybody: rows only.
  const other = await createTestEngine('evm', { store: t.store, seed: 2 })
  await t.engine.stop()
  const id = await send(t.engine, { payload: 'a' })
  await other.clock.advance(20_000)
  expect(await statusOf(other.engine, id)).not.toBe('pending')
})

test('a gap that no row holds is filled by a no-op once it has lasted', async () => {
  const t = await createTestEngine()
  t.node.stranger('account-7-7-7-7')
  t.node.mine()
  const id = await send(t.engine, { payload: 'a' })
  await t.clock.flush()
  // The stranger's block is reorganised away and never comes back: ours waits for sequence 0.
  t.node.reorg(1)
  await t.blocks(10)
  expect(await statusOf(t.engine, id)).toBe('submitted')
  const diagnosis = await t.engine.diagnose('main')
  expect(diagnosis).toMatchObject({
    ok: true,
    value: { chainSequence: '0', nextSequence: '2', openSlots: 1, findings: [{ code: 'gap' }] },
  })
  await t.blocks(10)
  expect(await statusOf(t.engine, id)).toBe('confirmed')
  expect(t.node.executed()).toEqual(['a'])
})

test('the doctor fills a gap at once', async () => {
  const t = await createTestEngine()
  t.node.stranger('account-7-7-7-7')
  t.node.mine()
  const id = await send(t.engine, { payload: 'a' })
  await t.clock.flush()
  t.node.reorg(1)
  await t.blocks(3)
  const dry = await t.engine.repair({ relayerId: 'main', dryRun: true })
  expect(dry).toMatchObject({ ok: true, value: { applied: ['fill the gap with no-ops'] } })
  await t.blocks(3)
  expect(await statusOf(t.engine, id)).toBe('submitted')
  await t.engine.repair({ relayerId: 'main', dryRun: false })
  await t.blocks(5)
  expect(await statusOf(t.engine, id)).toBe('confirmed')
})

test('rows older than the chain (a restored backup): what was accepted before waits for the doctor, what comes after goes on', async () => {
  const t = await createTestEngine()
  const first = await send(t.engine, { payload: 'a' })
  await t.blocks(4)
  expect(await statusOf(t.engine, first)).toBe('confirmed')
  t.signerFails = true
  const older = await send(t.engine, { payload: 'b' })
  await t.clock.flush()
  await t.engine.stop()
  // What the lost rows knew: it has run.
  t.node.stranger('account-7-7-7-7', 'b')
  t.node.mine()
  await t.clock.advance(1_000)
  t.signerFails = false
  await t.restart()
  await t.clock.advance(2_000)
  expect(await read(t.engine, older)).toMatchObject({
    status: 'pending',
    status_reason: expect.stringContaining('waiting for the doctor'),
  })
  // While no endpoint answers it waits for that too, and is not written in a circle.
  t.node.down = true
  await t.clock.advance(65_000)
  const [waiting] = await t.store.transactions.get([older])
  expect(waiting).toMatchObject({ status: 'pending', statusReason: expect.stringMatching(/^waiting for/) })
  expect(waiting?.version).toBeLessThan(6)
  t.node.down = false
  await t.clock.advance(10_000)
  const newer = await send(t.engine, { payload: 'c' })
  await t.blocks(5)
  expect(await statusOf(t.engine, newer)).toBe('confirmed')
  expect(await statusOf(t.engine, older)).toBe('pending')
  expect(await t.engine.diagnose('main')).toMatchObject({ ok: true, value: { findings: [{ code: 'suspended' }] } })
  await t.engine.repair({ relayerId: 'main', dryRun: false })
  await t.blocks(5)
  expect(await statusOf(t.engine, older)).toBe('confirmed')
})

test('a node that takes a transaction and drops it again: given up after five times, and what waits behind goes on', async () => {
  const t = await createTestEngine()
  const drop = (): void => {
    for (const [id, { payload }] of t.node.pool) if (payload === 'bad') t.node.drop(id)
  }
  const bad = await send(t.engine, { payload: 'bad' })
  await t.clock.advance(1)
  const good = await send(t.engine, { payload: 'good' })
  for (let second = 0; second < 200; second++) {
    await t.clock.advance(1_000)
    drop()
    t.node.mine()
  }
  await t.blocks(4)
  expect(await read(t.engine, bad)).toMatchObject({
    status: 'failed',
    status_reason: 'Nodes accept the transaction and drop it again',
  })
  expect(await statusOf(t.engine, good)).toBe('confirmed')
})

test('no endpoint answers: what waits says so, and goes on when one does', async () => {
  const t = await createTestEngine()
  t.node.down = true
  const id = await send(t.engine, { payload: 'a' })
  await t.clock.advance(2_000)
  expect(await read(t.engine, id)).toMatchObject({ status: 'pending', status_reason: 'waiting for an endpoint' })
  t.node.down = false
  await t.clock.advance(2_000)
  await t.blocks(4)
  expect(await read(t.engine, id)).toMatchObject({ status: 'confirmed', status_reason: null })
})

test('100 replacements at once: each is applied, none is turned away', async () => {
  const t = await createTestEngine()
  const id = await send(t.engine, { payload: 'a', notYet: true })
  const replace = (index: number): ReturnType<Engine['replaceTransaction']> =>
    t.engine.replaceTransaction({ relayerId: 'main', transactionId: id, body: { payload: `r${index}`, notYet: true } })
  const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => replace(index)))
  expect(answers.filter(({ ok }) => !ok)).toEqual([])
  expect(await read(t.engine, id)).toMatchObject({ revision: 101 })
})

test('a stranger who uses the key while the lane is idle holds up nothing that is accepted afterwards', async () => {
  const t = await createTestEngine()
  const first = await send(t.engine, { payload: 'a' })
  await t.blocks(4)
  expect(await statusOf(t.engine, first)).toBe('confirmed')
  t.node.stranger('account-7-7-7-7')
  t.node.mine()
  // Long enough for the lane to be done with the first one and for its lease to lapse.
  await t.blocks(20)
  await t.clock.advance(60_000)
  const next = await send(t.engine, { payload: 'b' })
  await t.blocks(4)
  expect(await statusOf(t.engine, next)).toBe('confirmed')
})

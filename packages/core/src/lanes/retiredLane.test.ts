import { expect, test, vi } from 'vitest'
import type { SlotState } from '../records/slot.ts'
import { sequenceFromBigint } from '../records/sequence.ts'
import type { TransactionRecord } from '../records/transaction.ts'
import { createTestEngine, type TestEngine } from '../testing/createTestEngine.ts'

const hour = 3_600_000
const account = 'account-7-7-7-7'
const lane = `evm:fake-evm:${account}`

async function send(t: TestEngine, payload: string, relayerId = 'main'): Promise<string> {
  const accepted = await t.engine.createTransaction({ relayerId, body: { payload }, idempotency: null })
  if (!accepted.ok) throw accepted.error
  return accepted.value.record['id'] as string
}

async function recordOf(t: TestEngine, id: string): Promise<TransactionRecord | null> {
  return (await t.store.transactions.get([id]))[0] ?? null
}

async function slotAt(t: TestEngine, sequence: bigint): Promise<SlotState | null> {
  const found = await t.store.lanes.slot(lane, { account, sequence: sequenceFromBigint(sequence) })
  return found?.slot.state ?? null
}

/** An engine whose relayer `main` has confirmed one transaction and is deleted; its slot is not final. */
async function retired(options: Parameters<typeof createTestEngine>[1] = {}): Promise<{ t: TestEngine; id: string }> {
  const t = await createTestEngine('evm', options)
  const id = await send(t, 'a')
  await t.blocks(4)
  expect((await recordOf(t, id))?.status).toBe('confirmed')
  expect(await t.engine.deleteRelayer('main')).toEqual({ ok: true, value: null })
  expect(await slotAt(t, 0n)).toBe('consumed')
  return { t, id }
}

async function create(t: TestEngine, id: string, signerId = 'key'): Promise<void> {
  const created = await t.engine.createRelayer({
    id,
    name: id,
    network: 'fake',
    networkType: 'evm',
    paused: false,
    signerId,
    notificationId: null,
    policies: null,
    customRpcUrls: null,
  })
  if (!created.ok) throw created.error
}

async function deliveredTo(t: TestEngine, id: string): Promise<readonly unknown[]> {
  await t.clock.advance(2_000)
  return t.webhooks
    .map(({ body }) => JSON.parse(body))
    .filter(({ payload }) => payload.id === id)
    .map(({ event }) => event)
}

async function eventsOf(t: TestEngine, id: string): Promise<readonly string[]> {
  return (await t.store.events.ofTransaction(id)).map(({ kind, relayerId }) => `${kind} of ${relayerId}`)
}

test('a deleted relayer: its slots become final after 64 blocks, then nothing is asked and its rows are pruned', async () => {
  const settings = { transactionRetentionMs: hour, eventRetentionMs: hour }
  const { t, id } = await retired({ traits: { finalityBlocks: 64 }, settings })
  await t.blocks(58)
  expect(await slotAt(t, 0n)).toBe('consumed')
  await t.blocks(12)
  expect(await slotAt(t, 0n)).toBe('final')
  expect(await t.store.lanes.unsettledLanes()).toEqual([])
  expect(await recordOf(t, id)).toMatchObject({ status: 'confirmed', relayerId: 'main' })

  expect(await t.engine.diagnose('main')).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
  await t.clock.advance(2 * hour)
  expect(await recordOf(t, id)).toBeNull()
  expect(await t.store.transactions.counts('main')).toEqual(new Map())
})

test('a deleted relayer whose slots are final is forgotten: no head is asked for, no lease taken', async () => {
  const { t } = await retired()
  await t.blocks(30)
  expect(await slotAt(t, 0n)).toBe('final')
  const acquire = vi.spyOn(t.store.lanes, 'acquire')
  const { headReads } = t.node
  await t.clock.advance(10 * 60_000)
  expect(t.node.headReads).toBe(headReads)
  expect(acquire).not.toHaveBeenCalled()
  const release = vi.spyOn(t.store.lanes, 'release')
  await t.engine.stop()
  expect(release).not.toHaveBeenCalled()
})

test('a deleted relayer and a restart: its slots become final', async () => {
  const { t } = await retired()
  await t.engine.stop()
  await t.restart()
  await t.blocks(24)
  expect(await slotAt(t, 0n)).toBe('final')
})

test('a deleted relayer and a process that ends: another one that runs already goes on within a minute', async () => {
  const { t } = await retired()
  const first = t.engine
  await t.restart()
  await t.clock.advance(1_000)
  await first.stop()
  await t.blocks(100)
  expect(await slotAt(t, 0n)).toBe('final')
})

test('a deleted relayer and a reorg that drops its transaction: sent again, mined again, told of under its own id', async () => {
  const { t, id } = await retired()
  const before = await recordOf(t, id)
  t.node.reorg(t.node.blocks.length - 1)
  expect(t.node.executed()).toEqual([])
  await t.clock.advance(10_000)
  expect(await slotAt(t, 0n)).toBe('open')
  await t.blocks(30)
  expect(t.node.executed()).toEqual(['a'])
  expect(new Set(t.node.sent).size).toBe(1)
  expect(await slotAt(t, 0n)).toBe('final')
  expect(await recordOf(t, id)).toMatchObject({ status: 'confirmed', shown: before?.shown, executedRevision: 1 })
  expect((await eventsOf(t, id)).at(-1)).toBe('transaction_reorged of main')
  expect((await deliveredTo(t, id)).at(-1)).toBe('transaction_reorged')
})

test('a deleted relayer accepts nothing, and its lane admits nothing', async () => {
  const t = await createTestEngine()
  await send(t, 'a')
  await t.blocks(4)
  t.signerFails = true
  const waiting = await send(t, 'late')
  await t.clock.advance(100)
  // By force: `deleteRelayer` refuses it.
  await t.store.relayers.delete('main')
  t.signerFails = false
  const refused = await t.engine.createTransaction({ relayerId: 'main', body: { payload: 'b' }, idempotency: null })
  expect(refused).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
  await t.blocks(40)
  expect([await slotAt(t, 0n), await slotAt(t, 1n)]).toEqual(['final', null])
  expect((await recordOf(t, waiting))?.status).toBe('pending')
})

test.each(['heir', 'main'])('a lane under a new relayer (%s): one driver, and all slots become final', async heir => {
  const { t, id } = await retired()
  const [load, commit] = [vi.spyOn(t.store.lanes, 'load'), vi.spyOn(t.store.lanes, 'commit')]
  await create(t, heir)
  const next = await send(t, 'b', heir)
  await t.blocks(2)
  // The next one's transaction and the former one's fall out together; both go out again under their own relayer.
  t.node.reorg(t.node.blocks.length - 1)
  await t.blocks(40)
  expect(t.node.executed()).toEqual(['a', 'b'])
  expect([await slotAt(t, 0n), await slotAt(t, 1n)]).toEqual(['final', 'final'])
  expect([(await recordOf(t, id))?.status, (await recordOf(t, next))?.status]).toEqual(['confirmed', 'confirmed'])
  expect((await eventsOf(t, id)).at(-1)).toBe('transaction_reorged of main')
  expect((await eventsOf(t, next)).every(event => event.endsWith(` of ${heir}`))).toBe(true)
  // The former relayer's webhooks go on (unless the new one of its id has none); the new one has none.
  expect((await deliveredTo(t, id)).at(-1)).toBe(heir === 'main' ? 'transaction_update' : 'transaction_reorged')
  expect(await deliveredTo(t, next)).toEqual([])
  // The memory of the former driver is the new one's: nothing was read again, and the lease never changed hands.
  expect(load).not.toHaveBeenCalled()
  expect(new Set(commit.mock.calls.map(([{ lease }]) => lease.token))).toEqual(new Set([1]))
})

test('a lane under a new relayer of another process: the lease lets one drive at a time, and all slots become final', async () => {
  const { t, id } = await retired()
  const first = t.engine
  await t.restart()
  await create(t, 'heir')
  const next = await send(t, 'b', 'heir')
  await t.blocks(10)
  await first.stop()
  await t.blocks(90)
  expect(t.node.executed()).toEqual(['a', 'b'])
  expect([await slotAt(t, 0n), await slotAt(t, 1n)]).toEqual(['final', 'final'])
  expect([(await recordOf(t, id))?.status, (await recordOf(t, next))?.status]).toEqual(['confirmed', 'confirmed'])
})

test('the id of a deleted relayer on another account: its own lane and lease', async () => {
  const t = await createTestEngine('evm', { settings: { transactionRetentionMs: hour, eventRetentionMs: hour } })
  await send(t, 'a')
  await t.blocks(30)
  await t.clock.advance(2 * hour)
  expect(await t.engine.deleteRelayer('main')).toMatchObject({ ok: true })
  await t.engine.createSigner({ id: 'second', type: 'local', config: { key: 8 }, secret: null })
  await create(t, 'main', 'second')
  const id = await send(t, 'b')
  await t.blocks(4)
  expect(await recordOf(t, id)).toMatchObject({ status: 'confirmed', slot: { account: 'account-8-8-8-8' } })
})

async function gapBelow(): Promise<{ t: TestEngine; id: string }> {
  const t = await createTestEngine()
  t.node.stranger(account)
  t.node.mine()
  const id = await send(t, 'a')
  await t.blocks(4)
  expect((await recordOf(t, id))?.status).toBe('confirmed')
  await t.engine.deleteRelayer('main')
  return { t, id }
}

test('a gap below the slot of a deleted relayer is filled by a no-op', async () => {
  const { t, id } = await gapBelow()
  t.node.reorg(t.node.blocks.length - 1)
  await t.blocks(60)
  expect(t.node.executed()).toEqual(['a'])
  expect([await slotAt(t, 0n), await slotAt(t, 1n)]).toEqual(['final', 'final'])
  expect((await recordOf(t, id))?.status).toBe('confirmed')
})

test.each(['gone', 'another key'])(
  'the signer of a deleted relayer is %s: stored bytes are sent again, nothing new is signed, nothing spins',
  async now => {
    const { t, id } = await gapBelow()
    expect(await t.engine.deleteSigner('key')).toEqual({ ok: true, value: null })
    if (now === 'another key')
      await t.engine.createSigner({ id: 'key', type: 'local', config: { key: 8 }, secret: null })
    const before = t.node.sent.length
    t.node.reorg(t.node.blocks.length - 1)
    await t.blocks(60)
    expect(new Set(t.node.sent).size).toBe(1)
    expect(t.node.sent.length).toBeGreaterThan(before)
    expect(t.node.sent.length).toBeLessThan(before + 20)
    expect([await slotAt(t, 0n), await slotAt(t, 1n)]).toEqual([null, 'open'])
    // Whoever uses the missing sequence, ours follows.
    t.node.stranger(account)
    await t.blocks(30)
    expect(t.node.executed()).toEqual(['a'])
    expect(await slotAt(t, 1n)).toBe('final')
    expect((await recordOf(t, id))?.status).toBe('confirmed')
  },
)

test('the notification of a deleted relayer is deleted: its lane goes on, and nobody is told', async () => {
  const { t, id } = await retired()
  expect(await t.engine.deleteNotification('hook')).toEqual({ ok: true, value: null })
  await t.clock.advance(2_000)
  const told = t.webhooks.length
  t.node.reorg(t.node.blocks.length - 1)
  await t.blocks(40)
  expect(await slotAt(t, 0n)).toBe('final')
  expect((await eventsOf(t, id)).at(-1)).toBe('transaction_reorged of main')
  expect(t.webhooks.length).toBe(told)
})

test('the network of a deleted relayer is another chain now: its lane stands still and asks nothing of it', async () => {
  const { t, id } = await retired()
  const network = (settings: object) => ({
    networks: [{ name: 'fake', networkType: 'evm', rpcUrls: [{ url: 'http://fake', weight: 100 }], settings }],
    signers: [],
    notifications: [],
    relayers: [],
  })
  const configure = (settings: object) =>
    t.engine.applyConfiguration(network(settings) as Parameters<typeof t.engine.applyConfiguration>[0])
  await configure({ identity: 'another' })
  t.node.reorg(t.node.blocks.length - 1)
  await t.blocks(30)
  expect(await slotAt(t, 0n)).toBe('consumed')
  expect(t.node.executed()).toEqual([])
  await configure({})
  await t.blocks(100)
  expect(t.node.executed()).toEqual(['a'])
  expect(await slotAt(t, 0n)).toBe('final')
  expect((await recordOf(t, id))?.status).toBe('confirmed')
})

test('the endpoints of a network change: the lane of a deleted relayer is woken at once and goes on', async () => {
  const { t } = await retired()
  await t.clock.flush()
  const due = vi.spyOn(t.store.lanes, 'due')
  const updated = await t.engine.updateNetwork({ id: 'evm:fake', rpcUrls: [{ url: 'http://new', weight: 100 }] })
  expect(updated.ok).toBe(true)
  await t.clock.flush()
  expect(due.mock.calls.map(([relayerId]) => relayerId)).toEqual(['main'])
  await t.blocks(24)
  expect(await slotAt(t, 0n)).toBe('final')
})

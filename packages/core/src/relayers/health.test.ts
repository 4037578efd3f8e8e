import { expect, test } from 'vitest'
import { createTestEngine, type TestEngine } from '../testing/createTestEngine.ts'

const healthMs = 60_000
const stateOf = async (t: TestEngine) => {
  const relayer = await t.store.relayers.get('main')
  return relayer?.systemDisabled ? (relayer.disabledReason?.type ?? null) : 'works'
}
const told = async (t: TestEngine) => {
  await t.clock.advance(500)
  return t.webhooks
    .map(({ body }) => JSON.parse(body))
    .filter(({ event }) => event === 'relayer_state_update')
    .map(({ payload }) => payload)
}
const send = (t: TestEngine, payload: string) =>
  t.engine.createTransaction({ relayerId: 'main', body: { payload }, idempotency: null })

test('a relayer that fails its first look takes no transactions; the webhook tells, and tells again when it works', async () => {
  const t = await createTestEngine('evm', { settings: { healthMs } })
  t.node.down = true
  await t.clock.flush()
  await t.restart()
  await t.clock.flush()
  expect(await stateOf(t)).toBe('Multiple')
  const refused = await send(t, 'a')
  expect(refused.ok ? null : refused.error.code).toBe('RELAYER_DISABLED')
  expect(await told(t)).toEqual([
    {
      payload_type: 'relayer_disabled',
      relayer: expect.objectContaining({ id: 'main', system_disabled: true }),
      disable_reason: 'Nonce synchronization failed, RPC endpoint validation failed',
    },
  ])

  // Looks after 10 and 20 seconds fail, the one after 30 finds a node.
  await t.clock.advance(31_000)
  t.node.down = false
  expect(await stateOf(t)).toBe('Multiple')
  await t.clock.advance(30_000)
  expect(await stateOf(t)).toBe('works')
  expect((await told(t)).at(-1)).toMatchObject({
    payload_type: 'relayer_enabled',
    relayer: { id: 'main', system_disabled: false },
    retry_count: 2,
  })
  expect((await send(t, 'a')).ok).toBe(true)
})

test('an outage of less than three looks disables nobody; a longer one does, and the lane drains all the same', async () => {
  const t = await createTestEngine('evm', { settings: { healthMs } })
  await t.clock.advance(1_000)
  await send(t, 'a')
  await t.clock.flush()
  t.node.down = true
  await t.clock.advance(healthMs + 12_000)
  t.node.down = false
  await t.clock.advance(20_000)
  expect(await stateOf(t)).toBe('works')

  t.node.down = true
  await t.clock.advance(healthMs + 25_000)
  expect(await stateOf(t)).toBe('Multiple')
  t.node.down = false
  t.node.mine()
  await t.clock.advance(2_000)
  await t.blocks(3)
  expect(t.node.executed()).toEqual(['a'])
})

test('a relayer below its min_balance is disabled when that is set, and enabled when it is funded', async () => {
  const t = await createTestEngine('evm', { settings: { healthMs } })
  await t.clock.flush()
  t.node.balance = 5n
  const updated = await t.engine.updateRelayer({ id: 'main', policies: { min_balance: 6 } })
  expect(updated.ok && updated.value.systemDisabled).toBe(false)
  await t.clock.flush()
  expect(await stateOf(t)).toBe('BalanceCheckFailed')
  const patched = await t.engine.updateRelayer({ id: 'main', paused: true })
  expect(patched.ok ? null : patched.error.message).toBe('Relayer is disabled')
  t.node.balance = 6n
  await t.clock.advance(11_000)
  expect(await stateOf(t)).toBe('works')
})

test('who has disabled a relayer by a mistake in its endpoints or its min_balance can correct it, and nothing else', async () => {
  const t = await createTestEngine('evm', { settings: { healthMs } })
  const update = (change: object) => t.engine.updateRelayer({ id: 'main', ...change })
  await t.clock.flush()
  t.node.balance = 5n
  await update({ policies: { min_balance: 500 } })
  await t.clock.flush()
  expect(await stateOf(t)).toBe('BalanceCheckFailed')
  const others = [{}, { policies: null }, { policies: {} }, { policies: { min_balance: 4, gas_price_cap: 1 } }]
  for (const change of [...others, { name: 'x', customRpcUrls: null }]) {
    expect(await update(change)).toMatchObject({ ok: false, error: { message: 'Relayer is disabled' } })
  }
  expect((await update({ policies: { min_balance: 4 } })).ok).toBe(true)
  await t.clock.flush()
  expect(await stateOf(t)).toBe('works')

  t.node.down = true
  await update({ customRpcUrls: [{ url: 'http://mistake.example', weight: 100 }] })
  await t.clock.flush()
  expect(await stateOf(t)).toBe('Multiple')
  t.node.down = false
  expect((await update({ customRpcUrls: null })).ok).toBe(true)
  await t.clock.flush()
  expect(await stateOf(t)).toBe('works')
})

test('what was disabled before a restart is enabled silently by the first look after it', async () => {
  const t = await createTestEngine('evm', { settings: { healthMs } })
  t.node.balance = 0n
  await t.engine.updateRelayer({ id: 'main', policies: { min_balance: 1 } })
  await t.clock.flush()
  expect(await stateOf(t)).toBe('BalanceCheckFailed')
  await t.engine.stop()
  t.node.balance = 1n
  await t.restart()
  await t.clock.flush()
  expect(await stateOf(t)).toBe('works')
  expect((await told(t)).map(({ payload_type }) => payload_type)).toEqual(['relayer_disabled'])
})

test('two processes look: the change and its event happen once', async () => {
  const t = await createTestEngine('evm', { settings: { healthMs } })
  await t.restart()
  await t.clock.flush()
  t.node.down = true
  await t.clock.advance(healthMs + 30_000)
  expect(await stateOf(t)).toBe('Multiple')
  t.node.down = false
  await t.clock.advance(30_000)
  expect(await stateOf(t)).toBe('works')
  expect((await told(t)).map(({ payload_type }) => payload_type)).toEqual(['relayer_disabled', 'relayer_enabled'])
})

test('healthMs 0: nobody is looked at', async () => {
  const t = await createTestEngine()
  t.node.down = true
  await t.restart()
  await t.clock.advance(120_000)
  expect(await stateOf(t)).toBe('works')
})

test('min_balance stays in the account: what would go below it waits for funds', async () => {
  const t = await createTestEngine()
  t.node.balance = 10n
  t.node.cost = 4n
  await t.engine.updateRelayer({ id: 'main', policies: { min_balance: 7 } })
  const sent = await send(t, 'a')
  await t.clock.flush()
  const id = sent.ok ? String(sent.value.record['id']) : ''
  const [waiting] = await t.store.transactions.get([id])
  expect([waiting?.status, waiting?.statusReason]).toEqual(['pending', 'waiting for funds'])
  t.node.balance = 11n
  await t.blocks(20)
  expect((await t.store.transactions.get([id]))[0]?.status).toBe('confirmed')
})

test('policies that the network cannot honour: refused by API, paused and reported from a file', async () => {
  const t = await createTestEngine()
  const impossible = { impossible: true }
  const updated = await t.engine.updateRelayer({ id: 'main', policies: impossible })
  expect(updated.ok ? null : [updated.error.code, updated.error.message]).toEqual([
    'INVALID_REQUEST',
    'impossible: not on this network',
  ])
  const relayer = await t.store.relayers.get('main')
  if (relayer === null) throw new Error('no relayer')
  const apply = (policies: typeof impossible | null) =>
    t.engine.applyConfiguration({
      networks: [],
      signers: [],
      notifications: [],
      relayers: [{ ...relayer, policies, paused: false }],
    })
  const applied = await apply(impossible)
  expect(applied.ok && applied.value.paused).toEqual([{ relayerId: 'main', reason: 'impossible: not on this network' }])
  expect((await t.store.relayers.get('main'))?.paused).toBe(true)
  const mended = await apply(null)
  expect(mended.ok && mended.value.paused).toEqual([])
  expect((await t.store.relayers.get('main'))?.paused).toBe(false)
})

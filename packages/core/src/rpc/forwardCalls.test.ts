import { expect, test } from 'vitest'
import type { RelayerRecord } from '../records/resources.ts'
import { createTestEngine, type TestEngine } from '../testing/createTestEngine.ts'

const forward = async (t: TestEngine, method: string, params: unknown = null, relayerId = 'main') => {
  const result = await t.engine.forwardCalls({ relayerId, calls: [{ method, params }] })
  return result.ok ? result.value : [result.error.code, result.error.message]
}

async function change(t: TestEngine, fields: Partial<RelayerRecord>): Promise<void> {
  const relayer = (await t.store.relayers.get('main')) as RelayerRecord
  await t.store.relayers.update({ ...relayer, ...fields }, relayer.version)
  await t.clock.advance(1_000)
}

test('calls are answered in order, one each', async () => {
  const t = await createTestEngine('evm')
  const calls = [
    { method: 'echo', params: [1n] },
    { method: 'nothing', params: null },
    { method: 'echo', params: { a: 2 } },
  ]
  expect(await t.engine.forwardCalls({ relayerId: 'main', calls })).toMatchObject({
    ok: true,
    value: [
      { ok: true, result: [1n] },
      { ok: false, error: { code: -32603 } },
      { ok: true, result: { a: 2 } },
    ],
  })
})

test('the chain is told the accounts of the relayers of its family', async () => {
  const t = await createTestEngine('evm')
  const { address } = (await t.store.relayers.get('main')) as RelayerRecord
  expect(await forward(t, 'send', [address])).toMatchObject([{ error: { message: 'Transaction rejected' } }])
  await change(t, { networkType: 'evm', address: 'another' })
  expect(await forward(t, 'send', [address])).toMatchObject([{ error: { message: 'Internal error' } }])
})

test('unknown relayer, then paused, then disabled: before anything is asked', async () => {
  const t = await createTestEngine('evm')
  expect(await forward(t, 'echo', null, 'nobody')).toEqual(['NOT_FOUND', 'Relayer with ID nobody not found'])
  await change(t, { paused: true, systemDisabled: true })
  expect(await forward(t, 'echo')).toEqual(['RELAYER_PAUSED', 'Relayer paused'])
  await change(t, { paused: false })
  expect(await forward(t, 'echo')).toEqual(['RELAYER_DISABLED', 'Relayer disabled'])
})

test('a node that is down is an error inside the answer', async () => {
  const t = await createTestEngine('evm')
  t.node.down = true
  expect(await forward(t, 'echo')).toMatchObject([{ ok: false, error: { code: -32603 } }])
})

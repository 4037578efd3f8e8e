import { startAnvil } from '@relayer/chain-evm/testing'
import type { Configuration } from '@relayer/core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { receiveWebhooks } from './support/receiveWebhooks.ts'
import { send } from './support/send.ts'
import { startTestServer, testConfiguration } from './support/testServer.ts'
import { until } from './support/until.ts'

vi.setConfig({ testTimeout: 120_000 })

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

async function start(change: (configuration: Configuration) => Configuration = given => given) {
  const anvil = await startAnvil({ blockTime: 1 })
  closers.push(() => anvil.stop())
  const hook = await receiveWebhooks()
  closers.push(() => hook.close())
  const configuration = testConfiguration(anvil.url)
  const server = await startTestServer(
    change({
      ...configuration,
      notifications: [{ id: 'hook', url: hook.url, signingKey: null }],
      relayers: configuration.relayers.map(relayer => ({ ...relayer, notificationId: 'hook' })),
    }),
    { RELAYER_HEALTH_INTERVAL_SECONDS: '60' },
  )
  closers.push(() => server.close())
  const call = (method: string, path: string, body?: object) =>
    send(server.port, method, `/api/v1/relayers${path}`, { body })
  const read = async (id: string) => (await call('GET', `/${id}`)).body.data
  const stateOf = (id: string, systemDisabled: boolean) =>
    until(`${id} disabled: ${systemDisabled}`, async () => {
      const relayer = await read(id)
      return relayer.system_disabled === systemDisabled ? relayer : undefined
    })
  return { anvil, hook, server, call, read, stateOf }
}

const transaction = { value: 1, to: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8', gas_limit: 21_000 }

describe('10.4 step 8: health of a relayer', () => {
  it('201 says enabled, a GET the truth: without funds it is disabled; funded, it is enabled again, and both are told', async () => {
    const { anvil, hook, server, call, read, stateOf } = await start()
    await send(server.port, 'POST', '/api/v1/signers', {
      body: { id: 'poor', type: 'plain', config: { key: '3'.repeat(64) } },
    })
    const body = { id: 'poor', name: 'Poor', network: 'anvil', network_type: 'evm', paused: false, signer_id: 'poor' }
    const created = await call('POST', '', {
      ...body,
      notification_id: 'hook',
      custom_rpc_urls: [{ url: `${anvil.url}?key=SECRET` }],
    })
    expect([created.status, created.body.data.system_disabled]).toEqual([201, false])
    const disabled = await stateOf('poor', true)
    expect(disabled.disabled_reason).toEqual({ type: 'BalanceCheckFailed', details: 'Insufficient balance' })

    for (const [method, path, given] of [
      ['POST', '/transactions', transaction],
      ['PUT', '/transactions/x', transaction],
      ['DELETE', '/transactions/x', undefined],
      ['DELETE', '/transactions/pending', undefined],
    ] as const) {
      const refused = await call(method, `/poor${path}`, given)
      expect([method, refused.status, refused.body]).toEqual([
        method,
        403,
        { success: false, data: null, message: 'Forbidden', error: 'Relayer disabled' },
      ])
    }
    const patched = await call('PATCH', '/poor', { paused: true })
    expect([patched.status, patched.body.error]).toEqual([400, 'Relayer is disabled'])
    const cured = await call('PATCH', '/poor', { custom_rpc_urls: [{ url: `${anvil.url}?key=SECRET`, weight: 100 }] })
    expect([cured.status, cured.body.data.system_disabled]).toEqual([200, true])
    expect((await call('GET', '/poor/status')).body.data).toMatchObject({ system_disabled: true, balance: '0' })
    expect((await call('GET', '/poor/balance')).body.data).toEqual({ balance: 0, unit: 'wei' })

    await anvil.rpc('anvil_setBalance', [disabled.address, '0xde0b6b3a7640000'])
    const enabled = await stateOf('poor', false)
    expect(enabled).not.toHaveProperty('disabled_reason')
    expect((await call('POST', '/poor/transactions', transaction)).status).toBe(200)
    const told = await until('both events', () => {
      const events = hook.events.filter(({ event }) => event === 'relayer_state_update')
      return events.length === 2 ? events.map(({ payload }) => payload) : undefined
    })
    expect(told).toEqual([
      {
        payload_type: 'relayer_disabled',
        relayer: { ...disabled, custom_rpc_urls: [{ url: `${anvil.url}?***`, weight: 100 }] },
        disable_reason: 'Insufficient balance',
      },
      { payload_type: 'relayer_enabled', relayer: enabled, retry_count: 0 },
    ])
    expect(JSON.stringify(hook.events)).not.toContain('SECRET')
    expect((await read('main')).system_disabled).toBe(false)
  })

  it('at start: an endpoint of another chain disables the relayer, and the others work', async () => {
    const { call, stateOf } = await start(configuration => {
      const [network] = configuration.networks
      const [main] = configuration.relayers
      return {
        ...configuration,
        networks: [network!, { ...network!, name: 'other', settings: { ...network!.settings, chain_id: 1 } }],
        relayers: [main!, { ...main!, id: 'lost', network: 'other' }],
      }
    })
    const { disabled_reason: reason } = await stateOf('lost', true)
    expect(reason).toEqual({
      type: 'Multiple',
      details: [
        { type: 'NonceSyncFailed', details: 'Nonce synchronization failed' },
        { type: 'RpcValidationFailed', details: 'RPC endpoint validation failed' },
      ],
    })
    expect((await call('POST', '/main/transactions', transaction)).status).toBe(200)
  })

  it('paused is told before disabled', async () => {
    const { call, stateOf } = await start(configuration => ({
      ...configuration,
      relayers: configuration.relayers.map(relayer => ({
        ...relayer,
        paused: true,
        policies: { min_balance: (2n ** 127n).toString() },
      })),
    }))
    await stateOf('main', true)
    expect((await call('POST', '/main/transactions', transaction)).body.error).toBe('Relayer paused')
  })
})

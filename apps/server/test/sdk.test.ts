import { startAnvil } from '@relayer/chain-evm/testing'
import * as sdk from '@openzeppelin/relayer-sdk'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { apiKey } from './support/send.ts'
import { startTestServer, type TestServer, testConfiguration } from './support/testServer.ts'
import { until } from './support/until.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

let anvil: Awaited<ReturnType<typeof startAnvil>>
let server: TestServer
let configuration: sdk.Configuration
beforeAll(async () => {
  anvil = await startAnvil({ blockTime: 1 })
  server = await startTestServer(testConfiguration(anvil.url))
  configuration = new sdk.Configuration({ basePath: `http://127.0.0.1:${server.port}`, accessToken: apiKey })
})
afterAll(async () => {
  await server.close()
  await anvil.stop()
})

describe('the unmodified @openzeppelin/relayer-sdk', () => {
  it('asks for health and readiness', async () => {
    const health = new sdk.HealthApi(configuration)
    expect((await health.health()).data).toBe('OK')
    expect((await health.readiness()).data).toMatchObject({ ready: true })
  })

  it('makes and reads signers and notifications', async () => {
    const signers = new sdk.SignersApi(configuration)
    const created = await signers.createSigner({
      id: 'sdk',
      type: sdk.SignerTypeRequest.PLAIN,
      config: { key: '2'.repeat(64) },
    })
    expect(created.data.data).toEqual({ id: 'sdk', type: sdk.SignerType.LOCAL, config: {} })
    expect((await signers.getSigner('sdk')).data.data).toEqual(created.data.data)
    expect((await signers.listSigners(1, 1)).data.pagination).toEqual({ current_page: 1, per_page: 1, total_items: 2 })

    const notifications = new sdk.NotificationsApi(configuration)
    await notifications.createNotification({ id: 'sdk', url: 'http://127.0.0.1:9/' })
    const key = 'a signing key of at least 32 characters'
    const updated = await notifications.updateNotification('sdk', { signing_key: key })
    expect(updated.data.data).toEqual({ id: 'sdk', type: 'webhook', url: 'http://127.0.0.1:9/', has_signing_key: true })
    expect((await notifications.getNotification('sdk')).data.data).toEqual(updated.data.data)
    expect((await notifications.listNotifications()).data.data).toEqual([updated.data.data])
  })

  it('makes a relayer, sends through it, reads and lists until confirmed', async () => {
    const relayers = new sdk.RelayersApi(configuration)
    const { data: created } = await relayers.createRelayer({
      id: 'sdk',
      name: 'SDK',
      network: 'anvil',
      network_type: sdk.RelayerNetworkType.EVM,
      paused: false,
      signer_id: 'sdk',
    })
    const address = created.data?.address as string
    await anvil.rpc('anvil_setBalance', [address, '0xde0b6b3a7640000'])
    expect((await relayers.getRelayer('sdk')).data.data).toEqual(created.data)
    expect((await relayers.listRelayers(1, 10)).data.pagination?.total_items).toBe(2)

    const to = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
    const sent = await relayers.sendTransaction('sdk', {
      value: 5,
      to,
      data: '0x',
      speed: sdk.Speed.FAST,
      gas_limit: 21_000,
    })
    const { id } = sent.data.data as { id: string }
    const confirmed = await until('confirmation', async () => {
      const { data } = (await relayers.getTransactionById('sdk', id)).data
      return data?.status === sdk.TransactionStatus.CONFIRMED ? (data as sdk.EvmTransactionResponse) : undefined
    })
    expect(confirmed).toMatchObject({
      id,
      relayer_id: 'sdk',
      from: address,
      to,
      value: '0x5',
      nonce: 0,
      gas_limit: 21_000,
    })
    expect((await relayers.listTransactions('sdk', 1, 10)).data.data).toEqual([confirmed])
    await expect(relayers.replaceTransaction('sdk', id, { value: 6, to, speed: sdk.Speed.FAST })).rejects.toMatchObject(
      {
        response: { status: 400, data: { success: false, data: null, message: 'Bad Request' } },
      },
    )
  })

  it('rejects with the envelope', async () => {
    const stranger = new sdk.Configuration({ basePath: configuration.basePath as string, accessToken: 'wrong' })
    await expect(new sdk.RelayersApi(stranger).listRelayers()).rejects.toMatchObject({
      response: { status: 401, data: { success: false, data: null, message: 'Unauthorized', code: 401 } },
    })
    await expect(new sdk.RelayersApi(configuration).getRelayer('a/b')).rejects.toMatchObject({
      response: { status: 404, data: { message: 'Relayer with ID a/b not found' } },
    })
  })
})

import * as sdk from '@openzeppelin/relayer-sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiKey } from './support/send.ts'
import { startTestServer, type TestServer } from './support/testServer.ts'

let server: TestServer
let configuration: sdk.Configuration
beforeAll(async () => {
  server = await startTestServer()
  configuration = new sdk.Configuration({ basePath: `http://127.0.0.1:${server.port}`, accessToken: apiKey })
})
afterAll(() => server.close())

const success = (data: unknown) => ({ success: true, data, error: null })
const list = (data: unknown[], current_page: number, per_page: number, total_items: number) => ({
  ...success(data),
  pagination: { current_page, per_page, total_items },
})
const failure = (status: number, message: string, error: string) => ({
  response: { status, data: { success: false, data: null, message, error } },
})
const key = 'a signing key of at least 32 characters'

/** What the promise rejects with, reduced to what a client reads. */
async function refusal(promise: Promise<unknown>) {
  const { response } = await promise.then(
    () => expect.fail('it was accepted'),
    (error: { response: { status: number; data: unknown } }) => error,
  )
  return { response: { status: response.status, data: response.data } }
}

describe('HealthApi of the unmodified @openzeppelin/relayer-sdk', () => {
  it('health', async () => {
    const { status, data, headers } = await new sdk.HealthApi(configuration).health()
    expect([status, data, headers['content-type']]).toEqual([200, 'OK', 'text/plain; charset=utf-8'])
  })

  it('readiness', async () => {
    const { status, data } = await new sdk.HealthApi(configuration).readiness()
    const pool = { connected: true, available: expect.any(Number), max_size: expect.any(Number) }
    expect([status, data]).toEqual([
      200,
      {
        ready: true,
        status: 'healthy',
        components: {
          system: {
            status: 'healthy',
            fd_count: expect.any(Number),
            fd_limit: expect.any(Number),
            fd_usage_percent: expect.any(Number),
            close_wait_count: expect.any(Number),
          },
          storage: { status: 'healthy' },
          redis: { status: 'healthy', primary_pool: pool, reader_pool: pool },
          queue: { status: 'healthy' },
        },
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/),
      },
    ])
  })
})

describe('SignersApi', () => {
  const record = { id: 'sdk', type: sdk.SignerType.LOCAL, config: {} }
  const signers = () => new sdk.SignersApi(configuration)

  it('createSigner', async () => {
    const request = { id: 'sdk', type: sdk.SignerTypeRequest.PLAIN, config: { key: '2'.repeat(64) } }
    const { status, data } = await signers().createSigner(request)
    expect([status, data]).toEqual([201, success(record)])
    expect(await refusal(signers().createSigner(request))).toEqual(
      failure(409, 'Signer with this ID already exists', 'Signer with ID sdk already exists'),
    )
  })

  it('createSigner: a key service', async () => {
    const request = { id: 'kms', type: sdk.SignerTypeRequest.AWS_KMS, config: { region: 'eu', key_id: 'k' } }
    const { data } = await signers().createSigner(request)
    expect(data).toEqual(success({ id: 'kms', type: sdk.SignerType.AWS_KMS, config: { region: 'eu', key_id: 'k' } }))
  })

  it('getSigner', async () => {
    expect((await signers().getSigner('sdk')).data).toEqual(success(record))
    expect(await refusal(signers().getSigner('none'))).toEqual(
      failure(404, 'Not found', 'Signer with ID none not found'),
    )
  })

  it('listSigners', async () => {
    expect((await signers().listSigners(2, 1)).data).toEqual(list([record], 2, 1, 3))
    expect((await signers().listSigners()).data.pagination).toEqual({ current_page: 1, per_page: 10, total_items: 3 })
  })

  it('updateSigner', async () => {
    expect(await refusal(signers().updateSigner('sdk', {}))).toEqual(
      failure(
        400,
        'Bad Request',
        'Signer updates are not allowed for security reasons. Please delete the existing signer and create a new one with the desired configuration.',
      ),
    )
  })

  it('deleteSigner', async () => {
    expect(await refusal(signers().deleteSigner('main'))).toEqual(
      failure(
        400,
        'Bad Request',
        "Cannot delete signer 'main' because it is being used by 1 relayer(s): Main. Please remove or reconfigure these relayers before deleting the signer.",
      ),
    )
    const { status, data } = await signers().deleteSigner('sdk')
    expect([status, data]).toEqual([200, success('Signer deleted successfully')])
    expect(await refusal(signers().deleteSigner('sdk'))).toEqual(
      failure(404, 'Not found', 'Signer with ID sdk not found'),
    )
  })
})

describe('NotificationsApi', () => {
  const url = 'https://hook.example/x'
  const record = { id: 'sdk', type: sdk.NotificationType.WEBHOOK, url, has_signing_key: true }
  const notifications = () => new sdk.NotificationsApi(configuration)
  const unknown = failure(404, 'Notification not found', "Notification with ID 'none' not found")

  it('createNotification', async () => {
    const { status, data } = await notifications().createNotification({ id: 'sdk', url, signing_key: key })
    expect([status, data]).toEqual([201, success(record)])
    expect(await refusal(notifications().createNotification({ id: 'sdk', url }))).toEqual(
      failure(409, 'Notification with this ID already exists', 'Notification with ID sdk already exists'),
    )
  })

  it('getNotification', async () => {
    expect((await notifications().getNotification('sdk')).data).toEqual(success(record))
    expect(await refusal(notifications().getNotification('none'))).toEqual(unknown)
  })

  it('listNotifications', async () => {
    expect((await notifications().listNotifications(1, 5)).data).toEqual(list([record], 1, 5, 1))
  })

  it('updateNotification', async () => {
    const { status, data } = await notifications().updateNotification('sdk', { signing_key: '' })
    expect([status, data]).toEqual([200, success({ ...record, has_signing_key: false })])
    expect(await refusal(notifications().updateNotification('none', {}))).toEqual(unknown)
  })

  it('deleteNotification', async () => {
    const { status, data } = await notifications().deleteNotification('sdk')
    expect([status, data]).toEqual([200, success('Notification deleted successfully')])
    expect(await refusal(notifications().deleteNotification('none'))).toEqual(unknown)
  })
})

describe('NetworksApi', () => {
  const networks = () => new sdk.NetworksApi(configuration)
  const record = {
    id: 'evm:anvil',
    name: 'anvil',
    network_type: sdk.RelayerNetworkType.EVM,
    rpc_urls: [{ url: 'http://127.0.0.1:9', weight: 100 }],
    average_blocktime_ms: 1000,
    chain_id: 31337,
    required_confirmations: 1,
    features: ['eip1559'],
    symbol: 'ETH',
  }

  it('listNetworks', async () => {
    expect((await networks().listNetworks(1, 10)).data).toEqual(list([record], 1, 10, 1))
  })

  it('getNetwork', async () => {
    expect((await networks().getNetwork('evm:anvil')).data).toEqual(success(record))
    expect(await refusal(networks().getNetwork('evm:none'))).toEqual(
      failure(404, 'Not found', "Network with ID 'evm:none' not found"),
    )
  })

  it('updateNetwork', async () => {
    const rpc_urls = [{ url: 'https://a.example/key', weight: 3 }] as never
    const { status, data } = await networks().updateNetwork('evm:anvil', { rpc_urls })
    expect([status, data]).toEqual([
      200,
      success({ ...record, rpc_urls: [{ url: 'https://a.example/key', weight: 3 }] }),
    ])
    expect(await refusal(networks().updateNetwork('evm:anvil', {}))).toEqual(
      failure(400, 'Bad Request', 'At least one field must be provided for update'),
    )
  })
})

describe('PluginsApi, plugins not being built', () => {
  const plugins = () => new sdk.PluginsApi(configuration)
  const unknown = failure(404, 'Not found', 'Plugin with id none not found')

  it('listPlugins', async () => {
    expect((await plugins().listPlugins(1, 10)).data).toEqual(list([], 1, 10, 0))
  })

  it('getPlugin, updatePlugin, callPlugin, callPluginGet', async () => {
    expect(await refusal(plugins().getPlugin('none'))).toEqual(unknown)
    expect(await refusal(plugins().updatePlugin('none', { timeout: 5 }))).toEqual(unknown)
    expect(await refusal(plugins().callPlugin('none', { params: { a: 1 } }, '/route'))).toEqual(unknown)
    expect(await refusal(plugins().callPluginGet('none', '/route'))).toEqual(unknown)
  })
})

describe('RelayersApi, sponsored transactions not being built', () => {
  const relayers = () => new sdk.RelayersApi(configuration)
  const request = { transaction: 'AQ==', fee_token: 'So11111111111111111111111111111111111111112' }
  const unsupported = failure(400, 'Bad Request', 'Gas abstraction not supported for EVM relayers')
  const unknown = failure(404, 'Relayer with ID none not found', 'Relayer with ID none not found')

  it('quoteSponsoredTransaction', async () => {
    expect(await refusal(relayers().quoteSponsoredTransaction('main', request))).toEqual(unsupported)
    expect(await refusal(relayers().quoteSponsoredTransaction('none', request))).toEqual(unknown)
  })

  it('buildSponsoredTransaction', async () => {
    expect(await refusal(relayers().buildSponsoredTransaction('main', request))).toEqual(unsupported)
    expect(await refusal(relayers().buildSponsoredTransaction('none', request))).toEqual(unknown)
  })
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startAnvil } from '@relayer/chain-evm/testing'
import type { Configuration } from '@relayer/core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { readPredefinedNetworks } from '../src/config/readPredefinedNetworks.ts'
import { type Envelope, send } from './support/send.ts'
import { startTestServer, type TestServer, testConfiguration } from './support/testServer.ts'
import { until } from './support/until.ts'

vi.setConfig({ testTimeout: 120_000 })

const badRequest = (error: unknown) => ({ success: false, data: null, message: 'Bad Request', error })
const missing = (id: string) => ({
  success: false,
  data: null,
  message: 'Not found',
  error: `Network with ID '${id}' not found`,
})
const caller = (server: () => TestServer) => (method: string, path: string, body?: object | string) =>
  send(server().port, method, `/api/v1${path}`, { body })

const keyed = 'https://user:SECRET@rpc.example/v3/SECRET?key=SECRET'

/** The network of the test configuration, one of every field, and one of the other families each. */
function everyNetwork(): Configuration {
  const configuration = testConfiguration()
  const common = { explorer_urls: ['https://e.example'], average_blocktime_ms: 5, is_testnet: true, tags: ['t'] }
  const rpcUrls = [
    { url: keyed, weight: 7 },
    { url: 'http://127.0.0.1:9/', weight: 100 },
  ]
  return {
    ...configuration,
    networks: [
      ...configuration.networks,
      {
        name: 'Full',
        networkType: 'evm',
        rpcUrls,
        settings: {
          ...common,
          chain_id: 5,
          required_confirmations: 2,
          features: ['eip1559'],
          symbol: 'F',
          private_rpc_urls: [{ url: keyed, weight: 1 }],
          gas_price_cache: { enabled: true },
        },
      },
      { name: 'devnet', networkType: 'solana', rpcUrls: [{ url: 'http://s', weight: 100 }], settings: {} },
      {
        name: 'testnet',
        networkType: 'stellar',
        rpcUrls: [{ url: 'http://s', weight: 100 }],
        settings: { ...common, passphrase: 'p', horizon_url: 'https://h.example/SECRET' },
      },
    ],
  }
}

const full = {
  id: 'evm:full',
  name: 'Full',
  network_type: 'evm',
  rpc_urls: [
    { url: 'https://***@rpc.example/***', weight: 7 },
    { url: 'http://127.0.0.1:9/', weight: 100 },
  ],
  explorer_urls: ['https://e.example'],
  average_blocktime_ms: 5,
  is_testnet: true,
  tags: ['t'],
  chain_id: 5,
  required_confirmations: 2,
  features: ['eip1559'],
  symbol: 'F',
}

describe('http.md 9', () => {
  let server: TestServer
  const asRoot = caller(() => server)
  /** With a key that may do all but see what the root key sees. */
  const call: typeof asRoot = (method, path, body) =>
    send(server.port, method, `/api/v1${path}`, {
      body,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    })
  let key: string
  beforeAll(async () => {
    server = await startTestServer(everyNetwork())
    key = (await asRoot('POST', '/api-keys', { name: 'admin', permissions: ['admin', 'tx:read'] })).body.data.value
  })
  afterAll(() => server.close())

  it('GET list: pages with the total; unset fields are left out, endpoints masked, the rest of the settings not shown', async () => {
    const { status, body, text } = await call('GET', '/networks')
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        data: [
          {
            id: 'evm:anvil',
            name: 'anvil',
            network_type: 'evm',
            rpc_urls: [{ url: 'http://127.0.0.1:9', weight: 100 }],
            average_blocktime_ms: 1000,
            chain_id: 31337,
            required_confirmations: 1,
            features: ['eip1559'],
            symbol: 'ETH',
          },
          full,
          {
            id: 'solana:devnet',
            name: 'devnet',
            network_type: 'solana',
            rpc_urls: [{ url: 'http://s', weight: 100 }],
          },
          {
            id: 'stellar:testnet',
            name: 'testnet',
            network_type: 'stellar',
            rpc_urls: [{ url: 'http://s', weight: 100 }],
            explorer_urls: ['https://e.example'],
            average_blocktime_ms: 5,
            is_testnet: true,
            tags: ['t'],
            passphrase: 'p',
            horizon_url: 'https://h.example/***',
          },
        ],
        error: null,
        pagination: { current_page: 1, per_page: 10, total_items: 4 },
      },
    ])
    expect(text).not.toContain('SECRET')
    const page = await call('GET', '/networks?page=2&per_page=1')
    expect([page.body.data, page.body.pagination]).toEqual([[full], { current_page: 2, per_page: 1, total_items: 4 }])
    expect((await call('GET', '/networks?page=0')).body.data).toEqual([])
  })

  it('the root key sees endpoints whole, and can send back what it has read', async () => {
    const { body } = await asRoot('GET', '/networks/evm:full')
    expect(body.data.rpc_urls).toEqual([
      { url: keyed, weight: 7 },
      { url: 'http://127.0.0.1:9/', weight: 100 },
    ])
    expect((await asRoot('GET', '/networks/stellar:testnet')).body.data.horizon_url).toBe('https://h.example/SECRET')
    const { rpc_urls } = body.data
    expect((await asRoot('PATCH', '/networks/evm:full', { rpc_urls })).body.data).toEqual(body.data)
  })

  it('GET by id: percent-encoded or not; 404 with the id in quotes', async () => {
    expect((await call('GET', '/networks/evm:full')).body.data).toEqual(full)
    expect((await call('GET', '/networks/evm%3Afull/')).body.data).toEqual(full)
    const { status, body } = await call('GET', '/networks/evm:none')
    expect([status, body]).toEqual([404, missing('evm:none')])
  })

  it('PATCH: texts and objects mixed replace the whole list; weight 100 unless said; other keys of an endpoint are ignored', async () => {
    const rpc_urls = [
      'https://a.example/SECRET',
      { url: 'http://b.example' },
      { url: 'HTTP://c.example', weight: 0, x: 1 },
    ]
    const { status, body, text } = await call('PATCH', '/networks/evm%3Aanvil', { rpc_urls })
    expect([status, body.success, body.error, body.data.rpc_urls]).toEqual([
      200,
      true,
      null,
      [
        { url: 'https://a.example/***', weight: 100 },
        { url: 'http://b.example', weight: 100 },
        { url: 'HTTP://c.example', weight: 0 },
      ],
    ])
    expect(text).not.toContain('SECRET')
    expect((await call('GET', '/networks/evm:anvil')).body.data).toEqual(body.data)
    const again = await call('PATCH', '/networks/evm:anvil', { rpc_urls: [{ url: 'http://d.example', weight: null }] })
    expect(again.body.data).toEqual({ ...body.data, rpc_urls: [{ url: 'http://d.example', weight: 100 }] })
  })

  it('PATCH: networks of every family', async () => {
    for (const id of ['solana:devnet', 'stellar:testnet']) {
      const { status, body } = await call('PATCH', `/networks/${id}`, { rpc_urls: ['https://new.example'] })
      expect([status, body.data.rpc_urls]).toEqual([200, [{ url: 'https://new.example', weight: 100 }]])
    }
  })

  it.each([
    [
      { rpc_urls: 'http://a' },
      'Json deserialize error: rpc_urls: rpc_urls must be an array of strings or RpcConfig objects',
    ],
    [{ rpc_urls: [5] }, /^Json deserialize error: .*rpc_urls must be an array of strings or RpcConfig objects$/],
    [{ rpc_urls: [{ weight: 5 }] }, /^Json deserialize error: /],
    [{ rpc_urls: [{ url: 'http://a', weight: 256 }] }, /^Json deserialize error: /],
    [{ rpc_urls: ['http://a'], symbol: 'X' }, 'Json deserialize error: unknown field `symbol`, expected `rpc_urls`'],
    [[], /^Json deserialize error: /],
    [{ rpc_urls: [] }, 'rpc_urls must contain at least one RPC endpoint'],
    [
      { rpc_urls: ['http://a', 'ftp://b.example'] },
      'Invalid RPC URL configuration: Invalid URL scheme for ftp://b.example: Only HTTP and HTTPS are supported',
    ],
    [
      { rpc_urls: ['wss://b.example/SECRET'] },
      'Invalid RPC URL configuration: Invalid URL scheme for wss://b.example/***: Only HTTP and HTTPS are supported',
    ],
    [
      { rpc_urls: ['b.example/SECRET'] },
      'Invalid RPC URL configuration: Invalid URL scheme for b.example/***: Only HTTP and HTTPS are supported',
    ],
    [{}, 'At least one field must be provided for update'],
    [{ rpc_urls: null }, 'At least one field must be provided for update'],
    [undefined, 'At least one field must be provided for update'],
    [{ rpc_urls: ['http://'] }, 'Invalid RPC URL: [invalid URL]'],
    [{ rpc_urls: ['http://169.254.169.254/SECRET'] }, /^Invalid RPC URL: .*Cloud metadata/],
    [{ rpc_urls: [{ url: 'http://a', weight: 101 }] }, 'RPC URL weight must be in range 0-100'],
    [
      { rpc_urls: ['http://a', 'https://rpc.example/***'] },
      'Invalid RPC URL configuration: rpc_urls[1] is masked; give the whole URL',
    ],
    [
      { rpc_urls: ['https://***@rpc.example'] },
      'Invalid RPC URL configuration: rpc_urls[0] is masked; give the whole URL',
    ],
  ])('PATCH 400, before the network is looked up: %j', async (body, error) => {
    const before = (await call('GET', '/networks/evm:full')).body.data
    for (const id of ['evm:full', 'evm:none']) {
      const answer = await call('PATCH', `/networks/${id}`, body)
      const text = typeof error === 'string' ? error : expect.stringMatching(error)
      expect([answer.status, answer.body]).toEqual([400, badRequest(text)])
      expect(answer.text).not.toContain('SECRET')
    }
    expect((await call('GET', '/networks/evm:full')).body.data).toEqual(before)
  })

  it('PATCH 404, then 400 when no endpoint would be left in rotation', async () => {
    const rpc_urls = [{ url: 'http://a', weight: 0 }]
    const unknown = await call('PATCH', '/networks/evm:none', { rpc_urls })
    expect([unknown.status, unknown.body]).toEqual([404, missing('evm:none')])
    const { status, body } = await call('PATCH', '/networks/evm:full', { rpc_urls })
    expect([status, body]).toEqual([400, badRequest('At least one RPC URL must have a weight above 0')])
  })

  it.each(['POST', 'PUT', 'DELETE'])('%s: 404', async method => {
    expect((await call(method, '/networks/evm:full')).status).toBe(404)
    expect((await call(method, '/networks')).status).toBe(404)
  })
})

describe('new endpoints of a network', () => {
  it('serve its running lanes at once: what was stuck is sent and confirmed', async () => {
    const anvil = await startAnvil({ blockTime: 1 })
    const server = await startTestServer(testConfiguration('http://127.0.0.1:9/dead'))
    const call = caller(() => server)
    const { body: relayer } = await call('GET', '/relayers/main')
    await anvil.rpc('anvil_setBalance', [relayer.data.address, '0xde0b6b3a7640000'])
    const to = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
    const body = { to, value: 1, gas_limit: 21_000, speed: 'fast' }
    const sent = await call('POST', '/relayers/main/transactions', body)
    expect([sent.status, sent.body.data?.status]).toEqual([200, 'pending'])
    const read = async (): Promise<Envelope> =>
      (await call('GET', `/relayers/main/transactions/${sent.body.data.id}`)).body.data
    await until('the reason why it waits', async () => ((await read()).status_reason === null ? undefined : true))

    expect((await call('PATCH', '/networks/evm:anvil', { rpc_urls: [anvil.url] })).status).toBe(200)
    await until('confirmation', async () => ((await read()).status === 'confirmed' ? true : undefined))

    // and away again: the lane asks the new endpoint, not the one it knows
    expect((await call('PATCH', '/networks/evm:anvil', { rpc_urls: ['http://127.0.0.1:9'] })).status).toBe(200)
    const stuck = await call('POST', '/relayers/main/transactions', body)
    expect(
      await until('a reason', async () => {
        const { data } = (await call('GET', `/relayers/main/transactions/${stuck.body.data.id}`)).body
        return data.status_reason === null ? undefined : data.status
      }),
    ).toBe('pending')
    await server.close()
    await anvil.stop()
  })

  it('outlive a restart where the network is predefined; a network of the config file is as the file says', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'relayer-networks-'))
    const { usable } = await readPredefinedNetworks({ rpcAllowedHosts: [], rpcBlockPrivateIps: false })
    const predefinedNetworks = usable.filter(({ networkType }) => networkType === 'evm')
    const variables = { DATABASE_URL: `sqlite:${join(folder, 'db.sqlite')}` }
    const urls = async (server: TestServer, id: string) =>
      (await send(server.port, 'GET', `/api/v1/networks/${id}`)).body.data.rpc_urls.map(
        ({ url }: { url: string }) => url,
      )
    const rpc_urls = ['https://mine.example']

    const first = await startTestServer({ ...testConfiguration(), predefinedNetworks }, variables)
    const list = (await send(first.port, 'GET', '/api/v1/networks?per_page=100')).body
    expect(list.pagination.total_items).toBe(predefinedNetworks.length + 1)
    for (const id of ['evm:anvil', 'evm:sepolia']) {
      const { status } = await send(first.port, 'PATCH', `/api/v1/networks/${id}`, { body: { rpc_urls } })
      expect([status, await urls(first, id)]).toEqual([200, rpc_urls])
    }
    await first.close()

    // an update of the server may bring other endpoints
    const newer = predefinedNetworks.map(network => ({
      ...network,
      rpcUrls: [{ url: 'https://newer.example', weight: 100 }],
    }))
    const second = await startTestServer({ ...testConfiguration(), predefinedNetworks: newer }, variables)
    expect(await urls(second, 'evm:sepolia')).toEqual(rpc_urls)
    expect(await urls(second, 'evm:mainnet')).toEqual(['https://newer.example'])
    expect(await urls(second, 'evm:anvil')).toEqual(['http://127.0.0.1:9'])
    await second.close()

    const third = await startTestServer(testConfiguration(), { ...variables, RESET_STORAGE_ON_START: 'true' })
    expect((await send(third.port, 'GET', '/api/v1/networks')).body.pagination.total_items).toBe(1)
    await third.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('are refused to lanes when the rules for RPC hosts have become stricter', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'relayer-networks-'))
    const variables = { DATABASE_URL: `sqlite:${join(folder, 'db.sqlite')}` }
    const first = await startTestServer(testConfiguration(), variables)
    await first.close()
    await expect(startTestServer(testConfiguration(), { ...variables, RPC_BLOCK_PRIVATE_IPS: 'true' })).rejects.toThrow(
      "config.json: relayer 'main': Network 'anvil': Invalid RPC URL: http://127.0.0.1:9/[path redacted]: Loopback addresses",
    )
    await rm(folder, { recursive: true, force: true })
  })
})

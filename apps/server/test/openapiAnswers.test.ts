import { startAnvil } from '@relayer/chain-evm/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { operations } from '../src/http/operations.ts'
import { buildDocument, type DocumentAnswer, type DocumentOperation } from '../src/openapi/buildDocument.ts'
import type { JsonSchema } from '../src/openapi/jsonSchema.ts'
import { schemaProblems } from './support/schemaProblems.ts'
import { authorization, type Sent, type Sending, send } from './support/send.ts'
import { evmKey, startTestServer, type TestServer, testConfiguration } from './support/testServer.ts'
import { until } from './support/until.ts'

/** What a running server answers is what the document says: status, content type, headers, body, and no field beyond. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

const to = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const main = '/api/v1/relayers/main'
const poor = '/api/v1/relayers/poor'
const contentType = { 'Content-Type': 'application/json' }
const document = buildDocument(operations)
const schemas = closed(document.components.schemas) as Readonly<Record<string, JsonSchema>>
const described = new Map(
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [operation.operationId, { path, method, operation }] as const),
  ),
)

let anvil: Awaited<ReturnType<typeof startAnvil>>
let server: TestServer
/** Ids of what the operations are about. */
let submitted: string
let webhook: string
const relayer = (id: string, more: object = {}) => ({ ...testConfiguration().relayers[0]!, id, signerId: id, ...more })
const signer = (id: string, key: string) => ({ id, type: 'local', config: {}, secret: JSON.stringify({ key }) })

const call = (method: string, path: string, sending: Sending = {}): Promise<Sent> =>
  send(server.port, method, path, {
    ...sending,
    headers: { ...authorization, ...(sending.body !== undefined && contentType), ...sending.headers },
  })
const get = (path: string) => call('GET', path)
const post = (path: string, body: object, headers = {}) => call('POST', path, { body, headers })
const made = async (path: string, body: object): Promise<string> => {
  const answer = await post(path, body)
  expect([answer.body.error, answer.status < 300]).toEqual([null, true])
  return answer.body.data.id
}
const transactions = `${main}/transactions`
const transfer = { value: 1, to, gas_limit: 21_000 }
const atSubmitted = (rest = '') => `${transactions}/${submitted}${rest}`
const makeKey = () =>
  made('/api/v1/api-keys', { name: 'k', permissions: ['tx:read'], expires_at: '2999-01-01T00:00:00Z' })
let keys = 0
const makeSigner = () => {
  keys += 1
  return made('/api/v1/signers', { type: 'plain', config: { key: (keys + 0x1000).toString(16).padStart(64, '4') } })
}
const newRelayer = async () => ({
  name: 'R',
  network: 'anvil',
  paused: true,
  network_type: 'evm',
  signer_id: await makeSigner(),
  notification_id: webhook,
  policies: { gas_price_cap: 100_000_000_000, whitelist_receivers: [to], min_balance: 1 },
  custom_rpc_urls: [{ url: anvil.url, weight: 7 }],
})
const makeRelayer = async () => made('/api/v1/relayers', await newRelayer())
const makeNotification = () =>
  made('/api/v1/notifications', { url: 'https://example.org/', signing_key: 'x'.repeat(32), type: 'webhook' })

beforeAll(async () => {
  anvil = await startAnvil()
  const configuration = testConfiguration(anvil.url)
  server = await startTestServer(
    {
      ...configuration,
      networks: configuration.networks.map(network => ({
        ...network,
        settings: { ...network.settings, tags: ['t'], is_testnet: true, explorer_urls: ['https://explorer.example/'] },
      })),
      signers: [signer('main', evmKey), signer('poor', '1'.repeat(64)), signer('paused', '2'.repeat(64))],
      relayers: [relayer('main'), relayer('poor'), relayer('paused', { paused: true })],
    },
    { METRICS_ENABLED: 'true', METRICS_PORT: '0' },
  )
  webhook = await makeNotification()
  submitted = await made(transactions, transfer)
  await made(`${poor}/transactions`, transfer)
  await until('one submitted, and one that waits for funds', async () => {
    const { status } = (await get(atSubmitted())).body.data
    const { findings } = (await get(`${poor}/doctor`)).body.data
    return status === 'submitted' && findings.length > 0 ? true : undefined
  })
})
afterAll(async () => {
  await server.close()
  await anvil.stop()
})

type Calls = Readonly<Record<string, readonly (() => Promise<Sent>)[]>>

/** Calls of operations that succeed; between them they bring every answer and header that is described as a success. */
const succeeding: Calls = {
  healthWithoutPrefix: [() => get('/v1/health')],
  health: [() => get('/api/v1/health')],
  readiness: [() => get('/api/v1/ready')],
  readApiDocs: [() => get('/api-docs')],
  getOpenApiDocument: [() => get('/api-docs/openapi.json')],

  listRelayers: [async () => (await makeRelayer(), get('/api/v1/relayers'))],
  createRelayer: [async () => post('/api/v1/relayers', await newRelayer())],
  getRelayer: [() => get(main), async () => get(`/api/v1/relayers/${await makeRelayer()}`)],
  updateRelayer: [() => call('PATCH', poor, { body: { name: 'Poor', policies: { eip1559_pricing: true } } })],
  deleteRelayer: [async () => call('DELETE', `/api/v1/relayers/${await makeRelayer()}`)],
  getRelayerStatus: [() => get(`${main}/status`)],
  getRelayerBalance: [() => get(`${main}/balance`)],
  diagnoseRelayer: [() => get(`${poor}/doctor`)],
  repairRelayer: [() => post(`${main}/doctor`, {}), () => post(`${poor}/doctor?dry_run=true`, {})],

  listTransactions: [() => get(transactions)],
  sendTransaction: [
    () => post(transactions, { ...transfer, data: '0x' }),
    () => post(`${transactions}?wait_for=submitted`, { ...transfer, speed: 'fastest' }, { Prefer: 'wait=20' }),
    ...twice(() => post(transactions, transfer, { 'Idempotency-Key': 'send' })),
    () => post(`${transactions}?dry_run=true`, { value: 1, to }),
    () => post(`${transactions}?dry_run=true`, { value: 1, to, gas_limit: 1 }),
  ],
  sendTransactionBatch: twice(() =>
    post(
      `${transactions}/batch`,
      { atomic: false, transactions: [transfer, { to }, { ...transfer, gas_price: 3_000_000_000 }] },
      { 'Idempotency-Key': 'batch' },
    ),
  ),
  getTransactionByNonce: [() => get(`${transactions}/by-nonce/0`)],
  deletePendingTransactions: [() => call('DELETE', `${poor}/transactions/pending`)],
  getTransactionById: [
    () => get(atSubmitted()),
    () => call('GET', atSubmitted('?wait_for=submitted'), { headers: { Prefer: 'wait=1' } }),
  ],
  replaceTransaction: twice(() =>
    call('PUT', atSubmitted(), { body: { ...transfer, value: 2 }, headers: { 'Idempotency-Key': 'replace' } }),
  ),
  cancelTransaction: twice(() => call('DELETE', atSubmitted(), { headers: { 'Idempotency-Key': 'cancel' } })),
  getTransactionTimeline: [() => get(atSubmitted('/timeline'))],

  sign: [() => post(`${main}/sign`, { message: 'hello' })],
  signTypedData: [
    () => post(`${main}/sign-typed-data`, { domain_separator: '1'.repeat(64), hash_struct_message: '2'.repeat(64) }),
  ],
  rpc: [
    () => post(`${main}/rpc`, { jsonrpc: '2.0', method: 'eth_chainId', params: [], id: 7 }),
    () =>
      post(`${main}/rpc`, [{ method: 'eth_chainId', id: 'a' }, { method: 'eth_sign', id: 2 }, { method: 'none' }, 5]),
  ],

  listSigners: [() => get('/api/v1/signers')],
  createSigner: [() => post('/api/v1/signers', { type: 'plain', config: { key: '5'.repeat(64) } })],
  getSigner: [() => get('/api/v1/signers/main')],
  deleteSigner: [async () => call('DELETE', `/api/v1/signers/${await makeSigner()}`)],

  listNotifications: [() => get('/api/v1/notifications')],
  createNotification: [() => post('/api/v1/notifications', { url: 'https://example.org/', type: 'webhook' })],
  getNotification: [() => get(`/api/v1/notifications/${webhook}`)],
  updateNotification: [() => call('PATCH', `/api/v1/notifications/${webhook}`, { body: { signing_key: '' } })],
  deleteNotification: [async () => call('DELETE', `/api/v1/notifications/${await makeNotification()}`)],

  listNetworks: [() => get('/api/v1/networks')],
  getNetwork: [() => get('/api/v1/networks/evm:anvil')],
  updateNetwork: [() => call('PATCH', '/api/v1/networks/evm:anvil', { body: { rpc_urls: [`${anvil.url}/path`] } })],

  listPlugins: [() => get('/api/v1/plugins')],

  listApiKeys: [async () => (await makeKey(), get('/api/v1/api-keys'))],
  createApiKey: [
    () => post('/api/v1/api-keys', { name: 'k', permissions: ['rpc'] }),
    () => post('/api/v1/api-keys', { name: 'k', permissions: ['tx:send'], relayers: ['main'], receivers: [to] }),
  ],
  getApiKey: [() => get('/api/v1/api-keys/root'), async () => get(`/api/v1/api-keys/${await makeKey()}`)],
  deleteApiKey: [async () => call('DELETE', `/api/v1/api-keys/${await makeKey()}`)],
  getApiKeyPermissions: [async () => get(`/api/v1/api-keys/${await makeKey()}/permissions`)],
  rotateApiKey: [
    async () => call('POST', `/api/v1/api-keys/${await makeKey()}/rotate`),
    async () => post(`/api/v1/api-keys/${await makeKey()}/rotate`, { grace_seconds: 60 }),
  ],

  listMetrics: [() => get('/api/v1/metrics')],
  metricDetail: [() => get('/api/v1/metrics/requests_total')],
  scrapeMetrics: [() => get('/api/v1/debug/metrics/scrape')],
}

/** Operations that can't succeed here, why, and the status of what they answer instead. */
const refused: Readonly<Record<string, readonly [why: string, status: number, call: () => Promise<Sent>]>> = {
  signTransaction: [
    'needs a relayer that is not on EVM, and there is none yet',
    400,
    () => post(`${main}/sign-transaction`, { unsigned_xdr: 'AAAA' }),
  ],
  quoteSponsoredTransaction: [
    'not on EVM',
    400,
    () => post(`${transactions}/sponsored/quote`, { transaction: 'AAAA', fee_token: 't' }),
  ],
  buildSponsoredTransaction: [
    'not on EVM',
    400,
    () => post(`${transactions}/sponsored/build`, { transaction: 'AAAA', fee_token: 't' }),
  ],
  updateSigner: ['a signer never changes', 400, () => call('PATCH', '/api/v1/signers/main', { body: {} })],
  getPlugin: ['there is no plugin', 404, () => get('/api/v1/plugins/p')],
  updatePlugin: ['there is no plugin', 404, () => call('PATCH', '/api/v1/plugins/p', { body: { timeout: 5 } })],
  callPluginGet: ['there is no plugin', 404, () => get('/api/v1/plugins/p/call')],
  callPlugin: ['there is no plugin', 404, () => post('/api/v1/plugins/p/call', {})],
  callPluginRouteGet: ['there is no plugin', 404, () => get('/api/v1/plugins/p/call/a/b')],
  callPluginRoute: ['there is no plugin', 404, () => post('/api/v1/plugins/p/call/a/b', {})],
}

/** Those of the refused whose success is described all the same: it is one of the other chain families. */
const describedForOthers = ['signTransaction']

describe('every described operation', () => {
  it('is called below', () => {
    const called = [...Object.keys(succeeding), ...Object.keys(refused)]
    expect(called.toSorted()).toEqual([...described.keys()].toSorted())
  })

  it('has a success unless it is always refused', () => {
    const without = [...described].filter(([, { operation }]) => successesOf(operation).length === 0).map(([id]) => id)
    expect([...without, ...describedForOthers].toSorted()).toEqual(Object.keys(refused).toSorted())
  })
})

describe('what a running server answers is described', () => {
  it.each(Object.entries(succeeding))('%s', async (operationId, calls) => {
    const { operation } = described.get(operationId)!
    const seen = new Set<string>()
    for (const answering of calls) {
      const sent = await answering()
      expect([sent.status < 300, sent.text.slice(0, 500)]).toEqual([true, expect.any(String)])
      expect(problemsOf(operation, sent)).toEqual([])
      for (const name of Object.keys(sent.headers)) seen.add(name)
      // an empty list fits every schema
      if (sent.body?.pagination && operationId !== 'listPlugins') expect(sent.body.data.length).toBeGreaterThan(0)
    }
    const promised = successesOf(operation).flatMap(([, { headers }]) => Object.keys(headers))
    expect(promised.filter(name => !seen.has(name.toLowerCase()))).toEqual([])
  })

  it.each(Object.entries(refused))('%s, a refusal', async (operationId, [, status, answering]) => {
    const sent = await answering()
    expect(sent.status).toBe(status)
    expect(problemsOf(described.get(operationId)!.operation, sent)).toEqual([])
  })

  it('404 of a metric, in a text of its own', async () => {
    const sent = await get('/api/v1/metrics/none')
    expect(sent.status).toBe(404)
    expect(problemsOf(described.get('metricDetail')!.operation, sent)).toEqual([])
  })
})

describe('refusals of every operation are described', () => {
  const address = ({ path, method }: { path: string; method: string }) =>
    [method.toUpperCase(), path.replace(/\{\w+\}/g, 'x')] as const

  it('401 without a key and 403 without the permission, and neither where no key is asked for', async () => {
    const keyWith = async (permission: string): Promise<string> =>
      (await post('/api/v1/api-keys', { name: 'k', permissions: [permission] })).body.data.value
    const [signs, calls] = [await keyWith('sign:message'), await keyWith('rpc')]
    for (const { path, method, operation } of described.values()) {
      const { operationId, security } = operation
      const stranger = await send(server.port, ...address({ path, method }), { headers: {} })
      const headers = { Authorization: `Bearer ${operationId === 'sign' ? calls : signs}` }
      const lacking = await send(server.port, ...address({ path, method }), { headers })
      const isOpen = security.length === 0
      expect([operationId, stranger.status === 401, lacking.status === 403]).toEqual([operationId, !isOpen, !isOpen])
      expect([...problemsOf(operation, stranger), ...problemsOf(operation, lacking)]).toEqual([])
    }
  })

  it('404 of what is unknown, wherever the path names something', async () => {
    for (const { path, method, operation } of described.values()) {
      if (!path.includes('{')) continue
      const { operationId } = operation
      const body = operation.requestBody && valid[operationId]
      const sent = await call(...address({ path, method }), { body })
      // a signer never changes, known or not
      expect([operationId, sent.status]).toEqual([operationId, operationId === 'updateSigner' ? 400 : 404])
      expect(problemsOf(operation, sent)).toEqual([])
    }
  })

  it('422 where another body comes under an Idempotency-Key', async () => {
    const keyed = async (id: string, method: string, path: string, body: object) => {
      const sent = await call(method, path, { body, headers: { 'Idempotency-Key': 'another body' } })
      return [id, sent.status, problemsOf(described.get(id)!.operation, sent)]
    }
    const replaced = `${poor}/transactions/${await made(`${poor}/transactions`, transfer)}`
    for (const [id, method, path, first, other] of [
      ['sendTransaction', 'POST', transactions, transfer, { ...transfer, value: 5 }],
      ['replaceTransaction', 'PUT', replaced, { ...transfer, value: 6 }, { ...transfer, value: 7 }],
      [
        'sendTransactionBatch',
        'POST',
        `${transactions}/batch`,
        { transactions: [transfer] },
        { transactions: [transfer, transfer] },
      ],
    ] as const) {
      expect(await keyed(id, method, path, first)).toEqual([id, 200, []])
      expect(await keyed(id, method, path, other)).toEqual([id, 422, []])
    }
  })

  it('429 with Retry-After, with a key and without', async () => {
    const slow = await startTestServer(testConfiguration(), {
      RATE_LIMIT_REQUESTS_PER_SECOND: '1',
      RATE_LIMIT_BURST_SIZE: '1',
    })
    try {
      for (const [operationId, path] of [
        ['health', '/api/v1/health'],
        ['listRelayers', '/api/v1/relayers'],
      ] as const) {
        const sent = await until('429', async () => {
          const answer = await send(slow.port, 'GET', path)
          return answer.status === 429 ? answer : undefined
        })
        expect(problemsOf(described.get(operationId)!.operation, sent)).toEqual([])
        expect(sent.headers['retry-after']).toMatch(/^\d+$/)
      }
    } finally {
      await slow.close()
    }
  })
})

/** Bodies of the right shape, for operations that read one before they look anything up. */
const valid: Readonly<Record<string, object>> = {
  updateRelayer: {},
  sendTransaction: transfer,
  sendTransactionBatch: { transactions: [transfer] },
  replaceTransaction: transfer,
  quoteSponsoredTransaction: { transaction: 'AAAA', fee_token: 't' },
  buildSponsoredTransaction: { transaction: 'AAAA', fee_token: 't' },
  sign: { message: 'm' },
  signTypedData: { domain_separator: '1'.repeat(64), hash_struct_message: '2'.repeat(64) },
  signTransaction: { unsigned_xdr: 'AAAA' },
  rpc: { method: 'eth_chainId' },
  updateSigner: {},
  updateNotification: {},
  updateNetwork: { rpc_urls: ['https://rpc.example'] },
  updatePlugin: {},
  rotateApiKey: {},
}

function twice(answering: () => Promise<Sent>): readonly (() => Promise<Sent>)[] {
  return [answering, answering]
}

function successesOf({ responses }: DocumentOperation): readonly (readonly [string, DocumentAnswer])[] {
  return Object.entries(responses).flatMap(([status, answer]) =>
    status.startsWith('2') && !('$ref' in answer) ? [[status, answer] as const] : [],
  )
}

/** Where an answer is not what the document says. */
function problemsOf({ responses }: DocumentOperation, { status, headers, body, text }: Sent): readonly string[] {
  const found = responses[status]
  if (found === undefined) return [`${status} is not described: ${text.slice(0, 200)}`]
  const answer = ('$ref' in found ? document.components.responses[nameIn(found.$ref)] : found) as DocumentAnswer
  const schema = answer.content[headers['content-type'] ?? '']?.schema
  if (schema === undefined) return [`${headers['content-type']} is not among ${Object.keys(answer.content).join(', ')}`]
  const value = headers['content-type'] === 'application/json' ? body : text
  const headerProblems = Object.entries(answer.headers as Readonly<Record<string, object>>).flatMap(
    ([name, header]) => {
      const shared = '$ref' in header ? document.components.headers[nameIn(header.$ref as string)] : header
      const { schema: headerSchema } = shared as { readonly schema: JsonSchema }
      const given = headers[name.toLowerCase()]
      const read = headerSchema['type'] === 'integer' ? Number(given) : given
      return given === undefined ? [] : schemaProblems(headerSchema, read, schemas, name)
    },
  )
  const always = 'x-request-id' in headers ? [] : ['x-request-id is missing']
  return [...always, ...headerProblems, ...schemaProblems(closed(schema) as JsonSchema, value, schemas)]
}

function nameIn(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1)
}

/** A schema in which no object may have a field that is not described. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const inner = Object.fromEntries(Object.entries(schema).map(([key, child]) => [key, closed(child)]))
  const isOpen = inner['type'] === 'object' && 'properties' in inner && !('additionalProperties' in inner)
  return isOpen ? { ...inner, additionalProperties: false } : inner
}

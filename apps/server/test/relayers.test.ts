import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authorization, send } from './support/send.ts'
import { startTestServer, type TestServer, testConfiguration } from './support/testServer.ts'

/** Rows of contract/http.md 10; no chain answers here. */
let server: TestServer
const call = (method: string, path: string, body?: object | string) =>
  send(server.port, method, `/api/v1${path}`, { body })
const raw = (method: string, path: string, body: string) =>
  send(server.port, method, `/api/v1${path}`, {
    headers: { ...authorization, 'Content-Type': 'application/json' },
    body,
  })
const badRequest = (error: unknown) => ({ success: false, data: null, message: 'Bad Request', error })
const longKey = 'a signing key of at least 32 characters'

let keys = 0
/** A relayer of its own for a test, on a key of its own. */
async function makeRelayer(fields: object = {}): Promise<string> {
  keys += 1
  const id = `r${keys}`
  await call('POST', '/signers', { id, type: 'plain', config: { key: (keys + 0x1000).toString(16).padStart(64, '2') } })
  const body = { id, name: 'R', network: 'anvil', paused: false, network_type: 'evm', signer_id: id, ...fields }
  const { status, text } = await call('POST', '/relayers', body)
  if (status !== 201) throw new Error(text)
  return id
}
const read = async (id: string) => (await call('GET', `/relayers/${id}`)).body.data

beforeAll(async () => {
  const configuration = testConfiguration()
  const [network] = configuration.networks
  const url = { url: 'http://127.0.0.1:9/private', weight: 100 }
  server = await startTestServer({
    ...configuration,
    networks: [
      network!,
      { ...network!, name: 'private', settings: { ...network!.settings, chain_id: 31_338, private_rpc_urls: [url] } },
    ],
    notifications: [{ id: 'hook', url: 'http://127.0.0.1:9/', signingKey: longKey }],
  })
})
afterAll(() => server.close())

describe('10.1: custom RPC URLs are masked', () => {
  it.each([
    ['https://rpc.example', 'https://rpc.example'],
    ['https://rpc.example/', 'https://rpc.example/'],
    ['https://rpc.example/v3/SECRET', 'https://rpc.example/***'],
    ['https://rpc.example/v3?key=SECRET', 'https://rpc.example/***'],
    ['https://rpc.example?key=SECRET', 'https://rpc.example?***'],
    ['https://user:pass@rpc.example:8545/SECRET', 'https://***@rpc.example:8545/***'],
  ])('%s is shown as %s', async (url, shown) => {
    const id = await makeRelayer({ custom_rpc_urls: [{ url, weight: 7 }] })
    const answer = await call('GET', `/relayers/${id}`)
    expect(answer.body.data.custom_rpc_urls).toEqual([{ url: shown, weight: 7 }])
    expect(answer.text).not.toContain('SECRET')
  })

  it('unset is left out, empty is an empty list', async () => {
    expect(await read(await makeRelayer())).not.toHaveProperty('custom_rpc_urls')
    expect((await read(await makeRelayer({ custom_rpc_urls: [] }))).custom_rpc_urls).toEqual([])
  })
})

describe('10.2: EVM policies', () => {
  const shown = { min_balance: 1, gas_limit_estimation: true, include_revert_data: false }
  it.each<[string, object, object | undefined]>([
    ['none', {}, undefined],
    ['only nulls', { min_balance: null, eip1559_pricing: null }, undefined],
    ['min_balance', { min_balance: '9007199254740993' }, { ...shown, min_balance: 9007199254740993n }],
    ['gas_limit_estimation', { gas_limit_estimation: false }, { ...shown, gas_limit_estimation: false }],
    ['include_revert_data', { include_revert_data: true }, { ...shown, include_revert_data: true }],
    [
      'gas_price_cap',
      { gas_price_cap: '340282366920938463463374607431768211455' },
      { ...shown, gas_price_cap: 2n ** 128n - 1n },
    ],
    ['whitelist_receivers', { whitelist_receivers: ['anything'] }, { ...shown, whitelist_receivers: ['anything'] }],
    ['eip1559_pricing', { eip1559_pricing: false }, { ...shown, eip1559_pricing: false }],
    ['private_transactions', { private_transactions: false }, { ...shown, private_transactions: false }],
  ])('%s', async (_, policies, expected) => {
    expect((await read(await makeRelayer({ policies }))).policies).toEqual(expected)
  })

  it.each([
    ['min_balance', -1],
    ['min_balance', '340282366920938463463374607431768211456'],
    ['gas_price_cap', 1.5],
    ['gas_price_cap', ''],
    ['gas_limit_estimation', 'yes'],
    ['whitelist_receivers', 'all'],
    ['whitelist_receivers', [1]],
    ['private_transactions', 1],
    ['anything', 1],
  ])('400: %s %j', async (name, value) => {
    const body = { name: 'R', network: 'anvil', paused: false, network_type: 'evm', signer_id: 'main' }
    const { status, body: answer } = await call('POST', '/relayers', { ...body, policies: { [name]: value } })
    expect([status, answer]).toEqual([
      400,
      badRequest(expect.stringMatching(/^Json deserialize error: Bad Request: Invalid EVM policy: /)),
    ])
  })

  it('private_transactions needs private endpoints of the network: 400 on create and on update', async () => {
    const error = 'private_transactions: the network has no private RPC endpoint'
    const policies = { private_transactions: true }
    await expect(makeRelayer({ policies })).rejects.toThrow(error)
    const id = await makeRelayer()
    const patched = await call('PATCH', `/relayers/${id}`, { policies })
    expect([patched.status, patched.body]).toEqual([400, badRequest(error)])
    expect(await read(id)).not.toHaveProperty('policies')
    const there = await makeRelayer({ network: 'private', policies })
    expect((await read(there)).policies).toMatchObject(policies)
  })

  it('private_transactions in a config file, without private endpoints: the relayer is there, paused', async () => {
    const configuration = testConfiguration()
    const relayers = configuration.relayers.map(relayer => ({ ...relayer, policies: { private_transactions: true } }))
    const other = await startTestServer({ ...configuration, relayers })
    try {
      const { body } = await send(other.port, 'GET', '/api/v1/relayers/main')
      expect(body.data).toMatchObject({ paused: true, policies: { private_transactions: true } })
    } finally {
      await other.close()
    }
  })
})

describe('10.4: POST', () => {
  it('takes one signer per network', async () => {
    const id = await makeRelayer()
    const again = { name: 'R', paused: false, network_type: 'evm', signer_id: id }
    const { status, body } = await call('POST', '/relayers', { ...again, network: 'anvil' })
    expect([status, body]).toEqual([
      400,
      badRequest(
        `Cannot create relayer: signer '${id}' is already in use by relayer '${id}' on network 'anvil'. Each signer can only be connected to one relayer per network for security reasons. Please use a different signer or create the relayer on a different network.`,
      ),
    ])
    expect((await call('POST', '/relayers', { ...again, network: 'private' })).status).toBe(201)
  })

  it('takes the key of a relayer under no second signer either', async () => {
    await makeRelayer()
    const key = (keys + 0x1000).toString(16).padStart(64, '2')
    await call('POST', '/signers', { id: 'copy', type: 'plain', config: { key } })
    const body = { name: 'R', network: 'anvil', paused: false, network_type: 'evm', signer_id: 'copy' }
    const answer = await call('POST', '/relayers', body)
    expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(/is already in use by relayer/)])
  })

  it('400: a masked URL', async () => {
    const urls = [{ url: 'https://rpc.example/***' }]
    await expect(makeRelayer({ custom_rpc_urls: urls })).rejects.toThrow(/custom_rpc_urls\[0\] is masked/)
  })
})

describe('10.6: PATCH merges', () => {
  const policies = { min_balance: 5, gas_price_cap: 7, whitelist_receivers: ['0x1', '0x2'] }
  const shown = { ...policies, gas_limit_estimation: true, include_revert_data: false }
  const url = { url: 'https://rpc.example/SECRET', weight: 3 }
  const full = { policies, notification_id: 'hook', custom_rpc_urls: [url] }

  it.each<[string, object, object]>([
    ['key absent: unchanged; {}: no-op', {}, {}],
    ['name', { name: 'Other' }, { name: 'Other' }],
    ['paused', { paused: true }, { paused: true }],
    [
      'policies: {a: 1}: only a changes',
      { policies: { gas_price_cap: 8 } },
      { policies: { ...shown, gas_price_cap: 8 } },
    ],
    [
      'policies: {a: null}: a is unset',
      { policies: { gas_price_cap: null } },
      {
        policies: {
          min_balance: 5,
          whitelist_receivers: ['0x1', '0x2'],
          gas_limit_estimation: true,
          include_revert_data: false,
        },
      },
    ],
    [
      'policies: {list}: replaced whole',
      { policies: { whitelist_receivers: ['0x3'] } },
      { policies: { ...shown, whitelist_receivers: ['0x3'] } },
    ],
    ['policies: null: all cleared', { policies: null }, { policies: undefined }],
    [
      'the last policy unset: left out',
      { policies: { min_balance: null, gas_price_cap: null, whitelist_receivers: null } },
      { policies: undefined },
    ],
    ['notification_id: null: cleared', { notification_id: null }, { notification_id: undefined }],
    ['custom_rpc_urls: null: cleared', { custom_rpc_urls: null }, { custom_rpc_urls: undefined }],
    [
      'custom_rpc_urls: replaced whole',
      { custom_rpc_urls: [{ url: 'http://a' }] },
      { custom_rpc_urls: [{ url: 'http://a', weight: 100 }] },
    ],
    ['custom_rpc_urls: []', { custom_rpc_urls: [] }, { custom_rpc_urls: [] }],
  ])('%s', async (_, patch, change) => {
    const id = await makeRelayer(full)
    const before = await read(id)
    expect(before).toMatchObject({ policies: shown, notification_id: 'hook', paused: false })
    const { status, body, text } = await call('PATCH', `/relayers/${id}`, patch)
    // toEqual takes undefined for absent; that absent keys are absent is in the text
    expect([status, body]).toEqual([200, { success: true, data: { ...before, ...change }, error: null }])
    for (const [key, value] of Object.entries(change)) expect(text.includes(`"${key}":`)).toBe(value !== undefined)
    expect(text).not.toContain('SECRET')
    expect(await read(id)).toEqual(body.data)
  })

  it('big integers are kept exactly', async () => {
    const id = await makeRelayer()
    const cap = 2n ** 128n - 1n
    const { text } = await raw('PATCH', `/relayers/${id}`, `{"policies":{"gas_price_cap":${cap}}}`)
    expect(text).toContain(`"gas_price_cap":${cap}`)
    expect((await call('GET', `/relayers/${id}`)).text).toContain(`"gas_price_cap":${cap}`)
  })

  it('takes application/merge-patch+json', async () => {
    const id = await makeRelayer()
    const headers = { ...authorization, 'Content-Type': 'application/merge-patch+json' }
    const answer = await send(server.port, 'PATCH', `/api/v1/relayers/${id}`, { headers, body: '{"name":"N"}' })
    expect([answer.status, answer.body.data.name]).toEqual([200, 'N'])
  })

  it('a paused relayer can be patched', async () => {
    const id = await makeRelayer({ paused: true })
    const { status, body } = await call('PATCH', `/relayers/${id}`, { name: 'N', paused: false })
    expect([status, body.data.name, body.data.paused]).toEqual([200, 'N', false])
  })

  it('concurrent patches of different fields are all kept', async () => {
    const id = await makeRelayer()
    const patches = [
      { name: 'N' },
      { policies: { min_balance: 2 } },
      { policies: { gas_price_cap: 3 } },
      { notification_id: 'hook' },
    ]
    const answers = await Promise.all(patches.map(patch => call('PATCH', `/relayers/${id}`, patch)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(await read(id)).toMatchObject({
      name: 'N',
      policies: { min_balance: 2, gas_price_cap: 3 },
      notification_id: 'hook',
    })
  })

  it.each<[string, string, string | RegExp]>([
    ['malformed JSON', '{', /^Json deserialize error: /],
    ['null', 'null', /^Invalid update request: invalid type: /],
    ['a scalar', '5', /^Invalid update request: invalid type: /],
    ['an array', '[]', /^Invalid update request: invalid type: /],
    ...['id', 'network', 'network_type', 'signer_id', 'address', 'system_disabled', 'x'].map(
      (key): [string, string, string] => [
        `key ${key}`,
        `{"${key}":"x"}`,
        `Invalid update request: unknown field \`${key}\`, expected one of \`name\`, \`paused\`, \`policies\`, \`notification_id\`, \`custom_rpc_urls\``,
      ],
    ),
    ['paused of the wrong type', '{"paused":"yes"}', /^Invalid update request: paused: /],
    [
      'a policy that is not known',
      '{"policies":{"x":1}}',
      /^Invalid policy: Bad Request: Invalid EVM policy: unknown field `x`/,
    ],
    [
      'a policy of the wrong type',
      '{"policies":{"min_balance":-1}}',
      /^Invalid policy: Bad Request: Invalid EVM policy: min_balance: /,
    ],
    ['policies of the wrong type', '{"policies":5}', /^Invalid update request: policies: /],
    ['name: null', '{"name":null}', 'Invalid result after patch: missing field `name`'],
    ['paused: null', '{"paused":null}', 'Invalid result after patch: missing field `paused`'],
    ['an empty name', '{"name":""}', 'Name cannot be empty'],
    ['a URL that is none', '{"custom_rpc_urls":[{"url":"x"}]}', 'Invalid RPC URL: [invalid URL]'],
    ['a URL as a plain string', '{"custom_rpc_urls":["http://a"]}', /^Invalid update request: custom_rpc_urls\[0\]: /],
    [
      'a URL that is blocked',
      '{"custom_rpc_urls":[{"url":"http://169.254.169.254/SECRET"}]}',
      /Cloud metadata endpoints/,
    ],
    [
      'a weight above 100',
      '{"custom_rpc_urls":[{"url":"http://a","weight":101}]}',
      'RPC URL weight must be in range 0-100',
    ],
    [
      'a masked URL',
      '{"custom_rpc_urls":[{"url":"http://a"},{"url":"https://rpc.example/***"}]}',
      'Invalid RPC URL configuration: custom_rpc_urls[1] is masked; give the whole URL',
    ],
    ['a masked query', '{"custom_rpc_urls":[{"url":"https://rpc.example?***"}]}', /masked/],
  ])('400, and nothing changes: %s', async (_, body, error) => {
    const before = await read('main')
    const answer = await raw('PATCH', '/relayers/main', body)
    const text = typeof error === 'string' ? error : expect.stringMatching(error)
    expect([answer.status, answer.body]).toEqual([400, badRequest(text)])
    expect(await read('main')).toEqual(before)
  })

  it('refuses in order: JSON, 404, shape, policy, notification, fields', async () => {
    expect((await raw('PATCH', '/relayers/none', '{')).status).toBe(400)
    const unknown = await raw('PATCH', '/relayers/none', '{"x":1}')
    const error = 'Relayer with ID none not found'
    expect([unknown.status, unknown.body]).toEqual([404, { success: false, data: null, message: error, error }])
    const shape = await call('PATCH', '/relayers/main', { x: 1, policies: { y: 1 } })
    expect(shape.body.error).toMatch(/^Invalid update request: /)
    const policy = await call('PATCH', '/relayers/main', { policies: { y: 1 }, notification_id: 'none' })
    expect(policy.body.error).toMatch(/^Invalid policy: /)
    const notification = await call('PATCH', '/relayers/main', { notification_id: 'none', name: null })
    expect([notification.status, notification.body.message, notification.body.error]).toEqual([
      404,
      'Notification not found',
      "Notification with ID 'none' not found",
    ])
  })
})

describe('10.7: DELETE', () => {
  const transaction = { value: 1, to: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8' }

  it('deletes: 200 with the text, then it is not there', async () => {
    const id = await makeRelayer()
    const { status, body } = await call('DELETE', `/relayers/${id}`)
    expect([status, body]).toEqual([200, { success: true, data: 'Relayer deleted successfully', error: null }])
    const error = `Relayer with ID ${id} not found`
    const gone = { success: false, data: null, message: error, error }
    expect((await call('GET', `/relayers/${id}`)).body).toEqual(gone)
    expect((await call('DELETE', `/relayers/${id}`)).body).toEqual(gone)
    expect((await call('POST', `/relayers/${id}/transactions`, transaction)).body).toEqual(gone)
    const list = await call('GET', '/relayers?per_page=1000')
    expect(list.body.data.map((relayer: { id: string }) => relayer.id)).not.toContain(id)
  })

  it('400 while it has transactions that have not ended; paused ones included', async () => {
    const id = await makeRelayer()
    const posted = await call('POST', `/relayers/${id}/transactions`, transaction)
    await call('POST', `/relayers/${id}/transactions`, transaction)
    await call('PATCH', `/relayers/${id}`, { paused: true })
    const { status, body } = await call('DELETE', `/relayers/${id}`)
    expect([status, body]).toEqual([
      400,
      badRequest(
        `Cannot delete relayer '${id}' because it has 2 transaction(s). Please wait for all transactions to complete or cancel them before deleting the relayer.`,
      ),
    ])
    await call('PATCH', `/relayers/${id}`, { paused: false })
    await call('DELETE', `/relayers/${id}/transactions/pending`)
    expect((await call('DELETE', `/relayers/${id}`)).status).toBe(200)
    expect((await call('GET', `/relayers/${id}/transactions/${posted.body.data.id}`)).status).toBe(404)
  })

  it('frees its signer and its id for the same account, and the id for no other', async () => {
    const id = await makeRelayer()
    const { body: posted } = await call('POST', `/relayers/${id}/transactions`, transaction)
    await call('DELETE', `/relayers/${id}/transactions/pending`)
    await call('DELETE', `/relayers/${id}`)
    const other = await makeRelayer()
    await call('DELETE', `/relayers/${other}`)
    const body = { id, name: 'R', network: 'anvil', paused: false, network_type: 'evm' }
    const refused = await call('POST', '/relayers', { ...body, signer_id: other })
    expect([refused.status, refused.body.error]).toEqual([400, expect.stringMatching(/another account/)])
    expect((await call('POST', '/relayers', { ...body, signer_id: id })).status).toBe(201)
    const kept = await call('GET', `/relayers/${id}/transactions/${posted.data.id}`)
    expect(kept.body.data.status).toBe('canceled')
    // One that never had a transaction is free for anybody.
    expect((await call('POST', '/relayers', { ...body, id: other, signer_id: other })).status).toBe(201)
  })
})

describe('10.8, 10.9: status and balance without a chain', () => {
  it.each(['status', 'balance'])('500 with a reason that names no URL: %s', async path => {
    const { status, body, text } = await call('GET', `/relayers/main/${path}`)
    expect([status, body.message, body.success]).toEqual([500, 'Internal Server Error', false])
    expect(body.error).toMatch(/rpc1/)
    expect(text).not.toMatch(/https?:/)
  })

  it.each(['status', 'balance'])('404: %s of an unknown relayer', async path => {
    const { status, body } = await call('GET', `/relayers/none/${path}`)
    expect([status, body.message]).toEqual([404, 'Relayer with ID none not found'])
  })
})

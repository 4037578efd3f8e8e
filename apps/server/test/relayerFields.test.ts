import { privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authorization, send } from './support/send.ts'
import { startTestServer, type TestServer, testConfiguration } from './support/testServer.ts'

/** The rules of a relayer's fields and what an answer shows of them: contract/http.md 10.2 – 10.5. No chain answers here. */
let server: TestServer
let strict: TestServer
const call = (method: string, path: string, body?: object | string) =>
  send(server.port, method, `/api/v1${path}`, { body })
const raw = (body: string) =>
  send(server.port, 'POST', '/api/v1/relayers', {
    headers: { ...authorization, 'Content-Type': 'application/json' },
    body,
  })
const refusal = (message: string, error: unknown) => ({ success: false, data: null, message, error })
const badRequest = (error: unknown) => refusal('Bad Request', error)
const keyOf = (number: number) => (number + 0x1000).toString(16).padStart(64, '3')
/** Everything that POST /relayers requires, on a key that no relayer has. */
const required = { name: 'R', network: 'anvil', paused: false, network_type: 'evm', signer_id: 'free' }

let signers = 0
/** The body of a relayer that can be created, on a key of its own. */
async function creatable(fields: object = {}): Promise<typeof required> {
  signers += 1
  const id = `s${signers}`
  await call('POST', '/signers', { id, type: 'plain', config: { key: keyOf(signers) } })
  return { ...required, signer_id: id, ...fields }
}
const create = async (fields: object = {}) => call('POST', '/relayers', await creatable(fields))

beforeAll(async () => {
  const configuration = testConfiguration()
  server = await startTestServer({
    ...configuration,
    notifications: [{ id: 'hook', url: 'http://127.0.0.1:9/', signingKey: null }],
  })
  await call('POST', '/signers', { id: 'free', type: 'plain', config: { key: '7'.repeat(64) } })
  strict = await startTestServer(testConfiguration('https://rpc.example'), { RPC_BLOCK_PRIVATE_IPS: 'true' })
})
afterAll(async () => {
  await server.close()
  await strict.close()
})

describe('10.2: EVM policies', () => {
  const names = [
    'min_balance',
    'gas_limit_estimation',
    'include_revert_data',
    'gas_price_cap',
    'whitelist_receivers',
    'eip1559_pricing',
    'private_transactions',
  ]

  it('every field may be null, and nothing is set by that', async () => {
    const { status, body } = await create({ policies: Object.fromEntries(names.map(name => [name, null])) })
    expect([status, body.data.policies]).toEqual([201, undefined])
    const patched = await call('PATCH', `/relayers/${body.data.id}`, {
      policies: Object.fromEntries(names.map(name => [name, null])),
    })
    expect([patched.status, patched.body.data]).toEqual([200, body.data])
  })

  it.each(['min_balance', 'gas_price_cap'])(
    '%s: an integer or a decimal string, a number in the answer',
    async name => {
      for (const given of ['7', '"7"', '340282366920938463463374607431768211455']) {
        const { signer_id: signer } = await creatable()
        const fields = JSON.stringify({ ...required, signer_id: signer }).slice(0, -1)
        const { status, text } = await raw(`${fields},"policies":{"${name}":${given}}}`)
        expect([status, text]).toEqual([201, expect.stringContaining(`"${name}":${given.replaceAll('"', '')}`)])
      }
    },
  )

  it('the keys of an answer are those that are set, and the three that always have a value', async () => {
    const { body } = await create({ policies: { eip1559_pricing: true } })
    expect(body.data.policies).toStrictEqual({
      min_balance: 1,
      gas_limit_estimation: true,
      include_revert_data: false,
      eip1559_pricing: true,
    })
  })

  it('network_type decides which schema applies on create, the stored relayer on update', async () => {
    const stellar = { fee_payment_strategy: 'user' }
    const created = await call('POST', '/relayers', { ...required, policies: stellar })
    expect([created.status, created.body.error]).toEqual([
      400,
      expect.stringMatching(
        /^Json deserialize error: Bad Request: Invalid EVM policy: unknown field `fee_payment_strategy`/,
      ),
    ])
    const solana = { ...required, network_type: 'solana', policies: { gas_price_cap: 1 } }
    expect((await call('POST', '/relayers', solana)).body.error).toMatch(
      /^Json deserialize error: Bad Request: Invalid Solana policy: unknown field `gas_price_cap`/,
    )
    expect((await call('PATCH', '/relayers/main', { policies: stellar })).body.error).toMatch(
      /^Invalid policy: Bad Request: Invalid EVM policy: unknown field `fee_payment_strategy`/,
    )
  })

  it('an empty signer id is told with the prefix of policies', async () => {
    const { status, body } = await call('POST', '/relayers', { ...required, signer_id: '' })
    expect([status, body]).toEqual([400, badRequest('Invalid relayer policy: Signer ID cannot be empty')])
  })
})

describe('10.3: field rules', () => {
  const charset = 'ID must contain only letters, numbers, dashes and underscores and must be at most 36 characters long'
  const url = (given: string, weight?: number) => ({ custom_rpc_urls: [{ url: given, weight }] })
  const blocked = (given: string, reason: string) => `Invalid RPC URL: ${given}/[path redacted]: ${reason}`

  it.each<[string, object, string]>([
    ['id empty', { id: '' }, 'ID cannot be empty'],
    ['id > 36 bytes', { id: 'x'.repeat(37) }, 'ID must not exceed 36 characters'],
    ['id > 36 bytes, not characters', { id: 'ä'.repeat(19) }, 'ID must not exceed 36 characters'],
    ['id charset: space', { id: 'a b' }, charset],
    ['id charset: slash', { id: 'a/b' }, charset],
    ['id charset: other letters', { id: 'ä' }, charset],
    ['name empty', { name: '' }, 'Name cannot be empty'],
    ['network empty', { network: '' }, 'Network cannot be empty'],
    ['custom url not parseable', url('nothing'), 'Invalid RPC URL: [invalid URL]'],
    ['weight > 100', url('http://a', 101), 'RPC URL weight must be in range 0-100'],
    [
      'custom url blocked: scheme',
      url('ftp://a.example:21/SECRET'),
      blocked('ftp://a.example', "Invalid URL scheme 'ftp': only http and https are allowed"),
    ],
    [
      'custom url blocked: scheme of WebSockets',
      url('wss://a.example/SECRET'),
      blocked('wss://a.example', "Invalid URL scheme 'wss': only http and https are allowed"),
    ],
    [
      'custom url blocked: cloud metadata by name, in any case',
      url('http://Metadata.Google.Internal/SECRET'),
      blocked('http://metadata.google.internal', 'Cloud metadata hostnames (metadata.google.internal) are not allowed'),
    ],
    [
      'custom url blocked: unspecified',
      url('http://0.0.0.0:8545/SECRET'),
      blocked('http://0.0.0.0:8545', 'Unspecified IP addresses (0.0.0.0, ::) are not allowed'),
    ],
    [
      'custom url blocked: unspecified, IPv6',
      url('http://[::]:8545/SECRET'),
      blocked('http://[::]:8545', 'Unspecified IP addresses (0.0.0.0, ::) are not allowed'),
    ],
    [
      'custom url blocked: cloud metadata',
      url('https://169.254.169.254/SECRET'),
      blocked('https://169.254.169.254', 'Cloud metadata endpoints (169.254.169.254, fd00:ec2::254) are not allowed'),
    ],
    [
      'custom url blocked: IPv4 in IPv6',
      url('http://[::ffff:169.254.169.254]/SECRET'),
      blocked('http://[::ffff:a9fe:a9fe]', 'Cloud metadata endpoints (169.254.169.254, fd00:ec2::254) are not allowed'),
    ],
  ])('400: %s', async (_, fields, error) => {
    const { status, body, text } = await call('POST', '/relayers', { ...required, ...fields })
    expect([status, body]).toEqual([400, badRequest(error)])
    expect(text).not.toContain('SECRET')
    if (!('name' in fields || 'custom_rpc_urls' in fields)) return
    const patched = await call('PATCH', '/relayers/main', fields)
    expect([patched.status, patched.body]).toEqual([400, badRequest(error)])
  })

  it.each([
    ['http://localhost:8545/x', 'http://localhost:8545', "Hostname 'localhost' is not allowed"],
    ['http://a.localhost/x', 'http://a.localhost', "Hostname 'a.localhost' is not allowed"],
    ['http://a.internal/x', 'http://a.internal', "Hostname 'a.internal' is not allowed"],
    ['http://127.0.0.2/x', 'http://127.0.0.2', 'Loopback addresses (127.0.0.0/8, ::1) are not allowed'],
    [
      'http://192.168.0.1/x',
      'http://192.168.0.1',
      'Private IP addresses (10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, fc00::/7) are not allowed',
    ],
    ['http://[fe80::1]/x', 'http://[fe80::1]', 'Link-local addresses (169.254.0.0/16, fe80::/10) are not allowed'],
  ])('400 with RPC_BLOCK_PRIVATE_IPS: %s', async (given, shown, reason) => {
    const { status, body } = await send(strict.port, 'POST', '/api/v1/relayers', {
      body: { ...required, signer_id: 'main', ...url(given) },
    })
    expect([status, body]).toEqual([400, badRequest(blocked(shown, reason))])
  })

  it('400 with RPC_ALLOWED_HOSTS: a host that is not listed; a listed one passes in any case', async () => {
    const listed = await startTestServer(testConfiguration('https://rpc.example'), {
      RPC_ALLOWED_HOSTS: 'RPC.example',
    })
    try {
      const post = (given: string) =>
        send(listed.port, 'POST', '/api/v1/relayers', { body: { ...required, ...url(given) } })
      const { status, body } = await post('https://other.example/x')
      const reason = "Host 'other.example' is not in the allowed hosts list"
      expect([status, body]).toEqual([400, badRequest(blocked('https://other.example', reason))])
      // it comes as far as the signer
      expect((await post('https://Rpc.Example/x')).body.error).toBe('Signer with ID free not found')
    } finally {
      await listed.close()
    }
  })

  it('custom_rpc_urls: the weight is 100 unless given, 0 to 100 is taken, other keys are ignored', async () => {
    const urls = [{ url: 'http://a' }, { url: 'http://b', weight: null, name: 'x' }, { url: 'http://c', weight: 0 }]
    const { status, body } = await create({ custom_rpc_urls: [...urls, { url: 'http://d', weight: 100 }] })
    expect([status, body.data.custom_rpc_urls]).toEqual([
      201,
      [
        { url: 'http://a', weight: 100 },
        { url: 'http://b', weight: 100 },
        { url: 'http://c', weight: 0 },
        { url: 'http://d', weight: 100 },
      ],
    ])
  })

  it.each([
    ['a plain string', 'http://a'],
    ['no url', { weight: 1 }],
    ['a weight that is no u8', { url: 'http://a', weight: 256 }],
    ['a negative weight', { url: 'http://a', weight: -1 }],
    ['a fraction', { url: 'http://a', weight: 1.5 }],
  ])('400, custom_rpc_urls: %s', async (_, element) => {
    const { status, body } = await call('POST', '/relayers', { ...required, custom_rpc_urls: [element] })
    expect([status, body]).toEqual([
      400,
      badRequest(expect.stringMatching(/^Json deserialize error: .*custom_rpc_urls\[0\]/)),
    ])
  })

  it('an id of 36 characters of the charset is taken', async () => {
    const id = `A-z_0${'9'.repeat(31)}`
    expect((await create({ id })).body.data.id).toBe(id)
  })
})

describe('10.4: POST', () => {
  it('id absent or null: a UUID', async () => {
    for (const fields of [{}, { id: null }]) {
      const { status, body } = await create(fields)
      expect([status, body.data.id]).toEqual([
        201,
        expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
      ])
    }
  })

  it('policies, notification_id and custom_rpc_urls may be null', async () => {
    const { status, body } = await create({ policies: null, notification_id: null, custom_rpc_urls: null })
    expect(status).toBe(201)
    for (const key of ['policies', 'notification_id', 'custom_rpc_urls']) expect(body.data).not.toHaveProperty(key)
  })

  it.each(Object.keys(required))('400: %s absent, or null', async name => {
    const { [name as keyof typeof required]: _, ...rest } = required
    const absent = await call('POST', '/relayers', rest)
    expect([absent.status, absent.body]).toEqual([400, badRequest(`Json deserialize error: missing field \`${name}\``)])
    const empty = await call('POST', '/relayers', { ...required, [name]: null })
    expect([empty.status, empty.body]).toEqual([
      400,
      badRequest(expect.stringMatching(new RegExp(`^Json deserialize error: ${name}: invalid type: null`))),
    ])
  })

  it('400: an unknown key', async () => {
    const { status, body } = await call('POST', '/relayers', { ...required, system_disabled: true })
    expect([status, body]).toEqual([
      400,
      badRequest(
        expect.stringMatching(/^Json deserialize error: unknown field `system_disabled`, expected one of `id`/),
      ),
    ])
  })

  it('refuses in order: shape, fields, signer, network, signer in use, notification, id', async () => {
    const faults: [object, number, string | RegExp][] = [
      [{ paused: 'no' }, 400, /^Json deserialize error: paused: /],
      [{ name: '' }, 400, 'Name cannot be empty'],
      [{ signer_id: 'none' }, 404, 'Signer with ID none not found'],
      [
        { network: 'nowhere' },
        400,
        "Network 'nowhere' not found for network type 'evm'. Please ensure the network configuration exists.",
      ],
      [{ signer_id: 'main' }, 400, /^Cannot create relayer: signer 'main' is already in use by relayer 'main'/],
      [{ notification_id: 'none' }, 404, "Notification with ID 'none' not found"],
      [{ id: 'main' }, 409, 'Relayer with ID main already exists'],
    ]
    // Each body has the fault that is expected and all that come after it; the signer can have one only.
    for (const [index, [fault, status, error]] of faults.entries()) {
      const later = faults.slice(index).map(([fields]) => fields)
      const answer = await call('POST', '/relayers', Object.assign({ ...required }, ...later, fault))
      const expected = typeof error === 'string' ? error : expect.stringMatching(error)
      expect([index, answer.status, answer.body.error]).toEqual([index, status, expected])
      expect(answer.body).toMatchObject({ success: false, data: null })
    }
  })

  it('409: the id is taken, and what has it is as it was', async () => {
    const before = (await call('GET', '/relayers/main')).body
    const { status, body } = await create({ id: 'main', name: 'Other' })
    expect([status, body]).toEqual([409, refusal('Conflict', 'Relayer with ID main already exists')])
    expect((await call('GET', '/relayers/main')).body).toEqual(before)
  })

  it('201, and a GET answers the same; the address is that of the key, in lower case', async () => {
    const body = await creatable({ id: 'same', notification_id: 'hook', policies: { gas_price_cap: 5 } })
    const created = await call('POST', '/relayers', body)
    expect(created.status).toBe(201)
    expect(created.body.data.address).toBe(privateKeyToAddress(`0x${keyOf(signers)}`).toLowerCase())
    expect((await call('GET', '/relayers/same')).text).toBe(created.text)
  })
})

describe('10.5: GET', () => {
  const full = {
    id: 'full',
    policies: { gas_price_cap: 5, whitelist_receivers: [] },
    notification_id: 'hook',
    custom_rpc_urls: [{ url: 'http://127.0.0.1:9/SECRET', weight: 3 }],
    paused: true,
  }

  it('by id: every key in the documented order, a paused relayer like any other', async () => {
    await create(full)
    const { status, text, body } = await call('GET', '/relayers/full')
    const data = {
      id: 'full',
      name: 'R',
      network: 'anvil',
      network_type: 'evm',
      paused: true,
      policies: {
        min_balance: 1,
        gas_limit_estimation: true,
        include_revert_data: false,
        gas_price_cap: 5,
        whitelist_receivers: [],
      },
      signer_id: `s${signers}`,
      notification_id: 'hook',
      custom_rpc_urls: [{ url: 'http://127.0.0.1:9/***', weight: 3 }],
      address: privateKeyToAddress(`0x${keyOf(signers)}`).toLowerCase(),
      system_disabled: false,
    }
    expect([status, body]).toStrictEqual([200, { success: true, data, error: null }])
    expect(Object.keys(body)).toEqual(['success', 'data', 'error'])
    expect(Object.keys(body.data)).toEqual(Object.keys(data))
    expect(text).not.toContain('SECRET')
  })

  it('list: the same objects in pages, paused ones included', async () => {
    const all = await call('GET', '/relayers?per_page=1000')
    const { total_items: total } = all.body.pagination
    expect(all.body).toMatchObject({ success: true, error: null, pagination: { current_page: 1, per_page: 1000 } })
    expect(all.body.data).toHaveLength(total)
    const seen = []
    for (let page = 1; page <= total; page++) {
      const { body } = await call('GET', `/relayers?page=${page}&per_page=1`)
      expect(body.pagination).toEqual({ current_page: page, per_page: 1, total_items: total })
      seen.push(...body.data)
    }
    expect(seen).toEqual(all.body.data)
    for (const relayer of seen) expect((await call('GET', `/relayers/${relayer.id}`)).body.data).toEqual(relayer)
    expect(seen.filter(({ paused }) => paused).map(({ id }) => id)).toContain('full')
  })

  it('404: unknown', async () => {
    const { status, body } = await call('GET', '/relayers/none')
    const error = 'Relayer with ID none not found'
    expect([status, body]).toEqual([404, refusal(error, error)])
  })
})

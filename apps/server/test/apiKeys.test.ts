import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createHash } from 'node:crypto'
import { apiKey, send, type Sent } from './support/send.ts'
import { until } from './support/until.ts'
import { startTestServer, type TestServer, testConfiguration } from './support/testServer.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let server: TestServer
beforeAll(async () => {
  const configuration = testConfiguration()
  const second = { id: 'second', type: 'local', config: {}, secret: JSON.stringify({ key: '3'.repeat(64) }) }
  server = await startTestServer({
    ...configuration,
    signers: [...configuration.signers, second],
    relayers: configuration.relayers.flatMap(relayer => [
      relayer,
      { ...relayer, id: 'second', name: 'Second', signerId: 'second' },
    ]),
  })
})
afterAll(() => server.close())

interface Extra {
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
}

const call = (token: string, method: string, path: string, { body, headers }: Extra = {}): Promise<Sent> =>
  send(server.port, method, `/api/v1${path}`, {
    headers: { Authorization: `Bearer ${token}`, ...(body && { 'Content-Type': 'application/json' }), ...headers },
    body,
  })

const everything = [
  'tx:send',
  'tx:read',
  'tx:cancel',
  'sign:message',
  'sign:typed-data',
  'sign:transaction',
  'rpc',
  'admin',
]

/** Makes a key and gives its value and id. */
async function make(fields: object, by = apiKey): Promise<{ readonly id: string; readonly value: string }> {
  const { status, body } = await call(by, 'POST', '/api-keys', {
    body: { name: 'k', permissions: everything, ...fields },
  })
  expect([status, body.error]).toEqual([201, null])
  return body.data
}

const to = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const sending = { body: { to, value: 1, gas_limit: 21_000 } }
const transactions = '/relayers/main/transactions'
const forbidden = (error: string) => [403, { success: false, data: null, message: 'Forbidden', error }]

describe('http.md 15: api keys', () => {
  it('201 with the value, which is shown once; then it authenticates', async () => {
    const answer = await call(apiKey, 'POST', '/api-keys', {
      body: { name: 'mine', permissions: ['tx:read'], extra: 1 },
    })
    expect(answer.status).toBe(201)
    const { value, ...shown } = answer.body.data
    expect(value).toMatch(/^rk_[\w-]{43}$/)
    expect(shown).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      name: 'mine',
      allowed_origins: ['*'],
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{9} UTC$/),
      permissions: ['tx:read'],
      relayers: null,
      receivers: null,
      expires_at: null,
      last_used_at: null,
    })
    expect((await call(value, 'GET', '/relayers')).status).toBe(200)
    const hash = createHash('sha256').update(value).digest('hex')
    for (const path of [`/api-keys/${shown.id}`, '/api-keys?per_page=100']) {
      const { text } = await call(apiKey, 'GET', path)
      expect(text).toContain(shown.id)
      expect(text).not.toContain(value)
      expect(text).not.toContain(hash)
    }
    // nobody waits for its write, so it may come a little later
    const lastUsedAt = await until('the last use', async () => {
      const { data } = (await call(apiKey, 'GET', `/api-keys/${shown.id}`)).body
      return data.last_used_at ?? undefined
    })
    expect(lastUsedAt).toMatch(/\+00:00$/)
    expect((await call(apiKey, 'GET', `/api-keys/${shown.id}/permissions`)).body.data).toEqual(['tx:read'])
  })

  it('the list has pagination and begins with the key of the environment', async () => {
    await make({})
    const first = await call(apiKey, 'GET', '/api-keys?per_page=1')
    expect(first.body.data).toMatchObject([{ name: 'default', permissions: ['*'], allowed_origins: ['*'] }])
    const { total_items: total } = first.body.pagination
    expect(first.body.pagination).toEqual({ current_page: 1, per_page: 1, total_items: total })
    expect((await call(apiKey, 'GET', '/api-keys?per_page=1&page=2')).body.data).toHaveLength(1)
    expect((await call(apiKey, 'GET', `/api-keys?per_page=1&page=${total + 1}`)).body.data).toEqual([])
    expect((await call(apiKey, 'GET', '/api-keys?page=0')).body.data).toEqual([])
    expect((await call(apiKey, 'GET', '/api-keys/root/permissions')).body.data).toEqual(['*'])
  })

  it('404 in the envelope, also for the key of the environment where it would be changed', async () => {
    for (const [method, path] of [
      ['GET', 'none'],
      ['GET', 'none/permissions'],
      ['DELETE', 'none'],
      ['POST', 'none/rotate'],
      ['DELETE', 'root'],
      ['POST', 'root/rotate'],
    ] as const) {
      const { status, body } = await call(apiKey, method, `/api-keys/${path}`)
      const error = `Api key with ID ${path.split('/')[0]} not found`
      expect([status, body]).toEqual([404, { success: false, data: null, message: 'Not found', error }])
    }
  })

  it('a deleted key is refused at once', async () => {
    const { id, value } = await make({})
    expect((await call(value, 'GET', '/signers')).status).toBe(200)
    const deleted = await call(apiKey, 'DELETE', `/api-keys/${id}`)
    expect([deleted.status, deleted.body.data]).toEqual([200, 'API key deleted successfully'])
    expect((await call(value, 'GET', '/signers')).status).toBe(401)
  })

  it('rotation: the old value ends at once, or goes on for a stated grace', async () => {
    const { id, value: first } = await make({})
    const ended = await call(apiKey, 'POST', `/api-keys/${id}/rotate`)
    expect([ended.status, ended.body.data.previous_value_expires_at]).toEqual([200, null])
    const second = ended.body.data.value
    expect((await call(first, 'GET', '/signers')).status).toBe(401)
    expect((await call(second, 'GET', '/signers')).status).toBe(200)
    const graced = await call(apiKey, 'POST', `/api-keys/${id}/rotate`, { body: { grace_seconds: 600 } })
    expect(graced.body.data.previous_value_expires_at).toMatch(/\+00:00$/)
    expect((await call(second, 'GET', '/signers')).status).toBe(200)
    expect((await call(graced.body.data.value, 'GET', '/signers')).status).toBe(200)
  })

  it('a rotation keeps what an Idempotency-Key was used for', async () => {
    const { id, value } = await make({ permissions: ['tx:send'] })
    const headers = { 'Idempotency-Key': 'one' }
    const sent = await call(value, 'POST', transactions, { ...sending, headers })
    const rotated = await call(apiKey, 'POST', `/api-keys/${id}/rotate`)
    const again = await call(rotated.body.data.value, 'POST', transactions, { ...sending, headers })
    expect([again.body.data.id, again.headers['idempotent-replayed']]).toEqual([sent.body.data.id, 'true'])
    const other = await make({ permissions: ['tx:send'] })
    const own = await call(other.value, 'POST', transactions, { ...sending, headers })
    expect(own.body.data.id).not.toBe(sent.body.data.id)
  })

  it('an expired key is refused', async () => {
    const { value } = await make({ expires_at: new Date(Date.now() + 500).toISOString() })
    const statusOf = async () => (await call(value, 'GET', '/signers')).status
    while ((await statusOf()) === 200);
    expect(await statusOf()).toBe(401)
  })

  it.each([
    [{ name: undefined }, /missing field `name`/],
    [{ name: '' }, /^name: /],
    [{ permissions: undefined }, /missing field `permissions`/],
    [{ permissions: [] }, /^permissions: /],
    [{ permissions: ['all'] }, /permissions.*unknown variant `all`/],
    [{ permissions: ['sign:message'], receivers: [to] }, /^permissions: a key that is limited to receivers/],
    [{ relayers: [] }, /^relayers: /],
    [{ relayers: [''] }, /^relayers: /],
    [{ receivers: 'x' }, /receivers/],
    [{ allowed_origins: [] }, /^allowed_origins: /],
    [{ expires_at: 'soon' }, /expires_at/],
    [{ expires_at: '2020-01-01T00:00:00Z' }, /^expires_at: must be in the future/],
  ])('400: %j', async (fields, error) => {
    const body = { name: 'k', permissions: ['tx:read'], ...fields }
    const answer = await call(apiKey, 'POST', '/api-keys', { body })
    expect([answer.status, answer.body.message]).toEqual([400, 'Bad Request'])
    expect(answer.body.error).toMatch(error)
  })

  it.each([[{ grace_seconds: -1 }], [{ grace_seconds: 2_592_001 }], [{ grace_seconds: 'x' }]])(
    '400: rotate with %j',
    async body => {
      const { id, value } = await make({})
      const answer = await call(apiKey, 'POST', `/api-keys/${id}/rotate`, { body })
      expect([answer.status, answer.body.error]).toEqual([400, expect.stringMatching(/grace_seconds/)])
      expect((await call(value, 'GET', '/signers')).status).toBe(200)
    },
  )
})

describe('engine.md 9: permissions are separate', () => {
  const operations = [
    ['GET', '/relayers', 'tx:read'],
    ['GET', '/relayers/main', 'tx:read'],
    ['GET', '/relayers/main/doctor', 'tx:read'],
    ['GET', transactions, 'tx:read'],
    ['GET', `${transactions}/none`, 'tx:read'],
    ['POST', transactions, 'tx:send'],
    ['PUT', `${transactions}/none`, 'tx:send'],
    ['POST', '/relayers', 'admin'],
    ['POST', '/relayers/main/doctor', 'admin'],
    ['GET', '/signers', 'admin'],
    ['POST', '/signers', 'admin'],
    ['GET', '/signers/main', 'admin'],
    ['GET', '/notifications', 'admin'],
    ['POST', '/notifications', 'admin'],
    ['PATCH', '/notifications/none', 'admin'],
    ['GET', '/api-keys', 'admin'],
    ['POST', '/api-keys', 'admin'],
    ['DELETE', '/api-keys/none', 'admin'],
    ['POST', '/api-keys/none/rotate', 'admin'],
  ] as const

  it.each(operations)('%s %s needs %s, before its body is read', async (method, path, permission) => {
    const others = everything.filter(name => name !== permission)
    const without = await make({ permissions: others })
    const refused = await call(without.value, method, path)
    expect([refused.status, refused.body]).toEqual(forbidden(`The API key lacks the permission ${permission}`))
    const only = await make({ permissions: [permission] })
    expect((await call(only.value, method, path)).status).not.toBe(403)
  })

  it('no permission is needed to be told that there is no such path', async () => {
    const { value } = await make({ permissions: ['rpc'] })
    expect((await call(value, 'GET', '/nothing')).status).toBe(404)
  })
})

describe('engine.md 9: limits of a key', () => {
  it('a key limited to relayers sees and uses them only, and nothing about all of them', async () => {
    const { value } = await make({ relayers: ['second', 'missing'] })
    const listed = await call(value, 'GET', '/relayers')
    expect(listed.body.data.map((relayer: { id: string }) => relayer.id)).toEqual(['second'])
    expect(listed.body.pagination.total_items).toBe(1)
    expect((await call(value, 'GET', '/relayers/second')).status).toBe(200)
    expect((await call(value, 'POST', '/relayers/second/transactions', sending)).status).toBe(200)
    const refusal = forbidden('The API key is limited to other relayers')
    for (const [method, path] of [
      ['GET', '/relayers/main'],
      ['GET', '/relayers/unknown'],
      ['POST', transactions],
      ['GET', '/signers'],
      ['POST', '/relayers'],
    ] as const) {
      const { status, body } = await call(value, method, path)
      expect([status, body]).toEqual(refusal)
    }
    expect((await call(value, 'GET', '/relayers/missing')).status).toBe(404)
    expect((await call(value, 'GET', '/relayers/%6dain')).status).toBe(403)
  })

  it('a key limited to receivers is held to them when it sends and when it replaces', async () => {
    const { value } = await make({
      permissions: ['tx:send', 'tx:read'],
      receivers: [to.toUpperCase().replace('0X', '0x')],
    })
    const sent = await call(value, 'POST', transactions, sending)
    expect(sent.status).toBe(200)
    const path = `${transactions}/${sent.body.data.id}`
    const elsewhere = { body: { ...sending.body, to: '0x0000000000000000000000000000000000000001' } }
    const creation = { body: { value: 0, data: '0x00', gas_limit: 100_000 } }
    for (const [method, url] of [
      ['POST', transactions],
      ['PUT', path],
    ] as const) {
      const there = await call(value, method, url, elsewhere)
      expect([there.status, there.body]).toEqual(forbidden('The API key is not allowed to send to this receiver'))
      const made = await call(value, method, url, creation)
      expect([made.status, made.body.error]).toEqual([403, expect.stringContaining('limited to receivers')])
    }
    const asked = await call(value, 'POST', `${transactions}?dry_run=true`, elsewhere)
    expect([asked.status, asked.body]).toEqual(forbidden('The API key is not allowed to send to this receiver'))
    const batch = (atomic: boolean) => ({ body: { transactions: [sending.body, elsewhere.body], atomic } })
    const all = await call(value, 'POST', `${transactions}/batch`, batch(true))
    expect([all.status, all.body.error]).toEqual([
      400,
      'transactions[1].to: The API key is not allowed to send to this receiver',
    ])
    const each = await call(value, 'POST', `${transactions}/batch`, batch(false))
    expect(each.body.data.results.map((item: { status: string }) => item.status)).toEqual(['accepted', 'refused'])
    expect((await call(value, 'PUT', path, { body: { ...sending.body, value: 2 } })).status).toBe(200)
    expect((await call(apiKey, 'GET', path)).body.data.to).toBe(to)
  })

  it('a key for a web page is refused from another one', async () => {
    const { value } = await make({ allowed_origins: ['https://app.example'] })
    const from = (origin: string) => call(value, 'GET', '/signers', { headers: { Origin: origin } })
    expect((await from('https://app.example')).status).toBe(200)
    const refused = await from('https://evil.example')
    expect([refused.status, refused.body]).toEqual(forbidden('The API key is not allowed from this origin'))
    expect((await call(value, 'GET', '/signers')).status).toBe(200)
  })

  it('no key grants more than it has, nor sees, rotates or deletes one that does', async () => {
    const admin = await make({ permissions: ['admin', 'tx:read'], relayers: ['main'] })
    const strong = await make({})
    const path = '/api-keys'
    const refused = async (fields: object) => {
      const { status, body } = await call(admin.value, 'POST', path, {
        body: { name: 'k', relayers: ['main'], ...fields },
      })
      return [status, body.error]
    }
    const text = (what: string) => [403, `${what}: no key grants more than it has`]
    expect(await refused({ permissions: ['tx:read', 'tx:send'] })).toEqual(text('permissions: tx:send'))
    expect(await refused({ permissions: ['tx:read'], relayers: null })).toEqual(text('relayers'))
    expect(await refused({ permissions: ['tx:read'], relayers: ['main', 'second'] })).toEqual(text('relayers'))
    const weak = await make({ permissions: ['tx:read'], relayers: ['main'] }, admin.value)
    const seen = (await call(admin.value, 'GET', path)).body.data.map((key: { id: string }) => key.id)
    expect(seen.toSorted()).toEqual([admin.id, weak.id].toSorted())
    for (const [method, url] of [
      ['GET', `${path}/${strong.id}`],
      ['POST', `${path}/${strong.id}/rotate`],
      ['DELETE', `${path}/${strong.id}`],
      ['GET', `${path}/root`],
    ] as const) {
      expect((await call(admin.value, method, url)).status).toBe(404)
    }
    expect((await call(strong.value, 'GET', '/signers')).status).toBe(200)
    expect((await call(admin.value, 'DELETE', `${path}/${weak.id}`)).status).toBe(200)
  })
})

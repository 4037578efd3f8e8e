import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authorization, send } from './support/send.ts'
import { startTestServer, type TestServer, testConfiguration } from './support/testServer.ts'

let server: TestServer
const path = '/api/v1/relayers/main/transactions'
const to = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const max = 2n ** 128n - 1n

/** The body as text, so that a value stands in it exactly as given. */
const post = (value: string, more = '', headers: Readonly<Record<string, string>> = {}) =>
  send(server.port, 'POST', path, {
    headers: { ...authorization, 'Content-Type': 'application/json', ...headers },
    body: `{"value": ${value}, "to": "${to}"${more}}`,
  })

beforeAll(async () => {
  const configuration = testConfiguration()
  const [main] = configuration.relayers
  server = await startTestServer({
    ...configuration,
    signers: [
      ...configuration.signers,
      { id: 'p', type: 'local', config: {}, secret: JSON.stringify({ key: '1'.repeat(64) }) },
    ],
    relayers: [main!, { ...main!, id: 'paused', signerId: 'p', paused: true }],
  })
})
afterAll(() => server.close())

describe('a body of an EVM transaction', () => {
  it.each([
    ['0', '0x0'],
    ['1', '0x1'],
    ['9007199254740993', '0x20000000000001'],
    [`${max}`, `0x${max.toString(16)}`],
    [`"${max}"`, `0x${max.toString(16)}`],
    [`"0x${max.toString(16)}"`, `0x${max.toString(16)}`],
    ['"1000000000000000000"', '0xde0b6b3a7640000'],
  ])('value %s arrives exactly', async (value, shown) => {
    const { status, body } = await post(value)
    expect([status, body.error, body.data.value]).toEqual([200, null, shown])
    expect((await send(server.port, 'GET', `${path}/${body.data.id}`)).body.data.value).toBe(shown)
  })

  it.each([
    '1e30',
    '1E3',
    '-1',
    '"abc"',
    '1.5',
    '1.0',
    '""',
    '" 1"',
    'null',
    'true',
    '[]',
    '{}',
    `${max + 1n}`,
    `"${max + 1n}"`,
    '"-1"',
    '"1.5"',
  ])('400 with a reason: value %s', async value => {
    const { status, body } = await post(value)
    expect(status).toBe(400)
    expect(body).toEqual({
      success: false,
      data: null,
      message: 'Bad Request',
      error: expect.stringContaining('value'),
    })
  })

  it('400: a number beyond every type', async () => {
    const { status, body } = await post('1e400')
    expect([status, body.message]).toEqual([400, 'Bad Request'])
  })

  it('answers 200 with every key of the record', async () => {
    const { status, body, headers } = await post(
      '5',
      ', "gas_price": 340282366920938463463374607431768211455, "unknown": true',
    )
    expect([status, headers['content-type']]).toEqual([200, 'application/json'])
    expect(body.data).toMatchObject({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      relayer_id: 'main',
      status: 'pending',
      status_reason: null,
      sent_at: null,
      confirmed_at: null,
      hash: null,
      nonce: null,
      signature: null,
      speed: null,
      gas_limit: null,
      gas_price: max,
      max_fee_per_gas: null,
      max_priority_fee_per_gas: null,
      value: '0x5',
      to,
      is_canceled: false,
    })
    expect(body.data.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/)
  })

  it.each([
    ['', /./, { data: 'zz' }],
    ['', /missing field `value`/, { to }],
    ['', /`to` and `data` fields are missing/, { value: 1 }],
    ['', /to/, { value: 1, to: '0x12' }],
    ['', /speed/, { value: 1, to, speed: 'slow' }],
    ['', /Cannot mix/, { value: 1, to, speed: 'fast', gas_price: 1 }],
    ['', /require both/, { value: 1, to, max_fee_per_gas: 1 }],
    ['', /greater than or equal/, { value: 1, to, max_fee_per_gas: 1, max_priority_fee_per_gas: 2 }],
    ['', /intrinsic gas is 21000 and gas_limit is 20999/, { value: 1, to, gas_limit: 20_999 }],
    ['', /datetime/, { value: 1, to, valid_until: 'tomorrow' }],
    ['', /in the past/, { value: 1, to, valid_until: '2020-01-01T00:00:00Z' }],
    ['', /gas_limit/, { value: 1, to, gas_limit: -1 }],
  ])('400%s: %s', async (_, error, body) => {
    const answer = await send(server.port, 'POST', path, { body })
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({
      success: false,
      data: null,
      message: 'Bad Request',
      error: expect.stringMatching(error),
    })
  })

  it('is checked in order: JSON, relayer, paused, shape', async () => {
    const headers = { ...authorization, 'Content-Type': 'application/json' }
    const at = (id: string, body: string) =>
      send(server.port, 'POST', `/api/v1/relayers/${id}/transactions`, { headers, body })
    expect((await at('none', '{')).status).toBe(400)
    expect((await at('none', '{}')).status).toBe(404)
    expect((await at('paused', '{')).status).toBe(400)
    const paused = await at('paused', '{}')
    expect([paused.status, paused.body]).toEqual([
      403,
      { success: false, data: null, message: 'Forbidden', error: 'Relayer paused' },
    ])
    expect((await at('main', '{}')).status).toBe(400)
  })
})

describe('replacing', () => {
  it('replaces a pending one', async () => {
    const { body } = await post('1')
    const replaced = await send(server.port, 'PUT', `${path}/${body.data.id}`, { body: { value: 2, to } })
    expect([replaced.status, replaced.body.data.id, replaced.body.data.value]).toEqual([200, body.data.id, '0x2'])
  })

  it.each([
    [404, 'main', 'none', { value: 1, to }, 'Not found', 'Transaction with ID none not found'],
    [404, 'none', 'none', { value: 1, to }, 'Not found', 'Relayer with ID none not found'],
    [400, 'main', 'none', { value: -1, to }, 'Bad Request', /value/],
    [403, 'paused', 'none', { value: 1, to }, 'Forbidden', 'Relayer paused'],
  ])('%i: %s/%s %j', async (status, relayer, id, body, message, error) => {
    const answer = await send(server.port, 'PUT', `/api/v1/relayers/${relayer}/transactions/${id}`, { body })
    expect([answer.status, answer.body]).toEqual([
      status,
      { success: false, data: null, message, error: typeof error === 'string' ? error : expect.stringMatching(error) },
    ])
  })
})

describe('reading', () => {
  it('belongs to its relayer', async () => {
    const { body } = await post('1')
    const answer = await send(server.port, 'GET', `/api/v1/relayers/paused/transactions/${body.data.id}`)
    expect([answer.status, answer.body.message]).toEqual([404, 'Not found'])
    expect((await send(server.port, 'GET', `${path}/none`)).body.error).toBe('Transaction with ID none not found')
    const list = await send(server.port, 'GET', '/api/v1/relayers/none/transactions/')
    expect([list.status, list.body.message]).toEqual([404, 'Relayer with ID none not found'])
  })

  it('lists newest first, in pages', async () => {
    const first = await post('1')
    const second = await post('1')
    const { body } = await send(server.port, 'GET', `${path}/?page=1&per_page=2`)
    expect(body.data).toHaveLength(2)
    expect(new Set(body.data.map(({ id }: { id: string }) => id))).toEqual(
      new Set([first.body.data.id, second.body.data.id]),
    )
    expect(body.pagination.current_page).toBe(1)
    expect(body.pagination.per_page).toBe(2)
    expect(body.pagination.total_items).toBeGreaterThan(2)
  })

  it.each(['status=pending', 'status=PENDING', 'status=pending,failed', 'status=failed&status=Pending'])(
    'filters by %s',
    async query => {
      const { status, body } = await send(server.port, 'GET', `${path}?${query}`)
      expect(status).toBe(200)
      expect(body.pagination.total_items).toBeGreaterThan(0)
    },
  )

  it('filters everything out', async () => {
    expect((await send(server.port, 'GET', `${path}?status=confirmed`)).body).toMatchObject({
      data: [],
      pagination: { total_items: 0 },
    })
  })

  it.each(['status=', 'status=nothing', 'status=pending,', 'status=cancelled'])('400: %s', async query => {
    const { status, body } = await send(server.port, 'GET', `${path}?${query}`)
    expect(status).toBe(400)
    expect(body.error).toMatch(/^Query deserialize error: unknown transaction status: /)
  })
})

describe('Idempotency-Key', () => {
  it('gives the same transaction again, however the same body is written', async () => {
    const headers = { 'Idempotency-Key': 'one' }
    const first = await post('5', '', headers)
    const again = await post('"0x5"', ', "speed": null', headers)
    expect(again.status).toBe(200)
    expect(again.body.data.id).toBe(first.body.data.id)
    expect(again.text).toBe(first.text)
    expect([first.headers['idempotent-replayed'], again.headers['idempotent-replayed']]).toEqual([undefined, 'true'])
  })

  it('422: another body', async () => {
    const headers = { 'Idempotency-Key': 'two' }
    await post('5', '', headers)
    const { status, body } = await post('6', '', headers)
    expect([status, body.message]).toEqual([422, 'Unprocessable Entity'])
  })

  it('makes one of fifty at once', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => post('7', '', { 'Idempotency-Key': 'three' })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
  })

  it('stores nothing for a refusal', async () => {
    const headers = { 'Idempotency-Key': 'four' }
    expect((await post('-1', '', headers)).status).toBe(400)
    expect((await post('1', '', headers)).status).toBe(200)
  })

  it('400: too long', async () => {
    expect((await post('1', '', { 'Idempotency-Key': 'x'.repeat(256) })).status).toBe(400)
  })
})

describe('WIRE_FEES=string', () => {
  it('writes fees as decimal strings', async () => {
    const strings = await startTestServer(testConfiguration(), { WIRE_FEES: 'string' })
    try {
      const { body } = await send(strings.port, 'POST', path, { body: { value: 1, to, gas_price: 20_000_000_000 } })
      expect(body.data).toMatchObject({ gas_price: '20000000000', max_fee_per_gas: null, value: '0x1' })
    } finally {
      await strings.close()
    }
  })
})

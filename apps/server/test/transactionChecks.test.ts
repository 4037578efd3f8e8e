import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authorization, send } from './support/send.ts'
import { startTestServer, type TestServer, testConfiguration } from './support/testServer.ts'

/** The checks of POST …/transactions (contract/http.md 11.2, EVM), in their order; PUT makes the same ones. */
let server: TestServer
const to = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const listed = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const zero = `0x${'0'.repeat(40)}`
const policies = {
  main: null,
  listed: { whitelist_receivers: [listed] },
  nobody: { whitelist_receivers: [] },
  unestimated: { gas_limit_estimation: false },
  capped: { gas_price_cap: '20' },
  pager: null,
  paused: null,
} as const
type Relayer = keyof typeof policies

beforeAll(async () => {
  const configuration = testConfiguration()
  const [main] = configuration.relayers
  const ids = Object.keys(policies) as Relayer[]
  const digits = ids.map((_, index) => String(index + 1))
  server = await startTestServer({
    ...configuration,
    signers: ids.map((id, index) => ({
      id,
      type: 'local',
      config: {},
      secret: JSON.stringify({ key: digits[index]?.repeat(64) }),
    })),
    relayers: ids.map(id => ({ ...main!, id, signerId: id, policies: policies[id], paused: id === 'paused' })),
  })
})
afterAll(() => server.close())

const path = (relayer: string) => `/api/v1/relayers/${relayer}/transactions`
const post = (relayer: Relayer, body: object) => send(server.port, 'POST', path(relayer), { body })
const own = async (relayer: Relayer) =>
  (await send(server.port, 'GET', `/api/v1/relayers/${relayer}`)).body.data.address as string

const NOT_WHITELISTED = 'Transaction target address is not whitelisted'
const NO_TARGET = 'Both txs `to` and `data` fields are missing. At least one of them has to be set.'
const MIXED = 'Cannot mix different transaction types. Use either gasPrice, speed, or EIP1559 parameters'
const HALF = 'EIP1559 transactions require both maxFeePerGas and maxPriorityFeePerGas'
const inThePast = '2020-01-01T00:00:00Z'

describe('11.2: refused with 400', () => {
  it.each<[string, Relayer, object, string | RegExp]>([
    ['1: not on the whitelist', 'listed', { value: 1, to }, NOT_WHITELISTED],
    ['1: a creation under a whitelist', 'listed', { value: 0, data: '0x00' }, NOT_WHITELISTED],
    ['1: an empty whitelist', 'nobody', { value: 1, to: listed }, NOT_WHITELISTED],
    ['2: neither to nor data', 'main', { value: 1 }, NO_TARGET],
    ['2: null and empty', 'main', { value: 1, to: null, data: '' }, NO_TARGET],
    [
      '3: no gas_limit where none is estimated',
      'unestimated',
      { value: 1, to },
      'gas_limit is required when gas_limit_estimation policy is disabled',
    ],
    [
      '4: gas_limit below the intrinsic gas',
      'main',
      { value: 1, to, gas_limit: 20_999 },
      'gas_limit is too low, intrinsic gas is 21000 and gas_limit is 20999',
    ],
    [
      '4: of a creation with data',
      'main',
      { value: 0, data: '0x6000', gas_limit: 53_019 },
      'gas_limit is too low, intrinsic gas is 53020 and gas_limit is 53019',
    ],
    [
      '4: below the floor of EIP-7623',
      'main',
      { value: 0, to, data: '0x6000', gas_limit: 21_049 },
      'gas_limit is too low, intrinsic gas is 21050 and gas_limit is 21049',
    ],
    ['5: valid_until is no time', 'main', { value: 1, to, valid_until: 'soon' }, 'Invalid validUntil datetime format'],
    [
      '5: valid_until has passed',
      'main',
      { value: 1, to, valid_until: inThePast },
      'The validUntil time cannot be in the past',
    ],
    ['7: gas_price and speed', 'main', { value: 1, to, gas_price: 1, speed: 'fast' }, MIXED],
    [
      '7: gas_price and a pair',
      'main',
      { value: 1, to, gas_price: 1, max_fee_per_gas: 1, max_priority_fee_per_gas: 1 },
      MIXED,
    ],
    ['7: speed and half a pair', 'main', { value: 1, to, speed: 'fast', max_fee_per_gas: 1 }, MIXED],
    ['8: only max_fee_per_gas', 'main', { value: 1, to, max_fee_per_gas: 1 }, HALF],
    ['8: only max_priority_fee_per_gas', 'main', { value: 1, to, max_priority_fee_per_gas: 1 }, HALF],
    [
      '9: a tip above the fee',
      'main',
      { value: 1, to, max_fee_per_gas: 1, max_priority_fee_per_gas: 2 },
      'maxFeePerGas must be greater than or equal to maxPriorityFeePerGas',
    ],
    ['10: gas_price above the cap', 'capped', { value: 1, to, gas_price: 21 }, 'Gas price is too high'],
    ['at once: a short address', 'main', { value: 1, to: '0x12' }, /^to: invalid address/],
    [
      'at once: an address of another alphabet',
      'main',
      { value: 1, to: `0x${'g'.repeat(40)}` },
      /^to: invalid address/,
    ],
    ['at once: data with an odd number of digits', 'main', { value: 1, to, data: '0x123' }, /^data: invalid hex data/],
    ['at once: data that is not hex', 'main', { value: 1, to, data: 'hello!' }, /^data: invalid hex data/],
    ['shape: no value', 'main', { to }, 'missing field `value`'],
    ['shape: a speed nobody knows', 'main', { value: 1, to, speed: 'slow' }, /^speed: /],
    ['shape: a negative gas_limit', 'main', { value: 1, to, gas_limit: -1 }, /^gas_limit: /],
  ])('%s', async (_, relayer, body, error) => {
    const expected = {
      success: false,
      data: null,
      message: 'Bad Request',
      error: typeof error === 'string' ? error : expect.stringMatching(error),
    }
    const posted = await post(relayer, body)
    expect([posted.status, posted.body]).toEqual([400, expected])
    const put = await send(server.port, 'PUT', `${path(relayer)}/none`, { body })
    expect([put.status, put.body]).toEqual([400, expected])
  })

  it.each<[string, Relayer, object, string]>([
    ['1 before 2', 'nobody', { value: 1 }, NOT_WHITELISTED],
    ['2 before 3', 'unestimated', { value: 1 }, NO_TARGET],
    [
      '3 before 5',
      'unestimated',
      { value: 1, to, valid_until: 'x' },
      'gas_limit is required when gas_limit_estimation policy is disabled',
    ],
    [
      '4 before 5',
      'main',
      { value: 1, to, gas_limit: 1, valid_until: 'x' },
      'gas_limit is too low, intrinsic gas is 21000 and gas_limit is 1',
    ],
    [
      '5 before 7',
      'main',
      { value: 1, to, valid_until: 'x', gas_price: 1, speed: 'fast' },
      'Invalid validUntil datetime format',
    ],
    ['7 before 8', 'main', { value: 1, to, gas_price: 1, max_fee_per_gas: 1 }, MIXED],
  ])('%s', async (_, relayer, body, error) => {
    expect((await post(relayer, body)).body.error).toBe(error)
  })
})

describe('11.2: taken', () => {
  it.each<[string, Relayer, object]>([
    ['1: on the whitelist, in any case', 'listed', { value: 1, to: listed.toLowerCase() }],
    ['1: the zero address under a whitelist', 'nobody', { value: 1, to: zero }],
    ['4: exactly the intrinsic gas', 'main', { value: 1, to, gas_limit: 21_000 }],
    ['4: exactly the floor of EIP-7623', 'main', { value: 0, to, data: '0x6000', gas_limit: 21_050 }],
    ['5: valid_until in the future, any offset', 'main', { value: 1, to, valid_until: '2999-01-01T00:00:00.5+02:00' }],
    ['6: no price: speed fast', 'main', { value: 1, to }],
    ['10: gas_price at the cap', 'capped', { value: 1, to, gas_price: 20 }],
    [
      '10: a pair above the cap, lowered later',
      'capped',
      { value: 1, to, max_fee_per_gas: 21, max_priority_fee_per_gas: 1 },
    ],
    ['unknown keys', 'main', { value: 1, to, unknown: [] }],
    [
      'null for every optional field',
      'main',
      {
        value: 1,
        to,
        data: null,
        gas_limit: null,
        gas_price: null,
        max_fee_per_gas: null,
        max_priority_fee_per_gas: null,
        speed: null,
        valid_until: null,
      },
    ],
  ])('%s', async (_, relayer, body) => {
    const { status, body: answer } = await post(relayer, body)
    expect([status, answer.error]).toEqual([200, null])
    expect(answer.data).toMatchObject({ status: 'pending', relayer_id: relayer })
  })

  it('1: itself under a whitelist', async () => {
    expect((await post('nobody', { value: 1, to: await own('nobody') })).status).toBe(200)
  })

  it('6: no price is shown as speed fast', async () => {
    expect((await post('main', { value: 1, to })).body.data.speed).toBe('fast')
  })
})

describe('11.2: fields', () => {
  it('to and data are echoed as given', async () => {
    for (const data of ['0xaB', 'aB']) {
      const { status, body } = await post('main', { value: 0, to: listed, data })
      expect([status, body.data.to, body.data.data]).toEqual([200, listed, data])
    }
  })

  it.each(['fastest', 'fast', 'average', 'safeLow'])('speed %s', async speed => {
    const { status, body } = await post('main', { value: 1, to, speed })
    expect([status, body.data.speed]).toEqual([200, speed])
  })

  it.each([
    ['gas_price', { gas_price: 3 }],
    ['a pair', { max_fee_per_gas: 3, max_priority_fee_per_gas: 2 }],
  ])('%s: an integer, a decimal string or 0x; shown as an integer, with no speed', async (_, price) => {
    const none = { gas_price: null, max_fee_per_gas: null, max_priority_fee_per_gas: null }
    for (const write of [Number, String, (wei: number) => `0x${wei.toString(16)}`]) {
      const written = Object.fromEntries(Object.entries(price).map(([name, wei]) => [name, write(wei)]))
      const { status, body } = await post('main', { value: 1, to, ...written })
      expect([status, body.data]).toMatchObject([200, { ...none, ...price, speed: null }])
    }
  })

  it('gas_limit: up to 2^63 − 1, shown as an integer', async () => {
    const { status, body } = await post('main', { value: 1, to, gas_limit: String(2n ** 63n - 1n) })
    expect([status, body.data.gas_limit]).toEqual([200, 2n ** 63n - 1n])
    expect((await post('main', { value: 1, to, gas_limit: String(2n ** 63n) })).body.error).toMatch(/^gas_limit: /)
  })
})

describe('11.4: list', () => {
  const list = async (query: string) => (await send(server.port, 'GET', `${path('pager')}${query}`)).body
  const ids = (body: { readonly data: readonly { readonly id: string }[] }) => body.data.map(({ id }) => id)

  it('newest first, in pages, the same records as by id; a filter of any case and both slashes', async () => {
    const posted: string[] = []
    for (let value = 1; value <= 5; value++) posted.push((await post('pager', { value, to })).body.data.id)
    await send(server.port, 'DELETE', `${path('pager')}/${posted[1]}`)
    const newest = await Promise.all(
      posted.map(async id => (await send(server.port, 'GET', `${path('pager')}/${id}`)).body.data),
    )
    newest.sort((a, b) =>
      a.created_at === b.created_at ? (a.id < b.id ? 1 : -1) : a.created_at < b.created_at ? 1 : -1,
    )
    expect(await list('')).toEqual({
      success: true,
      data: newest,
      error: null,
      pagination: { current_page: 1, per_page: 10, total_items: 5 },
    })
    const second = await list('/?page=2&per_page=2')
    expect(second.data).toEqual(newest.slice(2, 4))
    expect(second.pagination).toEqual({ current_page: 2, per_page: 2, total_items: 5 })
    expect(ids(await list('?page=4&per_page=2'))).toEqual([])
    const waiting = newest.filter(({ status }) => status === 'pending')
    for (const status of ['pending', 'PENDING', 'Pending']) {
      const filtered = await list(`?status=${status}&page=1&per_page=3`)
      expect(filtered.data).toEqual(waiting.slice(0, 3))
      expect(filtered.pagination).toEqual({ current_page: 1, per_page: 3, total_items: 4 })
    }
    expect(ids(await list('?status=CANCELED'))).toEqual([posted[1]])
    for (const status of ['sent', 'submitted', 'mined', 'confirmed', 'failed', 'expired']) {
      expect((await list(`?status=${status}`)).pagination.total_items).toBe(0)
    }
  })

  it.each(['', 'nothing', 'cancelled'])('400: status %j is none', async status => {
    const { status: code, body } = await send(server.port, 'GET', `${path('pager')}?status=${status}`)
    const error = `Query deserialize error: unknown transaction status: ${status}`
    expect([code, body]).toEqual([400, { success: false, data: null, message: 'Bad Request', error }])
  })

  it('404: unknown relayer', async () => {
    const error = 'Relayer with ID none not found'
    const { status, body } = await send(server.port, 'GET', path('none'))
    expect([status, body]).toEqual([404, { success: false, data: null, message: error, error }])
  })
})

describe('11.5, 11.6: refused in order', () => {
  const json = { ...authorization, 'Content-Type': 'application/json' }
  const put = (relayer: string, body: string) =>
    send(server.port, 'PUT', `${path(relayer)}/none`, { headers: json, body })
  const remove = (relayer: string, id: string) => send(server.port, 'DELETE', `${path(relayer)}/${id}`)
  const told = ({ status, body }: Awaited<ReturnType<typeof put>>) => [status, body.message, body.error]
  const paused = [403, 'Forbidden', 'Relayer paused']
  const missing = [404, 'Not found', 'Transaction with ID none not found']

  it('cancel: relayer, paused, transaction', async () => {
    const error = 'Relayer with ID none not found'
    expect(told(await remove('none', 'none'))).toEqual([404, error, error])
    expect(told(await remove('paused', 'none'))).toEqual(paused)
    expect(told(await remove('main', 'none'))).toEqual(missing)
  })

  it('replace: JSON, relayer, paused, shape, rules, transaction', async () => {
    expect(told(await put('none', '{'))).toEqual([
      400,
      'Bad Request',
      expect.stringMatching(/^Json deserialize error: /),
    ])
    // its message is that of PUT, whatever was not found
    expect(told(await put('none', '{}'))).toEqual([404, 'Not found', 'Relayer with ID none not found'])
    expect(told(await put('paused', '{}'))).toEqual(paused)
    expect(told(await put('main', '{}'))).toEqual([400, 'Bad Request', 'missing field `value`'])
    expect(told(await put('main', '{"value":1}'))).toEqual([400, 'Bad Request', NO_TARGET])
    expect(told(await put('main', `{"value":1,"to":"${to}"}`))).toEqual(missing)
  })
})

describe('11.4: ownership and nonces', () => {
  it('a transaction of another relayer is 404 to GET, PUT and DELETE', async () => {
    const { body } = await post('main', { value: 1, to })
    const { id } = body.data
    for (const [method, given] of [
      ['GET', undefined],
      ['PUT', { value: 1, to: listed }],
      ['DELETE', undefined],
    ] as const) {
      const answer = await send(server.port, method, `${path('listed')}/${id}`, { body: given })
      expect([method, answer.status, answer.body]).toEqual([
        method,
        404,
        { success: false, data: null, message: 'Not found', error: `Transaction with ID ${id} not found` },
      ])
    }
    expect((await send(server.port, 'GET', `${path('main')}/${id}`)).body.data.status).toBe('pending')
  })

  it.each(['abc', '-1', '1.5', '0x1', '18446744073709551616', '1e3', ' 1'])(
    '404: by-nonce %j is no u64, also of an unknown relayer',
    async nonce => {
      for (const relayer of ['main', 'none']) {
        const answer = await send(server.port, 'GET', `${path(relayer)}/by-nonce/${encodeURIComponent(nonce)}`)
        expect([answer.status, answer.body]).toEqual([
          404,
          { success: false, data: null, message: 'Not found', error: `can not parse "${nonce}" to a u64` },
        ])
      }
    },
  )

  it('404: by-nonce of an unknown relayer, and of a nonce that was never used', async () => {
    const unknown = await send(server.port, 'GET', `${path('none')}/by-nonce/0`)
    expect([unknown.status, unknown.body.error]).toEqual([404, 'Relayer with ID none not found'])
    for (const nonce of ['7', '18446744073709551615']) {
      const unused = await send(server.port, 'GET', `${path('main')}/by-nonce/${nonce}`)
      expect([unused.status, unused.body.error]).toEqual([404, `Transaction with nonce ${nonce} not found`])
    }
  })
})

describe('11.5: cancel', () => {
  it('a pending one is canceled at once', async () => {
    const { body } = await post('main', { value: 1, to })
    const { status, body: canceled } = await send(server.port, 'DELETE', `${path('main')}/${body.data.id}`)
    expect([status, canceled]).toEqual([
      200,
      {
        success: true,
        error: null,
        data: { ...body.data, status: 'canceled', status_reason: 'Transaction canceled by user' },
      },
    ])
    const again = await send(server.port, 'DELETE', `${path('main')}/${body.data.id}`)
    expect([again.status, again.body]).toEqual([
      400,
      {
        success: false,
        data: null,
        message: 'Bad Request',
        error:
          'Invalid transaction state for cancel_transaction. Current: Canceled, Expected one of: [Pending, Sent, Submitted]',
      },
    ])
    const put = await send(server.port, 'PUT', `${path('main')}/${body.data.id}`, { body: { value: 2, to } })
    expect([put.status, put.body.error]).toEqual([
      400,
      'Invalid transaction state for replace_transaction. Current: Canceled, Expected one of: [Pending, Sent, Submitted]',
    ])
  })

  it('404: relayer, then transaction', async () => {
    expect((await send(server.port, 'DELETE', `${path('none')}/none`)).body.error).toBe(
      'Relayer with ID none not found',
    )
    expect((await send(server.port, 'DELETE', `${path('main')}/none`)).body.error).toBe(
      'Transaction with ID none not found',
    )
  })

  it('takes no body and no content type', async () => {
    const { body } = await post('main', { value: 1, to })
    const answer = await send(server.port, 'DELETE', `${path('main')}/${body.data.id}`, { headers: authorization })
    expect(answer.status).toBe(200)
  })
})

describe('11.7: delete pending', () => {
  it('ends all that wait, and tells which', async () => {
    const ids: string[] = []
    for (let count = 0; count < 3; count++)
      ids.push((await post('unestimated', { value: 1, to, gas_limit: 21_000 })).body.data.id)
    const { status, body } = await send(server.port, 'DELETE', `${path('unestimated')}/pending`)
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        error: null,
        data: {
          queued_for_cancellation_transaction_ids: expect.toSatisfy(
            (given: string[]) => given.toSorted().join() === ids.toSorted().join(),
          ),
          failed_to_queue_transaction_ids: [],
          total_processed: 3,
        },
      },
    ])
    const list = await send(server.port, 'GET', `${path('unestimated')}?status=canceled`)
    expect(list.body.pagination.total_items).toBe(3)
    expect((await send(server.port, 'DELETE', `${path('unestimated')}/pending`)).body.data).toEqual({
      queued_for_cancellation_transaction_ids: [],
      failed_to_queue_transaction_ids: [],
      total_processed: 0,
    })
  })

  it('404 and 403', async () => {
    expect((await send(server.port, 'DELETE', `${path('none')}/pending`)).status).toBe(404)
    await send(server.port, 'PATCH', '/api/v1/relayers/capped', { body: { paused: true } })
    const paused = await send(server.port, 'DELETE', `${path('capped')}/pending`)
    expect([paused.status, paused.body.error]).toEqual([403, 'Relayer paused'])
    expect((await send(server.port, 'GET', `${path('capped')}?status=pending,sent`)).status).toBe(200)
  })
})

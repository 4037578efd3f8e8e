import { startAnvil } from '@relayer/chain-evm/testing'
import { transactionBatchResponse } from '@relayer/schemas'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Envelope, send } from './support/send.ts'
import { startTestServer, type TestServer, testConfiguration } from './support/testServer.ts'
import { until } from './support/until.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

const path = '/api/v1/relayers/main/transactions'
const to = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
let anvil: Awaited<ReturnType<typeof startAnvil>>
let server: TestServer
beforeAll(async () => {
  anvil = await startAnvil({ args: ['--gas-limit', '1000000000'] })
  const configuration = testConfiguration(anvil.url)
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
afterAll(async () => {
  await server.close()
  await anvil.stop()
})

const post = (body: object) => send(server.port, 'POST', `${path}/batch`, { body })
const total = async () => (await send(server.port, 'GET', `${path}?per_page=1`)).body.pagination.total_items as number

describe('POST …/transactions/batch', () => {
  it('takes 1,000 in one commit, in order, and they get consecutive nonces in that order', async () => {
    const transactions = Array.from({ length: 1_000 }, (_, index) => ({ value: index, to, gas_limit: 21_000 }))
    const { status, body } = await post({ transactions })
    expect(status).toBe(200)
    const { accepted, refused, results } = transactionBatchResponse.parse(body.data)
    expect([accepted, refused]).toEqual([1_000, 0])
    expect(results.map(({ index }) => index)).toEqual(transactions.map((_, index) => index))
    const records = results.map(({ transaction }) => transaction as Envelope)
    expect(records.map(({ value }) => Number(value))).toEqual(transactions.map(({ value }) => value))
    await anvil.rpc('evm_setIntervalMining', [1])
    const last = records.at(-1)?.id
    await until('the last one confirmed', async () =>
      (await send(server.port, 'GET', `${path}/${last}`)).body.data.status === 'confirmed' ? true : undefined,
    )
    const list = (await send(server.port, 'GET', `${path}?per_page=1000`)).body.data as Envelope[]
    const nonces = new Map(list.map(({ id, nonce }) => [id, nonce]))
    expect(records.map(({ id }) => nonces.get(id))).toEqual(transactions.map((_, index) => index))
  })

  it('all or nothing: 400 names the item and the field, and nothing is accepted', async () => {
    const before = await total()
    const good = { value: 1, to }
    for (const [bad, error] of [
      [{ value: -1, to }, /^transactions\[1\]\.value: /],
      [{ to }, 'transactions[1].value: missing field `value`'],
      [{ value: 1, to, gas_limit: 20_999 }, /^transactions\[1\]\.gas_limit: gas_limit is too low/],
      [{ value: 1, to, valid_until: '2020-01-01T00:00:00Z' }, /^transactions\[1\]\.valid_until: /],
      [7, /^transactions\[1\]: /],
    ] as const) {
      const { status, body } = await post({ transactions: [good, bad, good] })
      expect([status, body.data, body.message]).toEqual([400, null, 'Bad Request'])
      expect(body.error).toMatch(error)
    }
    expect(await total()).toBe(before)
  })

  it('each on its own: what is good is accepted, in order, the rest says why', async () => {
    const before = await total()
    const transactions = [
      { value: 1, to },
      { value: '1.5', to },
      { value: 2, to, gas_limit: 1 },
      { value: 3, to },
    ]
    const { status, body } = await post({ transactions, atomic: false })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      accepted: 2,
      refused: 2,
      results: [
        { index: 0, status: 'accepted', error: null, field: null, transaction: { value: '0x1', status: 'pending' } },
        { index: 1, status: 'refused', field: 'value', transaction: null },
        { index: 2, status: 'refused', field: 'gas_limit', transaction: null },
        { index: 3, status: 'accepted', transaction: { value: '0x3' } },
      ],
    })
    expect(body.data.results[2].error).toMatch(/^transactions\[2\]\.gas_limit: gas_limit is too low/)
    expect(await total()).toBe(before + 2)
  })

  it.each([
    ['no items', { transactions: [] }, 'transactions: must hold 1 to 1000 items'],
    [
      '1,001 items',
      { transactions: Array.from({ length: 1_001 }, () => ({ value: 1, to })) },
      'transactions: must hold 1 to 1000 items',
    ],
    ['no list', {}, 'missing field `transactions`'],
    ['a list of another kind', { transactions: 'many' }, /^transactions: invalid type/],
    ['no boolean', { transactions: [{ value: 1, to }], atomic: 'yes' }, /^atomic: invalid type/],
  ])('400: %s', async (_, given, error) => {
    const { status, body } = await post(given)
    expect(status).toBe(400)
    expect(body.error).toMatch(error)
  })

  it('413: more bytes than a body may have', async () => {
    const transactions = Array.from({ length: 1_000 }, () => ({ value: 1, to, data: `0x${'00'.repeat(1_500)}` }))
    expect((await post({ transactions })).status).toBe(413)
  })

  it.each([
    [404, 'none'],
    [403, 'paused'],
  ])('%i: relayer %s', async (status, relayer) => {
    const body = { transactions: [{ value: 1, to }] }
    const answer = await send(server.port, 'POST', `/api/v1/relayers/${relayer}/transactions/batch`, { body })
    expect(answer.status).toBe(status)
  })
})

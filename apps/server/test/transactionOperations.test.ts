import { startAnvil } from '@relayer/chain-evm/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { send } from './support/send.ts'
import { startTestServer, type TestServer, testConfiguration } from './support/testServer.ts'
import { until } from './support/until.ts'

/** Operations on transactions that a node has taken (contract/http.md 11.4 – 11.7, 10.7 – 10.9). Blocks come when a test wants them. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const to = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const gwei = 1_000_000_000
const relayers = ['main', 'capped', 'thrifty', 'rich', 'leaver', 'crowd'] as const
type Relayer = (typeof relayers)[number]
const policies: Partial<Record<Relayer, object>> = {
  capped: { gas_price_cap: 50 * gwei },
  thrifty: { min_balance: '900000000000000000' },
}
let anvil: Awaited<ReturnType<typeof startAnvil>>
let server: TestServer

const base = (relayer: Relayer) => `/api/v1/relayers/${relayer}`
const call = (method: string, path: string, body?: object) => send(server.port, method, path, { body })
const post = async (relayer: Relayer, body: object) => {
  const { body: answer } = await call('POST', `${base(relayer)}/transactions`, body)
  return answer.data.id as string
}
const at = (relayer: Relayer, id: string) => `${base(relayer)}/transactions/${id}`
const read = async (relayer: Relayer, id: string) => (await call('GET', at(relayer, id))).body.data
const mine = (blocks = 1) => anvil.rpc('anvil_mine', [`0x${blocks.toString(16)}`])
const waitFor = (relayer: Relayer, id: string, status: string, mining = false) =>
  until(`${id} ${status}`, async () => {
    const record = await read(relayer, id)
    if (record.status === status) return record
    if (mining) await mine()
    return undefined
  })
/** One that a node holds and no block has. */
const submit = async (relayer: Relayer, body: object = { value: 1, to, speed: 'fast' }) =>
  waitFor(relayer, await post(relayer, body), 'submitted')
const pooled = (relayer: Relayer, id: string, hash: string) =>
  until('another attempt', async () => {
    const record = await read(relayer, id)
    return record.hash === hash ? undefined : record
  })
const refusal = (error: unknown) => ({ success: false, data: null, message: 'Bad Request', error })

beforeAll(async () => {
  anvil = await startAnvil()
  const configuration = testConfiguration(anvil.url)
  const [main] = configuration.relayers
  server = await startTestServer({
    ...configuration,
    signers: relayers.map((id, index) => ({
      id,
      type: 'local',
      config: {},
      secret: JSON.stringify({ key: String(index + 1).repeat(64) }),
    })),
    relayers: relayers.map(id => ({ ...main!, id, signerId: id, policies: (policies[id] ?? null) as null })),
  })
  for (const id of relayers) {
    const { address } = (await call('GET', base(id))).body.data
    await anvil.rpc('anvil_setBalance', [address, '0xde0b6b3a7640000'])
  }
})
afterAll(async () => {
  await server.close()
  await anvil.stop()
})

describe('11.5: cancel', () => {
  it('a submitted one keeps its status, is hidden from the filter, and ends as canceled by a no-op with its nonce', async () => {
    const submitted = await submit('main')
    const { id } = submitted
    const { status, body } = await call('DELETE', at('main', id))
    expect([status, body.data]).toEqual([
      200,
      {
        ...submitted,
        is_canceled: true,
        status_reason: 'Transaction canceled by user, replacing with NOOP',
      },
    ])
    const again = await call('DELETE', at('main', id))
    expect([again.status, again.body]).toEqual([400, refusal('Transaction is already being canceled')])
    const put = await call('PUT', at('main', id), { value: 2, to })
    expect([put.status, put.body.error]).toEqual([400, 'Transaction is already being canceled'])
    for (const filter of ['submitted', 'pending,sent,submitted']) {
      const filtered = await call('GET', `${base('main')}/transactions?status=${filter}`)
      expect([filtered.body.data, filtered.body.pagination.total_items]).toEqual([[], 0])
    }
    const all = await call('GET', `${base('main')}/transactions`)
    expect(all.body.data.map((record: { id: string }) => record.id)).toContain(id)

    const replaced = await pooled('main', id, submitted.hash)
    const canceled = await waitFor('main', id, 'canceled', true)
    expect(canceled).toMatchObject({ nonce: submitted.nonce, is_canceled: true, value: '0x1', to })
    const noop = (await anvil.rpc('eth_getTransactionByHash', [replaced.hash])) as Record<string, string>
    expect([noop['to'], noop['from'], noop['value'], noop['input']]).toEqual([
      noop['from'],
      submitted.from,
      '0x0',
      '0x',
    ])
    expect(await anvil.rpc('eth_getTransactionReceipt', [submitted.hash])).toBeNull()
  })

  it.each(['mined', 'confirmed'])('400: too late, it is %s', async status => {
    const { id } = await submit('main')
    await mine(1)
    if (status === 'mined') await waitFor('main', id, 'mined')
    else await waitFor('main', id, 'confirmed', true)
    const name = status === 'mined' ? 'Mined' : 'Confirmed'
    const text = (operation: string) =>
      `Invalid transaction state for ${operation}. Current: ${name}, Expected one of: [Pending, Sent, Submitted]`
    const canceled = await call('DELETE', at('main', id))
    expect([canceled.status, canceled.body]).toEqual([400, refusal(text('cancel_transaction'))])
    const replaced = await call('PUT', at('main', id), { value: 2, to })
    expect([replaced.status, replaced.body]).toEqual([400, refusal(text('replace_transaction'))])
  })
})

describe('11.6: replace', () => {
  it('an explicit price is honoured to the wei: same id and nonce, the new content executes', async () => {
    const submitted = await submit('main', { value: 1, to, gas_price: 3 * gwei })
    const { id, nonce } = submitted
    const price = { max_fee_per_gas: 9_000_000_001, max_priority_fee_per_gas: 8_000_000_003 }
    const { status, body } = await call('PUT', at('main', id), {
      value: 7,
      to,
      data: '0xab',
      gas_limit: 60_000,
      ...price,
    })
    expect([status, body.data]).toMatchObject([200, { id, nonce, value: '0x7', data: '0xab', status: 'submitted' }])
    const replaced = await pooled('main', id, submitted.hash)
    expect(replaced).toMatchObject({ ...price, gas_price: null, gas_limit: 60_000, nonce, revision: 2 })
    const confirmed = await waitFor('main', id, 'confirmed', true)
    expect(confirmed).toMatchObject({ hash: replaced.hash, ...price, value: '0x7', executed_revision: 2 })
  })

  it('an explicit price that is too low is raised to what replaces', async () => {
    const submitted = await submit('main', { value: 1, to, gas_price: 3 * gwei })
    expect((await call('PUT', at('main', submitted.id), { value: 2, to, gas_price: 1 })).status).toBe(200)
    const replaced = await pooled('main', submitted.id, submitted.hash)
    expect(replaced.gas_price).toBe((3 * gwei * 11) / 10)
    await waitFor('main', submitted.id, 'confirmed', true)
  })

  it.each<[string, Relayer, object, object, string | RegExp]>([
    ['above 100 gwei without a cap', 'main', {}, { gas_price: 100 * gwei + 1 }, 'Gas price is too high'],
    [
      'a pair above 100 gwei without a cap',
      'main',
      {},
      { max_fee_per_gas: 100 * gwei + 1, max_priority_fee_per_gas: 1 },
      'Gas price is too high',
    ],
    ['above the cap', 'capped', {}, { gas_price: 50 * gwei + 1 }, 'Gas price is too high'],
    [
      'what would replace is above the cap',
      'capped',
      { gas_price: 50 * gwei },
      { gas_price: 50 * gwei },
      /^Replacement transaction underpriced: /,
    ],
    [
      'no speed can outbid under the cap',
      'capped',
      { gas_price: 50 * gwei },
      { speed: 'fastest' },
      'Unable to calculate sufficient price bump for speed-based replacement',
    ],
    [
      'the account cannot pay the value',
      'main',
      {},
      { value: '2000000000000000000', gas_price: 20 * gwei, gas_limit: 21_000 },
      /^Relayer balance \d+ is insufficient to cover 2000420000000000000$/,
    ],
    [
      'the account must keep its min_balance',
      'thrifty',
      {},
      { value: '200000000000000000', gas_price: 20 * gwei, gas_limit: 21_000 },
      /^Relayer balance \d+ is insufficient to cover 200420000000000000 with an enforced minimum balance of 900000000000000000$/,
    ],
  ])('400, and the old one goes on: %s', async (_, relayer, old, change, error) => {
    const submitted = await submit(relayer, { value: 1, to, ...old })
    const { status, body } = await call('PUT', at(relayer, submitted.id), { value: 2, to, ...change })
    expect([status, body]).toEqual([400, refusal(typeof error === 'string' ? error : expect.stringMatching(error))])
    const confirmed = await waitFor(relayer, submitted.id, 'confirmed', true)
    expect(confirmed).toMatchObject({ hash: submitted.hash, value: '0x1', revision: 1 })
  })

  it('exactly 100 gwei without a cap is taken', async () => {
    const { id, hash } = await submit('main', { value: 1, to, gas_price: 3 * gwei })
    expect((await call('PUT', at('main', id), { value: 2, to, gas_price: 100 * gwei })).status).toBe(200)
    await pooled('main', id, hash)
    expect((await waitFor('main', id, 'confirmed', true)).gas_price).toBe(100 * gwei)
  })
})

describe('11.6: replace while no node answers', () => {
  it('is accepted, and shows what was asked for', async () => {
    const node = await startAnvil()
    const lonely = await startTestServer(testConfiguration(node.url))
    try {
      const path = '/api/v1/relayers/main/transactions'
      const { id } = (await send(lonely.port, 'POST', path, { body: { value: 1, to, gas_limit: 21_000 } })).body.data
      await until('submitted', async () => {
        const { data } = (await send(lonely.port, 'GET', `${path}/${id}`)).body
        return data.status === 'submitted' ? true : undefined
      })
      await node.stop()
      const { status, body } = await send(lonely.port, 'PUT', `${path}/${id}`, {
        body: { value: 2, to, gas_limit: 21_000 },
      })
      expect([status, body.error, body.data]).toMatchObject([200, null, { id, value: '0x2', revision: 2 }])
    } finally {
      await lonely.close()
      await node.stop()
    }
  })
})

describe('11.4: by nonce', () => {
  it('finds what holds the nonce, whatever its status', async () => {
    const submitted = await submit('main')
    const path = `${base('main')}/transactions/by-nonce/${submitted.nonce}`
    const { status, body } = await call('GET', path)
    expect([status, body.data]).toEqual([200, submitted])
    const confirmed = await waitFor('main', submitted.id, 'confirmed', true)
    expect((await call('GET', path)).body.data).toEqual(confirmed)
    expect((await call('GET', `${base('main')}/transactions/by-nonce/+${submitted.nonce}`)).body.data.id).toBe(
      submitted.id,
    )
    const other = await call('GET', `${base('rich')}/transactions/by-nonce/${submitted.nonce}`)
    expect(other.status).toBe(404)
  })
})

describe('11.7: delete pending', () => {
  it('takes everything off the chain: none of it executes, and what is mined stays', async () => {
    const mined = await submit('crowd')
    await mine(1)
    await waitFor('crowd', mined.id, 'mined')
    const ids = await Promise.all([1, 2, 3, 4, 5].map(async value => (await submit('crowd', { value, to })).id))
    const { status, body } = await call('DELETE', `${base('crowd')}/transactions/pending`)
    expect(status).toBe(200)
    expect(body.data.queued_for_cancellation_transaction_ids.toSorted()).toEqual(ids.toSorted())
    expect([body.data.failed_to_queue_transaction_ids, body.data.total_processed]).toEqual([[], 5])
    for (const id of ids) expect((await read('crowd', id)).is_canceled).toBe(true)
    await until('no-ops in the pool', async () => {
      const records = await Promise.all(ids.map(id => read('crowd', id)))
      const inputs = await Promise.all(records.map(({ hash }) => anvil.rpc('eth_getTransactionByHash', [hash])))
      return inputs.every(found => (found as { value?: string } | null)?.value === '0x0') ? true : undefined
    })
    for (const id of ids) await waitFor('crowd', id, 'canceled', true)
    expect((await read('crowd', mined.id)).status).toBe('confirmed')
  })
})

describe('10.7: DELETE of a relayer on a chain', () => {
  it.each(['submitted', 'mined'])('400 while a transaction is %s; afterwards 200', async status => {
    const { id } = await submit('leaver')
    if (status === 'mined') {
      await mine(1)
      await waitFor('leaver', id, 'mined')
    }
    const refused = await call('DELETE', base('leaver'))
    expect([refused.status, refused.body]).toEqual([
      400,
      refusal(
        "Cannot delete relayer 'leaver' because it has 1 transaction(s). Please wait for all transactions to complete or cancel them before deleting the relayer.",
      ),
    ])
    const { nonce } = await waitFor('leaver', id, 'confirmed', true)
    expect((await call('DELETE', base('leaver'))).status).toBe(200)
    // The account goes on where it was: its nonces were never forgotten.
    const fields = { name: 'L', network: 'anvil', network_type: 'evm', paused: false, signer_id: 'leaver' }
    expect((await call('POST', '/api/v1/relayers', { ...fields, id: 'leaver' })).status).toBe(201)
    expect((await call('GET', `${base('leaver')}/status`)).body.data.nonce).toBe(String(nonce + 1))
  })
})

describe('10.8, 10.9: status and balance', () => {
  it('status: flat, strings, the next nonce, what is open and when the last one was confirmed', async () => {
    const fresh = await call('GET', `${base('rich')}/status`)
    expect([fresh.status, fresh.body]).toEqual([
      200,
      {
        success: true,
        error: null,
        data: {
          network_type: 'evm',
          balance: '1000000000000000000',
          pending_transactions_count: 0,
          last_confirmed_transaction_timestamp: null,
          system_disabled: false,
          paused: false,
          nonce: '0',
        },
      },
    ])
    const { id } = await submit('rich')
    expect((await call('GET', `${base('rich')}/status`)).body.data).toMatchObject({
      pending_transactions_count: 1,
      nonce: '1',
    })
    const { confirmed_at } = await waitFor('rich', id, 'confirmed', true)
    await call('PATCH', base('rich'), { paused: true })
    expect((await call('GET', `${base('rich')}/status`)).body.data).toMatchObject({
      pending_transactions_count: 0,
      nonce: '1',
      last_confirmed_transaction_timestamp: confirmed_at,
      paused: true,
    })
  })

  it('balance: an integer of up to 128 bits, exactly; of a paused relayer too', async () => {
    const { address } = (await call('GET', base('rich'))).body.data
    const balance = 2n ** 127n + 1n
    await anvil.rpc('anvil_setBalance', [address, `0x${balance.toString(16)}`])
    const { status, text } = await call('GET', `${base('rich')}/balance`)
    expect([status, text]).toEqual([200, `{"success":true,"data":{"balance":${balance},"unit":"wei"},"error":null}`])
    expect((await call('GET', `${base('rich')}/status`)).body.data.balance).toBe(String(balance))
  })
})

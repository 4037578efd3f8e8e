import { startAnvil } from '@relayer/chain-evm/testing'
import { transactionDryRun } from '@relayer/schemas'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { send } from './support/send.ts'
import { startTestServer, type TestServer, testConfiguration } from './support/testServer.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const to = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const listed = '0x000000000000000000000000000000000000bEEF'
const contract = '0x00000000000000000000000000000000000c0de1'
/** Reverts with Error("no"). */
const revertingCode =
  '0x7f08c379a000000000000000000000000000000000000000000000000000000000600052602060045260026024527f6e6f00000000000000000000000000000000000000000000000000000000000060445260646000fd'

let anvil: Awaited<ReturnType<typeof startAnvil>>
let server: TestServer
beforeAll(async () => {
  anvil = await startAnvil()
  await anvil.rpc('anvil_setCode', [contract, revertingCode])
  const configuration = testConfiguration(anvil.url)
  const [main] = configuration.relayers
  const signer = (id: string, digit: string) => ({
    id,
    type: 'local',
    config: {},
    secret: JSON.stringify({ key: digit.repeat(64) }),
  })
  server = await startTestServer({
    ...configuration,
    networks: [
      ...configuration.networks,
      { ...configuration.networks[0]!, name: 'nowhere', rpcUrls: [{ url: 'http://127.0.0.1:9/KEY', weight: 100 }] },
    ],
    signers: [...configuration.signers, signer('s', '1'), signer('n', '2'), signer('p', '3')],
    relayers: [
      main!,
      {
        ...main!,
        id: 'strict',
        signerId: 's',
        policies: { whitelist_receivers: [listed], gas_price_cap: '31234567890' },
      },
      { ...main!, id: 'nowhere', network: 'nowhere', signerId: 'n' },
      { ...main!, id: 'paused', signerId: 'p', paused: true },
    ],
  })
})
afterAll(async () => {
  await server.close()
  await anvil.stop()
})

const dryRun = async (body: object, relayer = 'main', query = 'dry_run=true') =>
  send(server.port, 'POST', `/api/v1/relayers/${relayer}/transactions?${query}`, { body })
const verdictOf = async (body: object, relayer?: string) => {
  const answer = await dryRun(body, relayer)
  expect([answer.status, answer.body.error]).toEqual([200, null])
  return transactionDryRun.parse(answer.body.data)
}

describe('POST …/transactions?dry_run=true', () => {
  it('says with which gas and prices it would be sent, and what it can cost', async () => {
    const quoted = await verdictOf({ value: 5, to, gas_limit: 21_000, gas_price: 3_000_000_000 })
    expect(quoted).toMatchObject({
      dry_run: true,
      verdict: 'passes',
      reason: null,
      gas_limit: 21_000n,
      gas_price: 3_000_000_000n,
      max_fee_per_gas: null,
      max_cost: String(21_000n * 3_000_000_000n + 5n),
      balance: String(10_000n * 10n ** 18n),
      affordable: true,
    })
    const market = await verdictOf({ value: 5, to })
    expect(market.verdict).toBe('passes')
    expect(market.max_fee_per_gas).toBeGreaterThan(0n)
  })

  it('decodes a revert', async () => {
    expect(await verdictOf({ value: 0, to: contract })).toMatchObject({
      verdict: 'fails',
      reason: 'execution reverted: no',
    })
    expect(await verdictOf({ value: 0, to: contract, gas_limit: 90_000 })).toMatchObject({
      verdict: 'fails',
      reason: 'execution reverted: no',
      gas_limit: 90_000n,
    })
  })

  it('says that it cannot be paid', async () => {
    const value = 10n ** 30n
    expect(await verdictOf({ value: String(value), to, gas_limit: 21_000 })).toMatchObject({
      verdict: 'waits',
      reason: 'waiting for funds',
      affordable: false,
    })
  })

  it('refuses what the policies refuse, without telling what they contain', async () => {
    const { text, body } = await dryRun({ value: 1, to }, 'strict')
    expect(body.data).toMatchObject({
      verdict: 'refused',
      reason: 'Transaction target address is not whitelisted',
      field: 'to',
    })
    const dear = await dryRun({ value: 1, to: listed, gas_price: 50_000_000_000 }, 'strict')
    expect(dear.body.data).toMatchObject({ verdict: 'refused', reason: 'Gas price is too high', field: 'gas_price' })
    for (const answer of [text, dear.text]) expect(answer).not.toMatch(/beef|31234567890/i)
  })

  it('waits for an endpoint that does not answer, and does not name its URL', async () => {
    const { status, text, body } = await dryRun({ value: 1, to }, 'nowhere')
    expect([status, body.data.verdict, body.data.reason]).toEqual([200, 'waits', 'waiting for an endpoint'])
    expect(text).not.toMatch(/http:|KEY/)
  })

  it('stores and sends nothing', async () => {
    await verdictOf({ value: 5, to })
    for (const id of ['main', 'strict']) {
      const list = await send(server.port, 'GET', `/api/v1/relayers/${id}/transactions`)
      expect(list.body.pagination.total_items).toBe(0)
    }
    expect(await anvil.rpc('txpool_status')).toMatchObject({ pending: '0x0', queued: '0x0' })
  })

  it('400, 403 and 404 as without it', async () => {
    expect((await dryRun({ value: -1, to })).status).toBe(400)
    expect((await dryRun({ value: 1, to }, 'paused')).status).toBe(403)
    expect((await dryRun({ value: 1, to }, 'none')).status).toBe(404)
  })

  it.each(['dry_run=1', 'dry_run=', 'dry_run=True', 'dry_run=true&dry_run=true'])(
    '400 and nothing is sent: %s',
    async query => {
      const { status, body } = await dryRun({ value: 1, to }, 'main', query)
      expect([status, body.error]).toEqual([400, 'Query deserialize error: dry_run: expected `true` or `false`'])
    },
  )
})

it('an operation that has no dry run does not act when asked for one', async () => {
  const path = '/api/v1/relayers/nowhere/transactions'
  const sent = await send(server.port, 'POST', path, { body: { to, value: 1 } })
  expect(sent.status).toBe(200)
  const at = `${path}/${sent.body.data.id}`
  for (const [method, url, body] of [
    ['PUT', at, { to, value: 2 }],
    ['DELETE', at, undefined],
    ['DELETE', `${path}/pending`, undefined],
    ['POST', `${path}/batch`, { transactions: [{ to, value: 3 }] }],
    ['PATCH', '/api/v1/relayers/nowhere', { paused: true }],
  ] as const) {
    for (const value of ['true', '1', '']) {
      const answer = await send(server.port, method, `${url}?dry_run=${value}`, { body })
      expect([answer.status, answer.body.error]).toEqual([
        400,
        'dry_run: this operation has no dry run; nothing was done',
      ])
    }
  }
  const { body } = await send(server.port, 'GET', path)
  expect(body.data.map(({ value, status }: { value: string; status: string }) => [value, status])).toEqual([
    ['0x1', 'pending'],
  ])
  expect((await send(server.port, 'DELETE', `${at}?dry_run=false`)).status).toBe(200)
})

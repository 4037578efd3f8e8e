import { startAnvil } from '@relayer/chain-evm/testing'
import { transactionTimeline } from '@relayer/schemas'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Envelope, send } from './support/send.ts'
import { startTestServer, type TestServer, testConfiguration } from './support/testServer.ts'
import { until } from './support/until.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const path = '/api/v1/relayers/main/transactions'
const to = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
let anvil: Awaited<ReturnType<typeof startAnvil>>
let server: TestServer
beforeAll(async () => {
  anvil = await startAnvil()
  const configuration = testConfiguration(`${anvil.url}/?token=RPC-SECRET`)
  const [main] = configuration.relayers
  server = await startTestServer({
    ...configuration,
    signers: [
      ...configuration.signers,
      { id: 'o', type: 'local', config: {}, secret: JSON.stringify({ key: '1'.repeat(64) }) },
    ],
    relayers: [main!, { ...main!, id: 'other', signerId: 'o' }],
  })
})
afterAll(async () => {
  await server.close()
  await anvil.stop()
})

const statusOf = async (id: string) => (await send(server.port, 'GET', `${path}/${id}`)).body.data as Envelope

describe('GET …/transactions/{id}/timeline', () => {
  it('tells revisions, attempts and events of a transaction that was replaced in the pool', async () => {
    const { id } = (await send(server.port, 'POST', path, { body: { value: 1, to } })).body.data
    const first = await until('submitted', async () => {
      const record = await statusOf(id)
      return record.status === 'submitted' ? record : undefined
    })
    await send(server.port, 'PUT', `${path}/${id}`, { body: { value: 2, to, speed: 'fastest' } })
    await until('the second attempt', async () => ((await statusOf(id)).hash === first.hash ? undefined : true))
    await anvil.rpc('evm_setIntervalMining', [1])
    const last = await until('confirmed', async () => {
      const record = await statusOf(id)
      return record.status === 'confirmed' ? record : undefined
    })

    const answer = await send(server.port, 'GET', `${path}/${id}/timeline`)
    expect(answer.status).toBe(200)
    expect(answer.text).not.toMatch(/RPC-SECRET|http:/)
    const timeline = transactionTimeline.parse(answer.body.data)
    expect(timeline).toMatchObject({ id, relayer_id: 'main', status: 'confirmed', executed_revision: 2 })
    expect(timeline.revisions).toMatchObject([
      { revision: 1, value: '0x1', executed: false, speed: 'fast' },
      { revision: 2, value: '0x2', executed: true, speed: 'fastest' },
    ])
    expect(timeline.attempts).toMatchObject([
      {
        hash: first.hash,
        kind: 'transaction',
        revision: 1,
        nonce: first.nonce,
        outcome: 'acknowledged',
        finality: null,
        endpoint: 'rpc1',
        block_number: null,
      },
      {
        hash: last.hash,
        revision: 2,
        nonce: first.nonce,
        outcome: 'executed',
        endpoint: 'rpc1',
        max_fee_per_gas: BigInt(last.max_fee_per_gas),
        gas_limit: BigInt(last.gas_limit),
      },
    ])
    expect(timeline.attempts[1]?.block_number).toBeGreaterThan(0)
    expect(timeline.attempts.every(({ broadcast_at, acknowledged_at }) => broadcast_at && acknowledged_at)).toBe(true)
    expect(timeline.events[0]).toMatchObject({ event: 'transaction_created', status: 'pending', hash: null })
    expect(timeline.events.at(-1)).toMatchObject({ status: 'confirmed', hash: last.hash })
  })

  it('tells of a transaction that waits', async () => {
    const { id } = (await send(server.port, 'POST', '/api/v1/relayers/other/transactions', { body: { value: 1, to } }))
      .body.data
    const at = `/api/v1/relayers/other/transactions/${id}/timeline`
    const { body } = await send(server.port, 'GET', at)
    expect(body.data).toMatchObject({ id, status: 'pending', attempts: [], executed_revision: null })
  })

  it('404: nobody else’s, and none that there is not', async () => {
    const [mine] = (await send(server.port, 'GET', path)).body.data
    for (const at of [
      `/api/v1/relayers/other/transactions/${mine.id}/timeline`,
      `${path}/none/timeline`,
      `/api/v1/relayers/none/transactions/${mine.id}/timeline`,
    ]) {
      expect((await send(server.port, 'GET', at)).status).toBe(404)
    }
  })
})

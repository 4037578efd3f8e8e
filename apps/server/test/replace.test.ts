import { startAnvil } from '@relayer/chain-evm/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { send } from './support/send.ts'
import { startTestServer, type TestServer, testConfiguration } from './support/testServer.ts'
import { until } from './support/until.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

const path = '/api/v1/relayers/main/transactions'
const to = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
// anvil 1.7.1 reckons value + gas in u128 and refuses 2^128 − 1 as "Insufficient funds", whatever the balance
const max = 2n ** 127n - 1n
let anvil: Awaited<ReturnType<typeof startAnvil>>
let server: TestServer
const read = async (id: string) => (await send(server.port, 'GET', `${path}/${id}`)).body.data
const waitFor = (id: string, status: string) =>
  until(`${id} ${status}`, async () => {
    const record = await read(id)
    return record.status === status ? record : undefined
  })

beforeAll(async () => {
  anvil = await startAnvil()
  server = await startTestServer(testConfiguration(anvil.url))
})
afterAll(async () => {
  await server.close()
  await anvil.stop()
})

describe('a transaction on a real node', () => {
  it('is replaced while it waits in the pool: the same id and nonce, only the new one executes', async () => {
    const posted = await send(server.port, 'POST', path, { body: { value: 1, to, speed: 'fast' } })
    const { id } = posted.body.data
    const submitted = await waitFor(id, 'submitted')
    const replaced = await send(server.port, 'PUT', `${path}/${id}`, { body: { value: 2, to, speed: 'fastest' } })
    expect([replaced.status, replaced.body.data.id]).toEqual([200, id])
    await until('the new attempt in the pool', async () =>
      (await read(id)).hash === submitted.hash ? undefined : true,
    )
    await anvil.rpc('evm_setIntervalMining', [1])
    const confirmed = await waitFor(id, 'confirmed')
    expect(confirmed).toMatchObject({ id, nonce: submitted.nonce, value: '0x2', is_canceled: false })
    const mined = (await anvil.rpc('eth_getTransactionByHash', [confirmed.hash])) as { value: string; to: string }
    expect([mined.value, mined.to]).toEqual(['0x2', to])
    expect(await anvil.rpc('eth_getTransactionReceipt', [submitted.hash])).toBeNull()
    const again = await send(server.port, 'PUT', `${path}/${id}`, { body: { value: 3, to, speed: 'fast' } })
    expect([again.status, again.body.message]).toEqual([400, 'Bad Request'])
  })

  it('carries a value beyond every double to the chain exactly', async () => {
    const from = (await send(server.port, 'GET', '/api/v1/relayers/main')).body.data.address
    await anvil.rpc('anvil_setBalance', [from, `0x${(max * 2n).toString(16)}`])
    const posted = await send(server.port, 'POST', path, {
      headers: {
        Authorization: 'Bearer a-key-for-tests-with-more-than-32-characters',
        'Content-Type': 'application/json',
      },
      body: `{"value": ${max}, "to": "0x000000000000000000000000000000000000dEaD", "speed": "fast"}`,
    })
    expect(posted.status).toBe(200)
    await waitFor(posted.body.data.id, 'confirmed')
    expect(
      BigInt((await anvil.rpc('eth_getBalance', ['0x000000000000000000000000000000000000dEaD', 'latest'])) as string),
    ).toBe(max)
  })
})

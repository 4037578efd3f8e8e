import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Anvil, startAnvil } from '@relayer/chain-evm/testing'
import { afterEach, expect, it, vi } from 'vitest'
import { send } from './support/send.ts'
import { startTestServer, type TestServer, testConfiguration } from './support/testServer.ts'
import { until } from './support/until.ts'

vi.setConfig({ testTimeout: 120_000 })

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

const to = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const otherKey = { id: 'k', type: 'local', config: {}, secret: JSON.stringify({ key: '1'.repeat(64) }) } as const

async function start(change: (given: ReturnType<typeof testConfiguration>) => object): Promise<TestServer> {
  const given = testConfiguration()
  const server = await startTestServer({ ...given, ...change(given) })
  closers.push(() => server.close())
  return server
}

async function startNode(): Promise<Anvil> {
  const anvil = await startAnvil({ blockTime: 1 })
  closers.push(() => anvil.stop())
  return anvil
}

/** A node that counts and answers nothing. */
async function startCounter(): Promise<{ readonly url: string; readonly asked: () => number }> {
  let asked = 0
  const server = createServer((_, response) => {
    asked += 1
    response.writeHead(503).end()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked: () => asked }
}

async function confirmOne({ port }: TestServer, relayer: string): Promise<void> {
  const path = `/api/v1/relayers/${relayer}/transactions`
  const { id } = (await send(port, 'POST', path, { body: { to, value: 1 } })).body.data
  await until('a confirmation', async () => {
    const { status } = (await send(port, 'GET', `${path}/${id}`)).body.data
    return status === 'confirmed' ? true : undefined
  })
}

it('a transaction is read, replaced and cancelled under its own relayer only', async () => {
  const server = await start(({ relayers: [main], signers }) => ({
    signers: [...signers, otherKey],
    relayers: [main!, { ...main!, id: 'other', signerId: 'k' }],
  }))
  const { data } = (await send(server.port, 'POST', '/api/v1/relayers/main/transactions', { body: { to, value: 1 } }))
    .body
  const foreign = `/api/v1/relayers/other/transactions/${data.id}`
  expect((await send(server.port, 'GET', foreign)).status).toBe(404)
  expect((await send(server.port, 'PUT', foreign, { body: { to, value: 2 } })).status).toBe(404)
  const canceled = await server.engine.cancelTransaction({ relayerId: 'other', transactionId: data.id })
  expect(canceled).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
  const own = await send(server.port, 'GET', `/api/v1/relayers/main/transactions/${data.id}`)
  expect(own.body.data).toMatchObject({ status: 'pending', value: '0x1', is_canceled: false })
})

it('of two networks with one chain id, each relayer uses its own: endpoints and confirmations', async () => {
  const [anvil, counter] = [await startNode(), await startCounter()]
  const server = await start(({ networks: [network], relayers: [main], signers }) => ({
    networks: [
      {
        ...network!,
        name: 'twin',
        rpcUrls: [{ url: counter.url, weight: 100 }],
        settings: { ...network!.settings, required_confirmations: 1_000 },
      },
      { ...network!, rpcUrls: [{ url: anvil.url, weight: 100 }] },
    ],
    signers: [...signers, otherKey],
    relayers: [{ ...main!, id: 'twin', network: 'twin', signerId: 'k' }, main!],
  }))
  const before = counter.asked()
  await confirmOne(server, 'main')
  expect(counter.asked()).toBe(before)
})

it('a relayer with RPC URLs of its own asks nobody else, whatever it asks', async () => {
  const [anvil, counter] = [await startNode(), await startCounter()]
  const server = await start(({ networks: [network], relayers: [main] }) => ({
    networks: [{ ...network!, rpcUrls: [{ url: counter.url, weight: 100 }] }],
    relayers: [{ ...main!, customRpcUrls: [{ url: anvil.url, weight: 100 }] }],
  }))
  await confirmOne(server, 'main')
  expect(counter.asked()).toBe(0)
})

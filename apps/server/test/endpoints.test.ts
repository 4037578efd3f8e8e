import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Anvil, startAnvil } from '@relayer/chain-evm/testing'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { countExecutions } from './support/countExecutions.ts'
import { type Envelope, send } from './support/send.ts'
import { startTestServer, testConfiguration } from './support/testServer.ts'
import { until } from './support/until.ts'

vi.setConfig({ testTimeout: 300_000 })

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

const path = '/api/v1/relayers/main/transactions'
const receiver = (index: number) => `0x${(0xdead000 + index).toString(16).padStart(40, '0')}`

async function serveHttp(handle: Parameters<typeof createServer>[1]): Promise<{ url: string; server: Server }> {
  const server = createServer(handle)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

const startNode = async (options: Parameters<typeof startAnvil>[0]): Promise<Anvil> => {
  const anvil = await startAnvil(options)
  closers.push(() => anvil.stop())
  return anvil
}

/** A proxy that can be made to die. */
async function startMortalProxy(target: string): Promise<{ url: string; die: () => void }> {
  const { url, server } = await serveHttp(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const answer = await fetch(target, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
    response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(await answer.text())
  })
  return {
    url,
    die() {
      server.close()
      server.closeAllConnections()
    },
  }
}

describe('of three endpoints one serves another chain, and another', () => {
  it.each(['is a closed port', 'takes the request and never answers', 'dies in the middle'])(
    '%s: every POST is accepted and confirmed, and no client sees a word of it',
    async fault => {
      const anvil = await startNode({ blockTime: 1 })
      const other = await startNode({ blockTime: 1, chainId: 5 })
      const mortal = await startMortalProxy(anvil.url)
      const silent = await serveHttp(() => {})
      const bad: Record<string, string> = {
        'is a closed port': 'http://127.0.0.1:9',
        'takes the request and never answers': silent.url,
        'dies in the middle': mortal.url,
      }
      const configuration = testConfiguration()
      // The bad ones come first: with equal weights it is they that transactions are sent to.
      const rpcUrls = [bad[fault] ?? '', other.url, anvil.url].map(url => ({ url, weight: 100 }))
      const [network] = configuration.networks
      const server = await startTestServer({ ...configuration, networks: [{ ...network!, rpcUrls }] })
      closers.push(() => server.close())

      const seen = new Map<string, unknown>()
      const list = async (): Promise<readonly Envelope[]> => {
        const { status, body } = await send(server.port, 'GET', `${path}?per_page=100`)
        expect([status, body.error]).toEqual([200, null])
        for (const { id, status_reason } of body.data) if (status_reason !== null) seen.set(id, status_reason)
        return body.data
      }
      const post = async (index: number) => {
        const { status, body } = await send(server.port, 'POST', path, { body: { to: receiver(index), value: 1 } })
        expect([status, body.error, body.data.status]).toEqual([200, null, 'pending'])
      }
      const allConfirmed = (count: number) =>
        until(`${count} confirmed`, async () => {
          const records = await list()
          return records.filter(({ status }) => status === 'confirmed').length === count ? true : undefined
        })

      await Promise.all(Array.from({ length: 10 }, (_, index) => post(index)))
      if (fault === 'dies in the middle') mortal.die()
      await allConfirmed(10)
      // Later ones too, when what is wrong with the endpoints is known.
      for (let index = 10; index < 15; index++) await post(index)
      await allConfirmed(15)

      expect([...seen.values()]).toEqual([])
      const { data } = (await send(server.port, 'GET', '/api/v1/relayers/main/doctor')).body
      expect(data).toMatchObject({ chain_sequence: '15', findings: [] })
      expect(await countExecutions(anvil.rpc)).toEqual(
        new Map(Array.from({ length: 15 }, (_, index) => [receiver(index), 1])),
      )
      expect(Number(await other.rpc('eth_getTransactionCount', [data.address, 'latest']))).toBe(0)
    },
  )
})

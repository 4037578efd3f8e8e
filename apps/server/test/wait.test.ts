import { type ClientRequest, request } from 'node:http'
import { startAnvil } from '@relayer/chain-evm/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { authorization, type Sent, send } from './support/send.ts'
import { startTestServer, type TestServer, testConfiguration } from './support/testServer.ts'
import { until } from './support/until.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const path = '/api/v1/relayers/main/transactions'
const to = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const prefer = (value: string, more: Readonly<Record<string, string>> = {}) => ({
  ...authorization,
  'Content-Type': 'application/json',
  Prefer: value,
  ...more,
})
const applied = ({ headers }: Sent) => headers['preference-applied']

let anvil: Awaited<ReturnType<typeof startAnvil>>
beforeAll(async () => {
  anvil = await startAnvil()
})
afterAll(() => anvil.stop())

/** A server on the node without blocks: a transaction stays `submitted` until `mine` is called. */
async function withServer(
  variables: Readonly<Record<string, string>>,
  run: (server: TestServer) => Promise<void>,
): Promise<void> {
  // Every server here has the same account, and knows nothing of what the one before left in the pool.
  await anvil.rpc('anvil_dropAllTransactions')
  const server = await startTestServer(testConfiguration(anvil.url), variables)
  try {
    await run(server)
  } finally {
    await server.close()
  }
}
const mine = () => anvil.rpc('anvil_mine', ['0x1'])
const post = (server: TestServer, query = '', headers: Readonly<Record<string, string>> = prefer('wait=20')) =>
  send(server.port, 'POST', `${path}${query}`, { headers, body: { value: 1, to } })
const waiting = async (server: TestServer, id: string, status: string) =>
  until(`${id} ${status}`, async () =>
    (await send(server.port, 'GET', `${path}/${id}`)).body.data.status === status ? true : undefined,
  )

describe('Prefer: wait', () => {
  it('on send: the answer comes with the wanted status; mined unless wait_for says otherwise', async () => {
    await withServer({}, async server => {
      const submitted = await post(server, '?wait_for=submitted')
      expect([submitted.status, submitted.body.data.status, applied(submitted)]).toEqual([200, 'submitted', 'wait=20'])
      const pending = await post(server, '?wait_for=PENDING')
      expect([pending.body.data.status, applied(pending)]).toEqual(['pending', 'wait=20'])
      let isMined = false
      const answer = post(server).finally(() => (isMined = true))
      await until('a block with it', async () => {
        if (isMined) return true
        await mine()
        return undefined
      })
      const { body, headers } = await answer
      expect(['mined', 'confirmed']).toContain(body.data.status)
      expect(headers['preference-applied']).toBe('wait=20')
    })
  })

  it('on GET: any terminal status ends it; a replacement of the wait by its end changes nothing', async () => {
    await withServer({}, async server => {
      const { body } = await send(server.port, 'POST', path, { body: { value: 1, to } })
      const at = `${path}/${body.data.id}`
      await waiting(server, body.data.id, 'submitted')
      const wait = send(server.port, 'GET', `${at}?wait_for=confirmed`, { headers: prefer('wait=25') })
      await send(server.port, 'DELETE', at)
      const stop = { now: false }
      const blocks = (async () => {
        while (!stop.now) await mine()
      })()
      const answer = await wait
      stop.now = true
      await blocks
      expect(['canceled', 'confirmed']).toContain(answer.body.data.status)
      expect(applied(answer)).toBe('wait=25')
      const missing = await send(server.port, 'GET', `${path}/none`, { headers: prefer('wait=25') })
      expect(missing.status).toBe(404)
    })
  })

  it('ends before the time limit of requests with 200 and the record as it is', async () => {
    await withServer({ REQUEST_TIMEOUT_SECONDS: '3' }, async server => {
      const answer = await post(server, '', prefer('wait=1000'))
      expect([answer.status, answer.body.data.status, applied(answer)]).toEqual([200, 'submitted', 'wait=1'])
      const none = await post(server, '', prefer('wait=0'))
      expect([none.status, applied(none)]).toEqual([200, 'wait=0'])
    })
  })

  it.each([
    'wait',
    'wait=',
    'wait=-1',
    'wait=1.5',
    'wait=soon',
    'wait=x, wait=5',
    'respond-async',
    'waiting=5',
    '=',
    '',
  ])('ignores what cannot be read: %j', async value => {
    await withServer({}, async server => {
      const answer = await post(server, '', prefer(value))
      expect([answer.status, applied(answer)]).toEqual([200, undefined])
    })
  })

  it.each([
    'WAIT=0',
    'respond-async, wait=0',
    'wait="0"',
    'wait=0; foo=bar',
    'wait=0, wait=9',
    'return=minimal,wait = 0',
  ])('reads %j', async value => {
    await withServer({}, async server => {
      expect(applied(await post(server, '', prefer(value)))).toBe('wait=0')
    })
  })

  it('400 and nothing accepted: wait_for names no status', async () => {
    await withServer({}, async server => {
      const answer = await post(server, '?wait_for=done')
      expect([answer.status, answer.body.error]).toEqual([
        400,
        'Query deserialize error: unknown transaction status: done',
      ])
      expect((await send(server.port, 'GET', path)).body.pagination.total_items).toBe(0)
    })
  })

  it('over the limit the answer comes at once, without Preference-Applied; nothing is refused', async () => {
    await withServer({ WAIT_CONCURRENCY_LIMIT: '1' }, async server => {
      const first = send(server.port, 'POST', `${path}?wait_for=confirmed`, {
        headers: prefer('wait=20'),
        body: { value: 1, to },
      })
      const id = await until('the first', async () => (await send(server.port, 'GET', path)).body.data[0]?.id)
      await waiting(server, id, 'submitted')
      const others = await Promise.all(Array.from({ length: 5 }, () => post(server)))
      expect(others.map(answer => [answer.status, applied(answer)])).toEqual(others.map(() => [200, undefined]))
      const got = await send(server.port, 'GET', `${path}/${id}`, { headers: prefer('wait=20') })
      expect([got.status, applied(got)]).toEqual([200, undefined])
      const stop = { now: false }
      const blocks = (async () => {
        while (!stop.now) await mine()
      })()
      expect((await first).body.data.status).toBe('confirmed')
      stop.now = true
      await blocks
    })
  })

  it('a client that goes away cancels nothing and gives its place back', async () => {
    await withServer({ WAIT_CONCURRENCY_LIMIT: '1' }, async server => {
      const { body } = await send(server.port, 'POST', path, { body: { value: 1, to } })
      const { id } = body.data
      await waiting(server, id, 'submitted')
      // The questions below take the place for a moment too, so whoever is turned away comes again.
      let leaving: ClientRequest
      const wait = (): void => {
        leaving = request({ host: '127.0.0.1', port: server.port, path: `${path}/${id}`, headers: prefer('wait=25') })
        leaving.on('error', () => {})
        leaving.on('response', response => {
          response.resume()
          wait()
        })
        leaving.end()
      }
      wait()
      const taken = await until('the place taken', async () => {
        const answer = await send(server.port, 'GET', `${path}/${id}`, { headers: prefer('wait=0') })
        return applied(answer) === undefined ? true : undefined
      })
      expect(taken).toBe(true)
      leaving!.destroy()
      await until('the place given back', async () => {
        const answer = await send(server.port, 'GET', `${path}/${id}`, { headers: prefer('wait=0') })
        return applied(answer) === 'wait=0' ? true : undefined
      })
      const { data } = (await send(server.port, 'GET', `${path}/${id}`)).body
      expect([data.status, data.is_canceled]).toEqual(['submitted', false])
    })
  })

  it('with a key that was used before: the record as it is by now, marked as repeated', async () => {
    await withServer({}, async server => {
      const headers = prefer('wait=20', { 'Idempotency-Key': 'k' })
      const first = await post(server, '?wait_for=pending', headers)
      const again = await post(server, '?wait_for=submitted', headers)
      expect(again.body.data).toMatchObject({ id: first.body.data.id, status: 'submitted' })
      expect([again.headers['idempotent-replayed'], applied(again)]).toEqual(['true', 'wait=20'])
      expect((await post(server, '', { ...headers, Prefer: '' })).text).toBe(first.text)
    })
  })

  it('a server that stops answers whoever waits', async () => {
    let answer: Promise<Sent> | null = null
    await withServer({}, async server => {
      answer = post(server, '?wait_for=confirmed')
      await until('it in the pool', async () => {
        const [record] = (await send(server.port, 'GET', path)).body.data
        return record?.status === 'submitted' ? true : undefined
      })
    })
    const sent = (await answer) as unknown as Sent
    expect([sent.status, sent.body.data.status, applied(sent)]).toEqual([200, 'submitted', undefined])
  })
})

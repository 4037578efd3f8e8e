import { afterEach, describe, expect, it } from 'vitest'
import { echo, type FaultServer, type Handler, type RequestCall, startFaultServer } from '../../test/faultServer.ts'
import { createEndpoint } from './endpoint.ts'
import type { RpcCall } from './jsonRpc.ts'

describe('createEndpoint', () => {
  let server: FaultServer
  afterEach(() => server.stop())
  const start = async (handle: Handler, timeoutMs = 2_000) => {
    server = await startFaultServer(handle)
    return createEndpoint({ url: server.url, label: 'rpc1', weight: 1, timeoutMs, fetch, now: Date.now, headers: {} })
  }
  const calls = (count: number) =>
    Array.from({ length: count }, (_, index): RpcCall => ({ method: 'echo', params: [index] }))
  const values = (count: number) => Array.from({ length: count }, (_, value) => ({ kind: 'result', value }))
  const sizes = () => server.bodies.map(body => (Array.isArray(body) ? body.length : 1))

  it('sends batches of a hundred and answers in order', async () => {
    const endpoint = await start(echo)
    expect(await endpoint.send(calls(250))).toEqual(values(250))
    expect(sizes().toSorted()).toEqual([100, 100, 50])
    expect(await endpoint.send([])).toEqual([])
    expect(await endpoint.send(calls(1))).toEqual(values(1))
    expect(Array.isArray(server.bodies.at(-1))).toBe(false)
  })

  it('uses its connections again and again', async () => {
    const ports = new Set<number | undefined>()
    const endpoint = await start((body, response) => {
      ports.add(response.socket?.remotePort)
      return echo(body)
    })
    for (let index = 0; index < 20; index++) await endpoint.send(calls(1))
    // One that is still being tidied up may be passed over.
    expect(ports.size).toBeLessThan(4)
  })

  it('sends one request after the other when order matters', async () => {
    let open = 0
    let most = 0
    const endpoint = await start(async (body, response) => {
      most = Math.max(most, ++open)
      await new Promise(resolve => setTimeout(resolve, 10))
      open -= 1
      response.end(JSON.stringify(echo(body)))
    })
    expect(await endpoint.send(calls(350), { ordered: true })).toEqual(values(350))
    expect(most).toBe(1)
  })

  it('matches answers by id: reordered, twice, as text, with garbage between them', async () => {
    const endpoint = await start(body => {
      const answers = echo(body) as { id: number; result: unknown }[]
      return [
        null,
        7,
        'text',
        { id: 99_999, result: 'a stranger' },
        { result: 'no id' },
        ...answers.toReversed().map(answer => ({ ...answer, id: String(answer.id) })),
        ...answers.map(answer => ({ ...answer, result: 'again' })),
      ]
    })
    expect(await endpoint.send(calls(20))).toEqual(values(20))
  })

  it('says of a call without an answer that it is lost, and keeps the others', async () => {
    const endpoint = await start(body => (echo(body) as unknown[]).slice(1))
    expect(await endpoint.send(calls(3))).toEqual([
      { kind: 'lost', reason: 'rpc1: no answer to the call' },
      ...values(3).slice(1),
    ])
  })

  it.each<[string, (body: readonly RequestCall[], limit: number) => unknown]>([
    [
      'by one error with the first id',
      body => [{ id: body[0]?.id, error: { code: -32600, message: 'batch too large' } }],
    ],
    ['by an object', () => ({ id: null, error: { code: -32600, message: 'batching is not for you' } })],
    ['by null', () => null],
    [
      'by an error per call',
      body => body.map(({ id }) => ({ id, error: { code: -32003, message: 'response too large' } })),
    ],
  ])('learns the batch size from a node that refuses %s', async (_, refuse) => {
    const endpoint = await start((body, response) => {
      if (!Array.isArray(body) || body.length <= 10) return echo(body)
      const refusal = refuse(body, 10)
      if (refusal === null) response.end('null')
      return refusal ?? undefined
    })
    expect(await endpoint.send(calls(100))).toEqual(values(100))
    const learnt = server.bodies.length
    expect(await endpoint.send(calls(30))).toEqual(values(30))
    expect(server.bodies.length - learnt).toBeLessThanOrEqual(5)
  })

  it('falls back to single calls where there are no batches at all', async () => {
    const endpoint = await start(body =>
      Array.isArray(body) ? { error: { code: -32600, message: 'no' } } : echo(body),
    )
    expect(await endpoint.send(calls(5))).toEqual(values(5))
    expect(await endpoint.send(calls(3))).toEqual(values(3))
    expect(sizes().slice(-3)).toEqual([1, 1, 1])
  })

  it('halves on HTTP 413', async () => {
    const endpoint = await start((body, response) => {
      if (!Array.isArray(body) || body.length <= 25) return echo(body)
      response.writeHead(413).end()
      return undefined
    })
    expect(await endpoint.send(calls(100))).toEqual(values(100))
  })

  it.each([
    ['2', 2_000],
    ['0.5', 500],
    ['999999', 60_000],
    ['soon', 1_000],
  ])('honours Retry-After: %s', async (header, retryAfterMs) => {
    const endpoint = await start((_, response) => void response.writeHead(429, { 'retry-after': header }).end('{}'))
    expect(await endpoint.send(calls(2))).toEqual(
      [1, 2].map(() => ({ kind: 'limited', reason: 'rpc1: rate limited', retryAfterMs })),
    )
  })

  it('honours Retry-After of HTTP 503', async () => {
    const endpoint = await start((_, response) => void response.writeHead(503, { 'retry-after': '3' }).end('busy'))
    expect(await endpoint.send(calls(1))).toEqual([{ kind: 'limited', reason: 'rpc1: HTTP 503', retryAfterMs: 3_000 }])
  })

  it('stops reading an answer that does not end', async () => {
    const closed = Promise.withResolvers<void>()
    const chunk = Buffer.alloc(1024 * 1024, ' ')
    const endpoint = await start((_, response) => {
      response.once('close', closed.resolve)
      const write = (): void => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once('drain', write)
      }
      write()
    }, 60_000)
    expect(await endpoint.send(calls(1))).toEqual([{ kind: 'lost', reason: 'rpc1: an answer that is too long' }])
    await closed.promise
  })

  it('reads the text of a fetch without a body, and not too much of it', async () => {
    const answerWith = (text: string) =>
      createEndpoint({
        url: 'http://node.example.org',
        label: 'rpc1',
        weight: 1,
        timeoutMs: 1_000,
        fetch: async () => ({ status: 200, headers: new Headers(), text: async () => text }),
        now: Date.now,
        headers: {},
      }).send(calls(1))
    expect(await answerWith('{"id":1,"result":"é"}')).toEqual([{ kind: 'result', value: 'é' }])
    const tooLong = ' '.repeat(64 * 1024 * 1024 + 1)
    expect(await answerWith(tooLong)).toEqual([{ kind: 'lost', reason: 'rpc1: an answer that is too long' }])
    server = await startFaultServer(echo)
  })

  it('takes no revert for a rate limit, whatever the contract says', async () => {
    const error = { code: 3, message: 'execution reverted: rate limit exceeded' }
    const endpoint = await start(body => ({ id: (body as RequestCall).id, error }))
    expect(await endpoint.send(calls(1))).toEqual([{ kind: 'error', ...error, data: undefined }])
  })

  it('knows a rate limit by its words, for one call and for a whole batch', async () => {
    const error = { code: -32005, message: 'daily request count exceeded, request rate limited' }
    const endpoint = await start(body => (Array.isArray(body) ? { error } : { id: body, error }))
    expect((await endpoint.send(calls(2))).map(({ kind }) => kind)).toEqual(['limited', 'limited'])
    expect((await endpoint.send(calls(1))).map(({ kind }) => kind)).toEqual(['limited'])
    expect(server.bodies.length).toBe(2)
  })

  it('keeps what a node says of a call, also under an HTTP error', async () => {
    const endpoint = await start((body, response) => {
      const [call] = [body].flat() as RequestCall[]
      response
        .writeHead(400)
        .end(JSON.stringify({ id: call?.id, error: { code: -32000, message: 'nonce too low', data: '0x' } }))
    })
    expect(await endpoint.send(calls(1))).toEqual([
      { kind: 'error', code: -32000, message: 'nonce too low', data: '0x' },
    ])
  })

  it.each<[string, Handler, RegExp]>([
    ['HTML', (_, response) => void response.end('<html>'), /not JSON/],
    ['HTTP 503', (_, response) => void response.writeHead(503).end('{}'), /HTTP 503/],
    ['a closed connection', (_, response) => void response.destroy(), /no connection/],
    [
      'half an answer',
      (_, response) => void response.writeHead(200, { 'content-length': 99 }).write('{', () => response.destroy()),
      /no connection/,
    ],
    [
      'a redirect',
      (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
      /no connection/,
    ],
    ['silence', () => undefined, /no answer within 200 ms/],
  ])('loses the call but not the process: %s', async (_, handle, reason) => {
    const endpoint = await start(handle, 200)
    for (const answer of await endpoint.send(calls(2))) {
      expect(answer).toMatchObject({ kind: 'lost', reason: expect.stringMatching(reason) })
      expect(JSON.stringify(answer)).not.toMatch(/secret-key|127\.0\.0\.1/)
    }
  })
})

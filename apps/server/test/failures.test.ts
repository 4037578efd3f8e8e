import { connect } from 'node:net'
import { type Engine, type LogFields, RelayerError } from '@relayer/core'
import { afterEach, describe, expect, it } from 'vitest'
import { type Listening, listen } from '../src/composition/listen.ts'
import { createApp } from '../src/http/createApp.ts'
import { apiKey, authorization, send } from './support/send.ts'

/** A fake engine: what a test does not name must not be called. */
function fakeEngine(methods: Partial<Engine>): Engine {
  return new Proxy(methods as Engine, {
    get(target, name) {
      if (name in target) return target[name as keyof Engine]
      throw new Error(`the test does not expect ${String(name)}`)
    },
  })
}

let servers: Listening[] = []
afterEach(async () => {
  await Promise.all(servers.map(server => server.drain()))
  servers = []
})

async function serve(methods: Partial<Engine>, requestTimeoutMs = 30_000) {
  const logged: LogFields[] = []
  const log = (fields: LogFields) => void logged.push(fields)
  let draining = false
  const app = createApp({
    engine: fakeEngine(methods),
    rpcUrlRules: { rpcAllowedHosts: [], rpcBlockPrivateIps: false },
    apiKey,
    requestTimeoutMs,
    logger: { debug: log, info: log, warn: log, error: log },
    isDraining: () => draining,
  })
  const listening = await listen(app, { host: '127.0.0.1', port: 0, requestTimeoutMs })
  servers.push(listening)
  const drain = () => {
    draining = true
    return listening.drain()
  }
  return { port: listening.port, logged, drain }
}

describe('what nobody expected', () => {
  it.each([
    ['a bug', () => new TypeError('SECRET in a message')],
    ['a lost database', () => new RelayerError('STORE_FAILED', 'SECRET sql')],
    ['an error that looks like one of HTTP', () => Object.assign(new Error('SECRET'), { status: 400 })],
    ['no error at all', () => 'SECRET'],
    ['undefined', () => undefined],
  ])('500 without a word of it: %s', async (_, make) => {
    const { port, logged } = await serve({ listSigners: () => Promise.reject(make()) })
    const { status, text, body, headers } = await send(port, 'GET', '/api/v1/signers')
    expect(status).toBe(500)
    expect(body).toEqual({ success: false, data: null, message: 'Internal Server Error', error: expect.any(String) })
    expect(text).not.toContain('SECRET')
    expect(logged).toContainEqual(
      expect.objectContaining({ requestId: headers['x-request-id'], path: '/api/v1/signers' }),
    )
  })

  it('503: not ready', async () => {
    const { port } = await serve({ ready: async () => ({ ready: false, reason: 'the database does not answer' }) })
    const { status, body } = await send(port, 'GET', '/api/v1/ready', { headers: {} })
    expect([status, body.ready, body.status, body.reason]).toEqual([
      503,
      false,
      'unhealthy',
      'the database does not answer',
    ])
  })
})

describe('the deadline', () => {
  it('504 in the envelope when an operation hangs', async () => {
    const { port } = await serve({ listSigners: () => new Promise(() => {}) }, 50)
    const { status, body, headers } = await send(port, 'GET', '/api/v1/signers')
    expect([status, body]).toEqual([
      504,
      { success: false, data: null, message: 'Gateway Timeout', error: 'Request handler timeout' },
    ])
    expect(headers['x-request-id']).toBeDefined()
  })

  it('drops an outcome that comes too late', async () => {
    const late = Promise.withResolvers<never>()
    const { port } = await serve({ listSigners: () => late.promise }, 50)
    expect((await send(port, 'GET', '/api/v1/signers')).status).toBe(504)
    late.reject(new Error('too late'))
    expect((await send(port, 'GET', '/v1/health')).status).toBe(200)
  })

  it('504 when a body never ends', async () => {
    const { port } = await serve({}, 50)
    const answer = await new Promise<string>(resolve => {
      const socket = connect(port, '127.0.0.1', () => {
        const head = ['POST /api/v1/signers HTTP/1.1', 'Host: a', `Authorization: ${authorization.Authorization}`]
        socket.write([...head, 'Content-Type: application/json', 'Content-Length: 100', '', '{"a"'].join('\r\n'))
      })
      let text = ''
      socket.on('data', chunk => (text += chunk.toString()))
      socket.on('close', () => resolve(text))
    })
    expect(answer).toContain('HTTP/1.1 504 ')
    expect(answer).toContain('"error":"Request handler timeout"')
  })
})

describe('the drain', () => {
  it('lets a request end, closes idle connections and takes no new ones', async () => {
    const asked = Promise.withResolvers<void>()
    const answer = Promise.withResolvers<void>()
    const { port, drain } = await serve({
      async listSigners() {
        asked.resolve()
        await answer.promise
        return { items: [], total: 0 }
      },
    })
    const idle = connect(port, '127.0.0.1')
    const idleClosed = new Promise(resolve => idle.on('close', resolve))
    await new Promise(resolve => idle.once('connect', resolve))
    idle.write('GET /v1/health HTTP/1.1\r\nHost: a\r\n\r\n')
    await new Promise(resolve => idle.once('data', resolve))
    const inFlight = send(port, 'GET', '/api/v1/signers')
    await asked.promise
    const drained = drain()
    await idleClosed
    await expect(send(port, 'GET', '/v1/health')).rejects.toThrow('ECONNREFUSED')
    answer.resolve()
    const { status, headers } = await inFlight
    expect([status, headers.connection]).toEqual([200, 'close'])
    await drained
  })
})

describe('a port that is taken', () => {
  it('is a sentence', async () => {
    const { port } = await serve({})
    const again = listen(createAppStub(), { host: '127.0.0.1', port, requestTimeoutMs: 1000 })
    await expect(again).rejects.toThrow(`can't listen on 127.0.0.1:${port} (EADDRINUSE)`)
  })
})

function createAppStub() {
  return createApp({
    engine: fakeEngine({}),
    rpcUrlRules: { rpcAllowedHosts: [], rpcBlockPrivateIps: false },
    apiKey,
    requestTimeoutMs: 1000,
    logger: { debug() {}, info() {}, warn() {}, error() {} },
    isDraining: () => false,
  })
}

import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync, gzipSync, zstdDecompressSync } from 'node:zlib'
import type { Engine } from '@relayer/core'
import { afterEach, describe, expect, it } from 'vitest'
import { type Listening, listen } from '../src/composition/listen.ts'
import { createApp } from '../src/http/createApp.ts'
import type { EdgeSettings } from '../src/http/edgeSettings.ts'
import { apiKey, authorization, type Sending, send } from './support/send.ts'

const silent = () => {}
const list = async () => ({ items: [], total: 0 })
let servers: Listening[] = []
afterEach(async () => {
  await Promise.all(servers.map(server => server.drain()))
  servers = []
})

/** The edge alone: an engine of which a test names what may be called. */
async function serve(edge: Partial<EdgeSettings> = {}, methods: Partial<Engine> = {}) {
  const engine = { listSigners: list, knownGrant: () => null, findGrant: async () => null, ...methods } as Engine
  const app = createApp({
    engine,
    rpcUrlRules: { rpcAllowedHosts: [], rpcBlockPrivateIps: false },
    apiKey,
    requestTimeoutMs: 30_000,
    edge,
    logger: { debug: silent, info: silent, warn: silent, error: silent },
    isDraining: () => false,
  })
  const listening = await listen(app, { host: '127.0.0.1', port: 0, requestTimeoutMs: 30_000 })
  servers.push(listening)
  const ask = (path: string, headers: Sending['headers'] = authorization) =>
    send(listening.port, 'GET', `/api/v1${path}`, { headers: headers ?? {} })
  return { port: listening.port, ask }
}

/** Everything that comes back for these very bytes, until the server has closed or `answers` heads have come. */
function exchange(port: number, text: string, answers = 1): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let got = ''
    socket.on('data', chunk => {
      got += chunk.toString('latin1')
      // every body of the server is JSON or `OK`
      if (got.split(/HTTP\/1\.1 [2-5]/).length > answers && /(?:\}|OK)$/.test(got)) socket.end()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(got))
  })
}

const slow = { ratePerSecond: 1, rateBurst: 2 }
const limited = (after: number) => ({
  success: false,
  data: null,
  message: 'Too Many Requests',
  error: 'TooManyRequests',
  code: 429,
  after,
})

describe('http.md 1.5: rate limiting', () => {
  it('a burst passes, the next is 429 with both headers and the JSON body', async () => {
    const { ask } = await serve({ ratePerSecond: 1, rateBurst: 3 })
    const answers = []
    for (let request = 0; request < 4; request++) answers.push(await ask('/signers'))
    expect(answers.map(answer => answer.status)).toEqual([200, 200, 200, 429])
    const { headers, body } = answers[3] as (typeof answers)[0]
    expect(body).toEqual(limited(0))
    expect(headers).toMatchObject({
      'retry-after': '0',
      'x-ratelimit-after': '0',
      'content-type': 'application/json',
      'x-request-id': expect.any(String),
    })
  })

  it('the wait is in whole seconds, rounded down', async () => {
    // one cell in 1,000 s would be below what the environment takes; a fraction stands for it
    const { ask } = await serve({ ratePerSecond: 0.001, rateBurst: 1 })
    await ask('/signers')
    const { headers, body } = await ask('/signers')
    expect(body).toEqual(limited(999))
    expect(headers['retry-after']).toBe('999')
  })

  it('success has no rate-limit header', async () => {
    const { ask } = await serve()
    const { headers } = await ask('/signers')
    expect(Object.keys(headers).filter(name => /rate|retry/.test(name))).toEqual([])
  })

  it('applies to unknown paths and methods too', async () => {
    const { ask, port } = await serve(slow)
    expect((await ask('/nothing')).status).toBe(404)
    expect((await send(port, 'DELETE', '/api/v1/signers')).status).toBe(404)
    expect((await ask('/signers')).status).toBe(429)
  })

  it('keys have buckets of their own', async () => {
    const grant = (keyId: string) => ({ ...scoped, keyId })
    const { ask } = await serve(slow, { knownGrant: hash => grant(hash) })
    const bearer = (token: string) => ({ Authorization: `Bearer ${token}` })
    for (const token of ['a', 'b']) {
      const statuses = []
      for (let request = 0; request < 3; request++) statuses.push((await ask('/signers', bearer(token))).status)
      expect(statuses).toEqual([200, 200, 429])
    }
    expect((await ask('/signers')).status).toBe(200)
  })

  it('health and ready share a bucket with all that has no key, by address', async () => {
    const { ask } = await serve({ ...slow, proxyHops: 1 }, { ready: async () => ({ ready: true }) })
    const from = (address: string) => ({ 'X-Forwarded-For': `9.9.9.9, ${address}` })
    expect((await ask('/health', from('1.1.1.1'))).status).toBe(200)
    expect((await ask('/ready', from('1.1.1.1'))).status).toBe(200)
    expect((await ask('/health', from('1.1.1.1'))).status).toBe(429)
    expect((await ask('/health', from('::ffff:1.1.1.1'))).status).toBe(429)
    expect((await ask('/signers', from('1.1.1.1'))).body).toEqual(limited(0))
    expect((await ask('/health', from('2.2.2.2'))).status).toBe(200)
    // one client has a whole network of IPv6
    for (const [tail, status] of [
      ['1', 200],
      ['2', 200],
      ['ffff:1:2:3', 429],
    ] as const) {
      const address = tail.includes(':') ? `2001:db8:0:1:${tail}` : `2001:db8:0:1::${tail}`
      expect((await ask('/health', from(address))).status).toBe(status)
    }
    expect((await ask('/health', from('2001:db8:0:2::1'))).status).toBe(200)
  })

  it('X-Forwarded-For is not believed unless there is a proxy', async () => {
    const { ask } = await serve(slow)
    const statuses = []
    for (const address of ['1.1.1.1', '2.2.2.2', '3.3.3.3']) {
      statuses.push((await ask('/health', { 'X-Forwarded-For': address })).status)
    }
    expect(statuses).toEqual([200, 200, 429])
  })

  it('guessed keys make no buckets, are looked up within the rate of their address and leave others alone', async () => {
    const asked: string[] = []
    const { ask } = await serve(slow, {
      async findGrant(hash) {
        asked.push(hash)
        return null
      },
    })
    const statuses = []
    for (let guess = 0; guess < 5; guess++) {
      statuses.push((await ask('/signers', { Authorization: `Bearer guess${guess}` })).status)
    }
    expect(statuses).toEqual([401, 401, 429, 429, 429])
    expect(asked).toHaveLength(2)
    expect((await ask('/signers')).status).toBe(200)
  })
})

const scoped = {
  keyId: 'k',
  root: false,
  permissions: ['admin'],
  allowedOrigins: ['*'],
  relayers: null,
  receivers: null,
  expiresAt: null,
} as const

describe('http.md 1.6: concurrency', () => {
  it('one too many waits for its turn', async () => {
    const open = Promise.withResolvers<void>()
    const inside = Promise.withResolvers<void>()
    const { ask } = await serve(
      { concurrencyLimit: 1 },
      {
        async listSigners() {
          inside.resolve()
          await open.promise
          return { items: [], total: 0 }
        },
      },
    )
    const first = ask('/signers')
    await inside.promise
    const second = ask('/health', {})
    open.resolve()
    expect((await Promise.all([first, second])).map(({ status }) => status)).toEqual([200, 200])
  })

  it('429 in the envelope for who waited in vain, health too', async () => {
    const open = Promise.withResolvers<void>()
    const inside = Promise.withResolvers<void>()
    const { ask } = await serve(
      { concurrencyLimit: 1 },
      {
        async listSigners() {
          inside.resolve()
          await open.promise
          return { items: [], total: 0 }
        },
      },
    )
    const first = ask('/signers')
    await inside.promise
    const { status, body, headers } = await ask('/health', {})
    expect([status, body]).toEqual([
      429,
      {
        success: false,
        data: null,
        message: 'Too Many Requests',
        error: 'Too many concurrent requests',
        code: 429,
        after: 1,
      },
    ])
    expect(headers['retry-after']).toBe('1')
    open.resolve()
    expect((await first).status).toBe(200)
  })
})

describe('waiting by Prefer: wait', () => {
  it('takes no place among the requests in flight', async () => {
    const open = Promise.withResolvers<void>()
    const inside = Promise.withResolvers<void>()
    const { ask } = await serve(
      { concurrencyLimit: 1 },
      {
        async waitForTransaction() {
          inside.resolve()
          await open.promise
          return { ok: true, value: { record: { id: 't' }, honoured: true } }
        },
      },
    )
    const waiting = ask('/relayers/main/transactions/t', { ...authorization, Prefer: 'wait=20' })
    await inside.promise
    expect((await ask('/health', {})).status).toBe(200)
    open.resolve()
    expect((await waiting).status).toBe(200)
    // its place was given back once, not twice
    const both = await Promise.all([ask('/signers'), ask('/signers')])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
  })
})

describe('http.md 1.7: bodies', () => {
  const json = { ...authorization, 'Content-Type': 'application/json' }
  const limit = 2 * 1024 * 1024

  it('413 at 2,097,153 bytes, and the connection goes on', async () => {
    const { port } = await serve()
    const head = `POST /api/v1/signers HTTP/1.1\r\nHost: a\r\nAuthorization: ${json.Authorization}\r\nContent-Type: application/json\r\n`
    const body = `"${'a'.repeat(limit - 1)}"`
    const next = 'GET /v1/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    const text = await exchange(port, `${head}Content-Length: ${body.length}\r\n\r\n${body}${next}`, 2)
    expect(text).toContain('HTTP/1.1 413 ')
    expect(text).toContain(`JSON payload (${body.length} bytes) is larger than allowed (limit: ${limit} bytes).`)
    expect(text).toMatch(/HTTP\/1\.1 200 [\s\S]*\r\n\r\nOK$/)
  })

  it.each([
    ['corrupt gzip', 'gzip', Buffer.from('no gzip at all')],
    ['cut gzip', 'gzip', gzipSync('{"id":"a"}').subarray(0, 20)],
    ['corrupt brotli', 'br', Buffer.from('no brotli at all')],
    ['corrupt deflate', 'deflate', Buffer.from('no deflate at all')],
  ])('400: %s', async (_, encoding, body) => {
    const { port } = await serve()
    const headers = { ...json, 'Content-Encoding': encoding }
    const answer = await send(port, 'POST', '/api/v1/signers', { headers, body })
    expect([answer.status, answer.body]).toEqual([
      400,
      { success: false, data: null, message: 'Bad Request', error: expect.stringMatching(/Content-Encoding|body/) },
    ])
  })

  it('a compressed body that unfolds beyond the limit: 413', async () => {
    const { port } = await serve()
    const body = gzipSync(`"${'a'.repeat(limit)}"`)
    const answer = await send(port, 'POST', '/api/v1/signers', {
      headers: { ...json, 'Content-Encoding': 'gzip' },
      body,
    })
    expect([answer.status, answer.body.error]).toEqual([413, `JSON payload has exceeded limit (${limit} bytes).`])
  })
})

describe('compression', () => {
  const many = Array.from({ length: 30 }, (_, index) => ({
    id: `signer-${index}`,
    createdAt: 0,
    version: 1,
    type: 'local',
    config: {},
    secret: null,
  }))
  const listSigners = async () => ({ items: many, total: many.length })

  it.each([
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
    ['zstd', zstdDecompressSync],
  ] as const)('answers in %s where asked, and says that it depends', async (encoding, unfold) => {
    const { port } = await serve({}, { listSigners })
    const response = await rawGet(port, { ...authorization, 'Accept-Encoding': encoding })
    expect(response.headers['content-encoding']).toBe(encoding)
    expect(response.headers['vary']).toMatch(/accept-encoding/i)
    expect(JSON.parse(unfold(response.bytes).toString()).data).toHaveLength(many.length)
  })

  it('leaves short bodies, and clients that did not ask, alone', async () => {
    const { port } = await serve({}, { listSigners })
    const unasked = await rawGet(port, authorization)
    expect(unasked.headers['content-encoding']).toBeUndefined()
    expect(unasked.headers['vary']).toMatch(/accept-encoding/i)
    // nothing at all is acceptable, not even the plain text: it is better than none
    const odd = await rawGet(port, { ...authorization, 'Accept-Encoding': 'gzip;q=0, *;q=nonsense' })
    expect([odd.status, odd.headers['content-encoding']]).toEqual([200, undefined])
    const short = await serve()
    const answer = await rawGet(short.port, { ...authorization, 'Accept-Encoding': 'gzip' })
    expect(answer.headers['content-encoding']).toBeUndefined()
  })
})

async function rawGet(port: number, headers: Readonly<Record<string, string>>) {
  const { request } = await import('node:http')
  return new Promise<{ status: number | undefined; headers: NodeJS.Dict<string | string[]>; bytes: Buffer }>(
    (resolve, reject) => {
      const outgoing = request(
        { host: '127.0.0.1', port, path: '/api/v1/signers', headers, agent: false },
        response => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('end', () =>
            resolve({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(chunks) }),
          )
        },
      )
      outgoing.on('error', reject)
      outgoing.end()
    },
  )
}

describe('http.md 1.8: response headers', () => {
  it('has the security headers of an API on every answer, failures too, and no word about the software', async () => {
    const { ask } = await serve()
    for (const answer of [
      await ask('/signers'),
      await ask('/nothing'),
      await ask('/signers', {}),
      await ask('/health'),
    ]) {
      expect(answer.headers).toMatchObject({
        'content-security-policy': "default-src 'none';frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'strict-transport-security': 'max-age=31536000',
        'x-content-type-options': 'nosniff',
      })
      expect(answer.headers['x-powered-by']).toBeUndefined()
      expect(answer.headers.server).toBeUndefined()
    }
  })

  it('echoes a request id of visible ASCII and makes a UUID of any other', async () => {
    const { ask } = await serve()
    const id = async (given: string) =>
      (await ask('/health', { 'X-Request-Id': given })).headers['x-request-id'] as string
    expect(await id('my id 1')).toBe('my id 1')
    expect(await id('é')).toMatch(/^[\da-f-]{36}$/)
    expect(await id('x'.repeat(201))).toMatch(/^[\da-f-]{36}$/)
  })
})

describe('CORS', () => {
  const preflight = { Origin: 'https://app.example', 'Access-Control-Request-Method': 'POST' }
  const corsOf = (headers: object) => Object.entries(headers).filter(([name]) => name.startsWith('access-control'))

  it('is off unless asked for: OPTIONS is no route', async () => {
    const { port } = await serve()
    const answer = await send(port, 'OPTIONS', '/api/v1/signers', { headers: { ...authorization, ...preflight } })
    expect([answer.status, corsOf(answer.headers)]).toEqual([404, []])
  })

  it('answers a preflight without a key, and allows the configured origin on successes and failures', async () => {
    const { port, ask } = await serve({ corsOrigins: ['https://app.example', 'https://b.example'] })
    const answer = await send(port, 'OPTIONS', '/api/v1/signers', { headers: preflight })
    expect(answer.status).toBe(204)
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': 'https://app.example',
      'access-control-allow-methods': 'GET,POST,PUT,PATCH,DELETE',
      'access-control-allow-headers': expect.stringContaining('Authorization'),
    })
    for (const headers of [authorization, {}]) {
      const { headers: got } = await ask('/signers', { ...headers, Origin: 'https://b.example' })
      expect(got).toMatchObject({
        'access-control-allow-origin': 'https://b.example',
        'cross-origin-resource-policy': 'cross-origin',
        vary: expect.stringMatching(/origin/i),
      })
    }
  })

  it('says nothing to another origin', async () => {
    const { port, ask } = await serve({ corsOrigins: ['https://app.example'] })
    const stranger = { ...preflight, Origin: 'https://evil.example' }
    expect(corsOf((await send(port, 'OPTIONS', '/api/v1/signers', { headers: stranger })).headers)).toEqual([])
    expect(corsOf((await ask('/signers', { ...authorization, Origin: 'https://evil.example' })).headers)).toEqual([])
  })
})

describe('http.md 1.4: authentication', () => {
  const refused = { success: false, data: null, message: 'Unauthorized', error: 'Unauthorized', code: 401 }

  it.each<[string, Sending['headers']]>([
    ['no header', {}],
    ['wrong key', { Authorization: `Bearer ${apiKey}x` }],
    ['wrong scheme case', { Authorization: `bearer ${apiKey}` }],
    ['another scheme', { Authorization: `Basic ${apiKey}` }],
    ['double space', { Authorization: `Bearer  ${apiKey}` }],
    ['a space in the key', { Authorization: `Bearer Bearer ${apiKey}` }],
    ['empty key', { Authorization: 'Bearer ' }],
    ['two headers', { Authorization: [`Bearer ${apiKey}`, `Bearer ${apiKey}`] }],
  ])('401: %s', async (_, headers) => {
    const { ask } = await serve()
    const { status, body, headers: got } = await ask('/signers', headers)
    expect([status, body]).toEqual([401, refused])
    expect(got['www-authenticate']).toBeUndefined()
  })

  it('runs before routing: an unknown path is 401 without a key and 404 with one', async () => {
    const { ask } = await serve()
    expect((await ask('/nothing', {})).status).toBe(401)
    expect((await ask('/nothing')).status).toBe(404)
    expect((await ask('/healthz', {})).status).toBe(404)
  })
})

describe('what Node would answer on its own', () => {
  it('400 in the envelope: HTTP/1.1 without Host', async () => {
    const { port } = await serve()
    const text = await exchange(port, 'GET /v1/health HTTP/1.1\r\n\r\n')
    expect(text).toMatch(/^HTTP\/1\.1 400 /)
    expect(text).toMatch(/x-request-id: /i)
    expect(text).toContain('{"success":false,"data":null,"message":"Bad Request","error":"The Host header is missing"}')
  })

  it('HTTP/1.0 needs none', async () => {
    const { port } = await serve()
    expect(await exchange(port, 'GET /v1/health HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 [\s\S]*OK$/)
  })

  it('ignores an expectation that nobody knows', async () => {
    const { port } = await serve()
    const text = await exchange(port, 'GET /v1/health HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n')
    expect(text).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('100-continue is honoured', async () => {
    const { port } = await serve()
    const head = `POST /api/v1/signers HTTP/1.1\r\nHost: a\r\nAuthorization: ${authorization.Authorization}\r\n`
    const text = await exchange(
      port,
      `${head}Content-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n{}`,
    )
    expect(text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 400 /)
  })
})

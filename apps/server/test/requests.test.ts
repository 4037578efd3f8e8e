import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { apiKey, authorization, send } from './support/send.ts'
import { startTestServer, type TestServer } from './support/testServer.ts'

let server: TestServer
let port: number
beforeAll(async () => {
  server = await startTestServer()
  port = server.port
})
afterAll(() => server.close())

const unauthorized = { success: false, data: null, message: 'Unauthorized', error: 'Unauthorized', code: 401 }

describe('authentication', () => {
  it.each([
    ['no header', {}],
    ['lower case scheme', { Authorization: `bearer ${apiKey}` }],
    ['two spaces', { Authorization: `Bearer  ${apiKey}` }],
    ['no token', { Authorization: 'Bearer ' }],
    ['token only', { Authorization: apiKey }],
    ['scheme twice', { Authorization: `Bearer Bearer ${apiKey}` }],
    ['wrong key of the same length', { Authorization: `Bearer ${apiKey.replace(/./g, 'x')}` }],
    ['a prefix of the key', { Authorization: `Bearer ${apiKey.slice(0, -1)}` }],
    ['the key and more', { Authorization: `Bearer ${apiKey}x` }],
    ['two headers', { Authorization: [`Bearer ${apiKey}`, `Bearer ${apiKey}`] }],
  ])('401: %s', async (_, headers) => {
    const { status, body, headers: answered } = await send(port, 'GET', '/api/v1/relayers', { headers })
    expect(status).toBe(401)
    expect(body).toEqual(unauthorized)
    expect(answered['content-type']).toBe('application/json')
    expect(answered['x-request-id']).toMatch(/^[\da-f-]{36}$/)
  })

  it('401 comes before 404 and before the body is looked at', async () => {
    expect((await send(port, 'GET', '/nowhere', { headers: {} })).status).toBe(401)
    expect((await send(port, 'POST', '/api/v1/signers', { headers: {}, body: '{' })).status).toBe(401)
  })

  it.each(['/v1/health', '/api/v1/health', '/api/v1/health/', '//api//v1/health'])('%s is open', async path => {
    const { status, text, headers } = await send(port, 'GET', path, { headers: {} })
    expect([status, text]).toEqual([200, 'OK'])
    expect(headers['content-type']).toMatch(/^text\/plain/)
  })

  it('readiness is open and no envelope', async () => {
    const { status, body } = await send(port, 'GET', '/api/v1/ready', { headers: {} })
    expect(status).toBe(200)
    expect(body).toMatchObject({ ready: true, status: 'healthy', components: { system: { status: 'healthy' } } })
    expect(body.timestamp).toMatch(/\+00:00$/)
  })
})

describe('paths', () => {
  it.each([
    '/api/v1/relayers',
    '/api/v1/relayers/',
    '//api///v1//relayers//',
    '/api/v1/relayers?x=1',
    '/api/v1/relayers/?page=1',
  ])('200: %s', async path => {
    const { status, body } = await send(port, 'GET', path)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      success: true,
      error: null,
      pagination: { current_page: 1, per_page: 10, total_items: 1 },
    })
  })

  it('decodes segments', async () => {
    expect((await send(port, 'GET', '/api/v1/relayers/%6dain')).body.data.id).toBe('main')
  })

  it.each([
    ['GET', '/'],
    ['GET', '/nowhere'],
    ['GET', '/API/v1/relayers'],
    ['GET', '/api/v1/healthz'],
    ['DELETE', '/api/v1/relayers'],
    ['PATCH', '/api/v1/signers'],
    ['PUT', '/api/v1/relayers/main/transactions'],
    ['OPTIONS', '/api/v1/relayers'],
    ['POST', '/api/v1/health'],
    ['GET', '/api/v1/relayers/a/b/c/d'],
  ])('404 in the envelope: %s %s', async (method, path) => {
    const { status, body } = await send(port, method, path)
    expect(status).toBe(404)
    expect(body).toEqual({ success: false, data: null, message: 'Not found', error: expect.any(String) })
  })

  it('HEAD is 404', async () => {
    expect((await send(port, 'HEAD', '/api/v1/relayers')).status).toBe(404)
    expect((await send(port, 'HEAD', '/api/v1/health', { headers: {} })).status).toBe(404)
  })

  it.each([['%zz'], ['%'], ['%00'], ['..%2f..%2fetc'], ['%F0%9F%98%80'], ['4000 times x', 'x'.repeat(4000)]])(
    'an impossible id is not found: %s',
    async (name, id = name) => {
      const { status, body } = await send(port, 'GET', `/api/v1/relayers/${id}`)
      expect(status).toBe(404)
      expect(body.message).toMatch(/^Relayer with ID [\s\S]* not found$/)
    },
  )
})

describe('request ids', () => {
  it('echoes a visible one', async () => {
    const { headers } = await send(port, 'GET', '/api/v1/health', { headers: { 'x-request-id': 'abc-1' } })
    expect(headers['x-request-id']).toBe('abc-1')
  })

  it.each([['ä'], ['201 times x', 'x'.repeat(201)]])('replaces %s', async (name, id = name) => {
    const { headers } = await send(port, 'GET', '/api/v1/health', { headers: { 'x-request-id': id } })
    expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
  })
})

describe('bodies', () => {
  const post = (body: string | Uint8Array, headers: Readonly<Record<string, string>>) =>
    send(port, 'POST', '/api/v1/notifications', { headers: { ...authorization, ...headers }, body })
  const good = JSON.stringify({ url: 'http://localhost/hook' })

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/vnd.api+json',
    'text/json',
  ])('accepts %s', async type => {
    expect((await post(good, { 'Content-Type': type })).status).toBe(201)
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])(
    '400: content type "%s"',
    async type => {
      const { status, body } = await post(good, type === '' ? {} : { 'Content-Type': type })
      expect(status).toBe(400)
      expect(body).toEqual({ success: false, data: null, message: 'Bad Request', error: 'Content type error' })
    },
  )

  it.each(['{', '{"url":}', 'nonsense', '{"url":"a"', '{"url":"http://a" "b"}', '[1,]'])(
    '400: broken JSON %s',
    async text => {
      const { status, body } = await post(text, { 'Content-Type': 'application/json' })
      expect(status).toBe(400)
      expect(body).toMatchObject({ success: false, data: null, message: 'Bad Request' })
      expect(body.error).toMatch(/^Json deserialize error: /)
    },
  )

  it('400: does not quote what it could not read', async () => {
    const { body } = await post('{"url":"http://a","signing_key":"my-secret-value" oops}', {
      'Content-Type': 'application/json',
    })
    expect(body.error).not.toContain('my-secret')
  })

  it('400: an empty body', async () => {
    const { status, body } = await post('', { 'Content-Type': 'application/json' })
    expect(status).toBe(400)
    expect(body.error).toBe('Json deserialize error: EOF while parsing a value at line 1 column 0')
  })

  it('400: a hundred thousand brackets', async () => {
    const text = '['.repeat(100_000)
    expect((await post(text, { 'Content-Type': 'application/json' })).status).toBe(400)
    expect((await post(text + ']'.repeat(100_000), { 'Content-Type': 'application/json' })).status).toBe(400)
  })

  it.each([
    ['an array', '[]'],
    ['a string', '"x"'],
    ['null', 'null'],
  ])('400: %s', async (_, text) => {
    const { status, body } = await post(text, { 'Content-Type': 'application/json' })
    expect([status, body.message]).toEqual([400, 'Bad Request'])
  })

  it('reads gzip', async () => {
    expect(
      (await post(gzipSync(good), { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })).status,
    ).toBe(201)
  })

  it.each([
    ['corrupt', Buffer.from('not gzip at all')],
    ['cut off', gzipSync(good).subarray(0, 20)],
  ])('400: %s gzip', async (_, bytes) => {
    const { status, body } = await post(bytes, { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
    expect([status, body.message]).toEqual([400, 'Bad Request'])
  })

  it('415: an encoding nobody knows', async () => {
    const { status, body } = await post(good, { 'Content-Type': 'application/json', 'Content-Encoding': 'rot13' })
    expect([status, body.success]).toEqual([415, false])
  })

  it.each([
    ['length known', (bytes: Buffer) => ({ body: bytes, headers: {} })],
    ['gzip', (bytes: Buffer) => ({ body: gzipSync(bytes), headers: { 'Content-Encoding': 'gzip' } })],
    ['chunked', (bytes: Buffer) => ({ body: bytes, headers: { 'Transfer-Encoding': 'chunked' } })],
  ])('413 at 3 MB, and the connection is closed: %s', async (_, make) => {
    const { body, headers } = make(Buffer.from(JSON.stringify({ url: 'x'.repeat(3 * 1024 * 1024) })))
    const answer = await post(body, { 'Content-Type': 'application/json', ...headers })
    expect(answer.status).toBe(413)
    expect(answer.body).toMatchObject({ success: false, data: null, message: 'Payload Too Large' })
    expect(answer.headers.connection).toBe('close')
  })

  it('takes exactly 2 MiB', async () => {
    const frame = JSON.stringify({ url: 'http://localhost/' })
    const text = frame + ' '.repeat(2 * 1024 * 1024 - frame.length)
    expect((await post(text, { 'Content-Type': 'application/json' })).status).toBe(201)
    expect((await post(`${text} `, { 'Content-Type': 'application/json' })).status).toBe(413)
  })

  it.each([
    ['nonsense', 'HELLO\r\n\r\n', 400],
    ['a header that never ends', `GET /v1/health HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
  ])('answers %s in the envelope', async (_, text, status) => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.write(text))
      let received = ''
      socket.on('data', chunk => (received += chunk.toString()))
      socket.on('close', () => resolve(received))
      socket.on('error', reject)
    })
    expect(answer).toContain(`HTTP/1.1 ${status} `)
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ success: false, data: null })
  })
})

describe('pages', () => {
  it.each(['page=0', 'per_page=0', 'page=0&per_page=0', 'page=99', 'page=4294967295&per_page=4294967295'])(
    '200 and empty: %s',
    async query => {
      for (const path of [
        '/api/v1/relayers',
        '/api/v1/relayers/main/transactions',
        '/api/v1/signers',
        '/api/v1/notifications',
      ]) {
        const { status, body } = await send(port, 'GET', `${path}?${query}`)
        expect([path, status, body.data]).toEqual([path, 200, []])
        const asked = new URLSearchParams(query)
        expect(body.pagination.current_page).toBe(Number(asked.get('page') ?? 1))
        expect(body.pagination.per_page).toBe(Number(asked.get('per_page') ?? 10))
      }
    },
  )

  it.each(['page=-1', 'page=a', 'page=1.5', 'page=', 'page=4294967296', 'page=1&page=2', 'per_page=1e3'])(
    '400: %s',
    async query => {
      const { status, body } = await send(port, 'GET', `/api/v1/relayers?${query}`)
      expect(status).toBe(400)
      expect(body.error).toMatch(/^Query deserialize error: /)
    },
  )
})

import { connect } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { authorization, send } from './support/send.ts'
import { startTestServer, type TestServer } from './support/testServer.ts'

// Found by attacking the server; each was a bug first.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const transactions = '/api/v1/relayers/main/transactions'
const to = '0x90f79bf6eb2c4f870365e785982e1f101e93b906'

it('a request target that is no URL: 400 in the envelope, with a request id', async () => {
  const answer = await new Promise<string>(resolve => {
    let text = ''
    const socket = connect(server.port, '127.0.0.1', () => socket.end('GET http://[ HTTP/1.1\r\nHost: x\r\n\r\n'))
    socket.on('data', chunk => (text += chunk.toString()))
    socket.on('close', () => resolve(text))
  })
  expect(answer).toContain('HTTP/1.1 400 ')
  expect(answer).toContain('x-request-id')
  expect(answer).toContain('"success":false')
})

it('an idempotency key means the same under two spellings of one path', async () => {
  const headers = { ...authorization, 'Content-Type': 'application/json', 'Idempotency-Key': 'Z' }
  const body = { to, value: 1 }
  const first = await send(server.port, 'POST', transactions, { headers, body })
  const second = await send(server.port, 'POST', '/api/v1/relayers/%6dain/transactions', { headers, body })
  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.body.data.id).toBe(first.body.data.id)
})

it.each([
  ['an address that begins with 0X', { to: `0X${to.slice(2)}`, value: 1 }],
  ['no receiver and empty data', { value: 777, data: '' }],
  ['no receiver and 0x', { value: 777, data: '0x' }],
])('%s: 400 at once', async (_name, body) => {
  const { status, body: answer } = await send(server.port, 'POST', transactions, { body })
  expect([status, answer.success, answer.message]).toEqual([400, false, 'Bad Request'])
})

it('an Expect header that nobody knows is answered as if it were not there', async () => {
  const open = await send(server.port, 'GET', '/api/v1/health', { headers: { Expect: 'a' } })
  expect([open.status, typeof open.headers['x-request-id']]).toEqual([200, 'string'])
  const closed = await send(server.port, 'GET', '/api/v1/relayers', { headers: { Expect: 'a' } })
  expect([closed.status, closed.body.success]).toEqual([401, false])
})

// an error that a decompressor reports after the body was refused ended the process
it.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
])('a body that is both too large and cut short is refused, and the server lives: %s', async (encoding, compress) => {
  const bytes = compress(Buffer.alloc(2 ** 21 + 100, ' '))
  const headers = { ...authorization, 'Content-Type': 'application/json', 'Content-Encoding': encoding }
  for (const cut of [1, 2, 4, 9]) {
    const body = bytes.subarray(0, -cut)
    const { status } = await send(server.port, 'POST', '/api/v1/notifications', { headers, body })
    // which of the two is noticed first depends on where it is cut
    expect([400, 413]).toContain(status)
  }
  expect((await send(server.port, 'GET', '/api/v1/ready')).status).toBe(200)
})

it.each([[''], ['   ']])(
  'an Idempotency-Key that is there and empty (%j) is refused, not taken for none',
  async key => {
    const headers = { ...authorization, 'Content-Type': 'application/json', 'Idempotency-Key': key }
    for (const [method, at] of [
      ['POST', transactions],
      ['POST', `${transactions}/batch`],
      ['PUT', `${transactions}/x`],
      ['DELETE', `${transactions}/x`],
    ] as const) {
      const given = at.endsWith('batch') ? { transactions: [{ to, value: 1 }] } : { to, value: 1 }
      const sending = { headers, ...(method !== 'DELETE' && { body: given }) }
      const { status, body } = await send(server.port, method, at, sending)
      expect([method, status, body.error]).toEqual([method, 400, expect.stringContaining('Idempotency-Key')])
    }
  },
)

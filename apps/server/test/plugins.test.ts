import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { send } from './support/send.ts'
import { startTestServer, type TestServer } from './support/testServer.ts'

let server: TestServer
const call = (method: string, path: string, body?: object | string) =>
  send(server.port, method, `/api/v1${path}`, { body })

beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

describe('plugins, which are not built', () => {
  it('200: an empty list in the envelope', async () => {
    const { status, body } = await call('GET', '/plugins?page=2&per_page=5')
    expect([status, body]).toEqual([
      200,
      { success: true, data: [], error: null, pagination: { current_page: 2, per_page: 5, total_items: 0 } },
    ])
    expect((await call('GET', '/plugins?page=x')).status).toBe(400)
  })

  it.each([
    ['GET', '/plugins/none', undefined],
    ['PATCH', '/plugins/none', { timeout: 5, emit_logs: true }],
    ['PATCH', '/plugins/none', undefined],
    ['POST', '/plugins/none/call', { params: { a: 1 } }],
    ['POST', '/plugins/none/call', undefined],
    ['POST', '/plugins/none/call?route=/x', { a: 1 }],
    ['POST', '/plugins/none/call/a/b', []],
    ['GET', '/plugins/none/call', undefined],
    ['GET', '/plugins/none/call/a/b?route=/x', undefined],
  ])('404: %s %s %j', async (method, path, body) => {
    const answer = await call(method, path, body)
    expect([answer.status, answer.body]).toEqual([
      404,
      { success: false, data: null, message: 'Not found', error: 'Plugin with id none not found' },
    ])
  })

  it('400: a PATCH of the wrong shape', async () => {
    const { status, body } = await call('PATCH', '/plugins/none', { path: 'x.ts' })
    expect([status, body.message, body.error]).toEqual([
      400,
      'Bad Request',
      expect.stringMatching(/^Json deserialize error: unknown field `path`/),
    ])
  })
})

describe.each(['quote', 'build'])('sponsored %s', operation => {
  const path = (relayer: string) => `/relayers/${relayer}/transactions/sponsored/${operation}`
  const solana = { transaction: 'AQ==', fee_token: 'So11111111111111111111111111111111111111112' }

  it.each([[solana], [{ fee_token: 'native', transaction_xdr: 'AAAA' }]])(
    '400 on an EVM relayer: %j',
    async request => {
      const { status, body } = await call('POST', path('main'), request)
      const error = 'Gas abstraction not supported for EVM relayers'
      expect([status, body]).toEqual([400, { success: false, data: null, message: 'Bad Request', error }])
    },
  )

  it('400: neither shape, before the relayer is looked up', async () => {
    for (const request of [{}, { ...solana, more: 1 }, { stellar: { fee_token: 'native' } }]) {
      const { status, body } = await call('POST', path('none'), request)
      expect([status, body.error]).toEqual([
        400,
        `Json deserialize error: data did not match any variant of untagged enum SponsoredTransaction${operation === 'quote' ? 'Quote' : 'Build'}Request`,
      ])
    }
  })

  it('404: unknown relayer', async () => {
    const { status, body } = await call('POST', path('none'), solana)
    expect([status, body.error]).toEqual([404, 'Relayer with ID none not found'])
  })
})

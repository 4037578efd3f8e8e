import { readFileSync } from 'node:fs'
import * as sdk from '@openzeppelin/relayer-sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../src/http/operations.ts'
import { authorization, type Envelope, send } from './support/send.ts'
import { startTestServer, type TestServer } from './support/testServer.ts'

/** What contract/http.md 21 asks of every operation at once, over the table of operations. */
let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const json = { ...authorization, 'Content-Type': 'application/json' }
/** A path of the table about things that are not there, so that no call changes anything. */
const fill = (path: string) => path.replace(/[:*]\w+/g, 'none')
const ask = (method: string, path: string) =>
  send(server.port, method, path, { headers: json, body: method.startsWith('P') ? '{}' : undefined })
const routes = operations.map(({ method, path }) => [method, fill(path)] as const)
const UNROUTED = /^There is no /
const failureKeys = ['success', 'data', 'message', 'error']

describe('21.1: authentication', () => {
  const body = '{"success":false,"data":null,"message":"Unauthorized","error":"Unauthorized","code":401}'

  it.each([
    ['no header', {}],
    ['a wrong key', { Authorization: `${authorization.Authorization}x` }],
  ])('the bytes of 401: %s', async (_, headers) => {
    const answer = await send(server.port, 'GET', '/api/v1/relayers', { headers })
    expect([answer.status, answer.headers['content-type'], answer.text]).toEqual([401, 'application/json', body])
  })

  it.each([
    '/api/v1/healthz',
    '/api/v1/ready/x',
    '/v1/health/x',
    '/api-docs-x',
    '/swagger-ui',
    '/swagger-ui/index.html',
  ])('an exempt prefix asks for no key, whatever follows it: %s', async path => {
    const answer = await send(server.port, 'GET', path, { headers: {} })
    expect([answer.status, answer.body.message]).toEqual([404, 'Not found'])
  })

  it.each(operations.map(({ method, path, permission }) => [method, path, permission] as const))(
    'a key is asked for unless it is open: %s %s',
    async (method, path, permission) => {
      const { status } = await send(server.port, method, fill(path), { headers: {} })
      expect(status === 401).toBe(permission !== 'open')
    },
  )
})

describe('21.2: routes', () => {
  it.each(routes)('%s %s with a trailing slash and with double slashes is the same', async (method, path) => {
    const plain = await ask(method, path)
    expect(plain.body?.error ?? '').not.toMatch(UNROUTED)
    for (const other of [`${path}/`, `${path}//`, path.replaceAll('/', '//'), `/${path}/`]) {
      const { status, body } = await ask(method, other)
      expect([other, status, body?.error]).toEqual([other, plain.status, plain.body?.error])
    }
  })

  it.each([...new Set(routes.map(([, path]) => path))])('%s with another method: 404, never 405', async path => {
    const known = new Set(routes.filter(([, other]) => other === path).map(([method]) => method as string))
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].filter(name => !known.has(name))) {
      const { status, body } = await ask(method, path)
      expect([method, status, Object.keys(body), body.message]).toEqual([
        method,
        404,
        failureKeys,
        expect.stringMatching(/^Not found$|^Relayer with ID none not found$/),
      ])
    }
    if (!known.has('HEAD')) expect((await send(server.port, 'HEAD', path)).status).toBe(404)
  })

  it.each([
    ['GET', 'pending'],
    ['PUT', 'pending'],
    ['GET', 'by-nonce'],
    ['GET', 'batch'],
  ])('%s …/transactions/%s is about a transaction with that id', async (method, id) => {
    const body = method === 'PUT' ? { value: 1, to: '0x70997970c51812dc3a010c7d01b50e0d17dc79c8' } : undefined
    const answer = await send(server.port, method, `/api/v1/relayers/main/transactions/${id}`, { body })
    expect([answer.status, answer.body.error]).toEqual([404, `Transaction with ID ${id} not found`])
  })

  it('a network id is the same percent-encoded, as the SDK sends it, or not', async () => {
    const plain = await send(server.port, 'GET', '/api/v1/networks/evm:anvil')
    expect([plain.status, plain.body.data.id]).toEqual([200, 'evm:anvil'])
    for (const id of ['evm%3Aanvil', 'evm%3aanvil', '%65vm:anvil']) {
      expect((await send(server.port, 'GET', `/api/v1/networks/${id}`)).text).toBe(plain.text)
    }
  })
})

describe('21.3: envelope', () => {
  const lists = [
    'relayers',
    'relayers/main/transactions',
    'signers',
    'notifications',
    'networks',
    'plugins',
    'api-keys',
  ]
  it.each(lists)('%s is a list: success, data, error: null, pagination', async path => {
    const { status, body } = await send(server.port, 'GET', `/api/v1/${path}`)
    expect([status, Object.keys(body)]).toEqual([200, ['success', 'data', 'error', 'pagination']])
    expect([body.success, body.error, Object.keys(body.pagination)]).toEqual([
      true,
      null,
      ['current_page', 'per_page', 'total_items'],
    ])
  })

  it.each(['relayers/main', 'signers/main', 'networks/evm:anvil', 'api-keys/root'])(
    '%s is no list: success, data, error: null',
    async path => {
      const { status, body } = await send(server.port, 'GET', `/api/v1/${path}`)
      expect([status, Object.keys(body), body.success, body.error]).toEqual([
        200,
        ['success', 'data', 'error'],
        true,
        null,
      ])
    },
  )

  it('every failure: success: false, data: null, message and error', async () => {
    const failures: Envelope[] = []
    for (const [method, path] of routes) {
      const { status, body } = await ask(method, path)
      if (status < 400 || path.includes('/metrics')) continue
      failures.push(body)
      expect([method, path, Object.keys(body), body.success, body.data]).toEqual([
        method,
        path,
        failureKeys,
        false,
        null,
      ])
      expect([typeof body.message, typeof body.error]).toEqual(['string', 'string'])
    }
    expect(failures.length).toBeGreaterThan(30)
  })
})

describe('17.2: the methods of the SDK', () => {
  it('have a row each in docs/conformance.md, and no row is of another', () => {
    const methods = Object.entries(sdk as unknown as Readonly<Record<string, { readonly prototype?: object }>>)
      .filter(([name]) => /^[A-Z]\w*Api$/.test(name))
      .flatMap(([, { prototype }]) => Object.getOwnPropertyNames(prototype ?? {}))
      .filter(name => name !== 'constructor')
    const page = readFileSync(new URL('../../../docs/conformance.md', import.meta.url), 'utf8')
    const rows = [...page.matchAll(/^\| 17\.2 (\w+) \|/gm)].map(([, name]) => name)
    expect(methods).toHaveLength(43)
    expect(rows.toSorted()).toEqual(methods.toSorted())
  })
})

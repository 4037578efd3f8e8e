import { domainSeparator, hashStruct, recoverMessageAddress, recoverTypedDataAddress, verifyMessage } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { authorization, type Envelope, send } from './support/send.ts'
import { evmKey, startTestServer, type TestServer, testConfiguration } from './support/testServer.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let server: TestServer
/** Relayers beside `main`, and their keys: two are those of published vectors. */
const keys = {
  paused: '5'.repeat(64),
  web3: '4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318',
  cow: 'c85ef7d79691fe79573b1a7064c19c1a9819ebdbd1faaab1a8ec92344438aaf4',
}
beforeAll(async () => {
  const configuration = testConfiguration()
  const [main] = configuration.relayers
  server = await startTestServer({
    ...configuration,
    signers: [
      ...configuration.signers,
      ...Object.entries(keys).map(([id, key]) => ({ id, type: 'local', config: {}, secret: JSON.stringify({ key }) })),
    ],
    relayers: [main!, ...Object.keys(keys).map(id => ({ ...main!, id, signerId: id, paused: id === 'paused' }))],
  })
})
afterAll(() => server.close())

const post = (operation: string, body: unknown, relayer = 'main') =>
  send(server.port, 'POST', `/api/v1/relayers/${relayer}/${operation}`, {
    headers: { ...authorization, 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const refusal = (error: string): Envelope => ({ success: false, data: null, message: 'Bad Request', error })
const { address } = privateKeyToAccount(`0x${evmKey}`)
const hash = 'ab'.repeat(32)

/** What every EVM signature looks like on the wire. */
function expectWire(data: Envelope): void {
  expect(Object.keys(data)).toEqual(['r', 's', 'v', 'sig'])
  expect(data.r).toMatch(/^[\da-f]{64}$/)
  expect(data.s).toMatch(/^[\da-f]{64}$/)
  expect([27, 28]).toContain(data.v)
  expect(data.sig).toBe(`${data.r}${data.s}${data.v.toString(16)}`)
}

describe('21.12: known vectors, without 0x and with v 27 or 28', () => {
  it('EIP-191: the example of the documentation of web3.js', async () => {
    const r = 'b91467e570a6466aa9e9876cbcd013baba02900b8979d43fe208a4a4f339f5fd'
    const s = '6007e74cd82e037b800186422fc2da167c747ef045e5d18a5f5d4300f8e1a029'
    const { status, body } = await post('sign', { message: 'Some data' }, 'web3')
    expect([status, body]).toEqual([200, { success: true, data: { r, s, v: 28, sig: `${r}${s}1c` }, error: null }])
  })

  it('EIP-712: the mail from Cow to Bob of the EIP', async () => {
    const r = '4355c47d63924e8a72e509b65029052eb6c299d53a04e167c5775fd466751c9d'
    const s = '07299936d304c153f6443dfa05f40ff007d72911b6f72307f996231605b91562'
    const { status, body } = await post(
      'sign-typed-data',
      {
        domain_separator: '0xf2cee375fa42b42143804025fc449deafd50cc031ca257e0b194a650a912090f',
        hash_struct_message: 'c52c0ee5d84264471806290a3f2c4cecfc5490626bf912d01f240d7a274b371e',
      },
      'cow',
    )
    expect([status, body]).toEqual([200, { success: true, data: { r, s, v: 28, sig: `${r}${s}1c` }, error: null }])
  })
})

describe('13.1 POST …/sign', () => {
  it.each(['hello', '', '0x1234', 'zwölf Boxkämpfer 😀'])(
    'signs UTF-8 text per EIP-191, never decoded: %s',
    async message => {
      const { status, body } = await post('sign', { message, extra: 'ignored' })
      expect([status, body.success, body.error]).toEqual([200, true, null])
      expectWire(body.data)
      expect(await recoverMessageAddress({ message, signature: `0x${body.data.sig}` })).toBe(address)
      expect(await verifyMessage({ address, message, signature: `0x${body.data.sig}` })).toBe(true)
    },
  )

  it.each([
    ['{}', 'Json deserialize error: missing field `message`'],
    ['{"message":5}', 'Json deserialize error: message: invalid type: integer `5`, expected a string'],
    ['{"message":null}', 'Json deserialize error: message: invalid type: null, expected a string'],
    ['[]', 'Json deserialize error: invalid type: sequence, expected a map'],
    ['{"message":"\\ud800"}', 'message: lone surrogate, which no Unicode text has'],
  ])('refuses %s with 400 and names the field', async (body, error) => {
    const answer = await post('sign', body)
    expect([answer.status, answer.body]).toEqual([400, refusal(error)])
  })
})

describe('13.2 POST …/sign-typed-data', () => {
  const typed = {
    domain: { name: 'Relayer', chainId: 31_337, verifyingContract: `0x${'11'.repeat(20)}` },
    types: { Mail: [{ name: 'text', type: 'string' }] },
    primaryType: 'Mail',
    message: { text: 'hello' },
  } as const
  const domain = domainSeparator({ domain: typed.domain })
  const struct = hashStruct({ data: typed.message, types: typed.types, primaryType: 'Mail' })

  it.each([
    ['with 0x', domain, struct],
    ['without 0x', domain.slice(2), struct.slice(2)],
  ])('signs keccak256(0x1901 ‖ domain ‖ struct): %s', async (_, domain_separator, hash_struct_message) => {
    const { status, body } = await post('sign-typed-data', { domain_separator, hash_struct_message })
    expect([status, body.error]).toEqual([200, null])
    expectWire(body.data)
    expect(await recoverTypedDataAddress({ ...typed, signature: `0x${body.data.sig}` })).toBe(address)
  })

  it.each([
    [
      'non-hex',
      { domain_separator: `0x${'1'.repeat(63)}g`, hash_struct_message: hash },
      "Failed to sign transaction: Invalid domain separator hex: non-hexadecimal character 'g' at position 63 (input: 1111111111111111...)",
    ],
    [
      'odd length',
      { domain_separator: hash, hash_struct_message: 'abc' },
      'Failed to sign transaction: Invalid hash struct message hex: failed to decode - Odd number of digits (input: abc...)',
    ],
    [
      'not 32 bytes',
      { domain_separator: hash, hash_struct_message: `${hash}00` },
      'Failed to sign transaction: Invalid hash struct length: expected 32 bytes, got 33',
    ],
  ])('%s: 400 with the text of the contract', async (_, body, error) => {
    const answer = await post('sign-typed-data', body)
    expect([answer.status, answer.body]).toEqual([400, refusal(error)])
  })

  it('names a field that is missing or of another type; whole EIP-712 JSON is not accepted', async () => {
    expect((await post('sign-typed-data', { domain_separator: 1 })).body.error).toBe(
      'Json deserialize error: domain_separator: invalid type: integer `1`, expected a string; missing field `hash_struct_message`',
    )
    const { domain: _, ...whole } = typed
    expect((await post('sign-typed-data', whole)).status).toBe(400)
  })
})

describe('13.3 POST …/sign-transaction', () => {
  it.each([
    ['{"unsigned_xdr":"AAAA"}', 'sign_transaction not supported for EVM'],
    ['[2,248,111]', 'sign_transaction not supported for EVM'],
    ['{"transaction":"AAAA"}', 'sign_transaction not supported for EVM'],
    ['{}', 'Json deserialize error: data did not match any variant of untagged enum SignTransactionRequest'],
    ['[256]', 'Json deserialize error: data did not match any variant of untagged enum SignTransactionRequest'],
    ['"0x02"', 'Json deserialize error: data did not match any variant of untagged enum SignTransactionRequest'],
  ])('EVM, %s: 400', async (body, error) => {
    const answer = await post('sign-transaction', body)
    expect([answer.status, answer.body]).toEqual([400, refusal(error)])
  })

  it('the policy allow_offline_signing is refused by name: nothing reserves a nonce', async () => {
    const relayer = { id: 'offline', name: 'Offline', network: 'anvil', network_type: 'evm', paused: false }
    const answer = await send(server.port, 'POST', '/api/v1/relayers', {
      body: { ...relayer, signer_id: 'main', policies: { allow_offline_signing: true } },
    })
    expect(answer.status).toBe(400)
    expect(answer.body.error).toContain('unknown field `allow_offline_signing`')
  })
})

describe.each([
  ['sign', { message: 'hi' }],
  ['sign-typed-data', { domain_separator: hash, hash_struct_message: hash }],
  ['sign-transaction', { transaction: 'AAAA' }],
])('%s', (operation, body) => {
  it('400 for the shape, then 404, then 403', async () => {
    expect((await post(operation, '5', 'nobody')).status).toBe(400)
    const unknown = await post(operation, body, 'nobody')
    const missing = 'Relayer with ID nobody not found'
    expect([unknown.status, unknown.body]).toEqual([
      404,
      { success: false, data: null, message: missing, error: missing },
    ])
    const paused = await post(operation, body, 'paused')
    expect([paused.status, paused.body]).toEqual([
      403,
      { success: false, data: null, message: 'Forbidden', error: 'Relayer paused' },
    ])
  })

  it('needs a key, JSON and POST', async () => {
    const path = `/api/v1/relayers/main/${operation}`
    expect((await send(server.port, 'POST', path, { headers: {} })).status).toBe(401)
    expect((await send(server.port, 'POST', path, { headers: authorization, body: '{}' })).body.error).toBe(
      'Content type error',
    )
    expect((await send(server.port, 'GET', path)).status).toBe(404)
    expect((await post(`${operation}/`, body)).status).toBe(operation === 'sign-transaction' ? 400 : 200)
  })
})

it('typed data that is no hash: 404 and 403 come first, as where the signer is asked', async () => {
  const bad = { domain_separator: 'zz', hash_struct_message: 'zz' }
  expect((await post('sign-typed-data', bad, 'nobody')).status).toBe(404)
  expect((await post('sign-typed-data', bad, 'paused')).status).toBe(403)
})

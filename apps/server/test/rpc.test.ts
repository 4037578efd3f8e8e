import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startAnvil } from '@relayer/chain-evm/testing'
import { FetchRequest, Contract as EthersContract, JsonRpcProvider, Wallet } from 'ethers'
import { createPublicClient, createWalletClient, http, InternalRpcError, parseAbi } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { anvil as anvilChain } from 'viem/chains'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { authorization, type Envelope, send } from './support/send.ts'
import { evmKey, startTestServer, type TestServer, testConfiguration } from './support/testServer.ts'
import { until } from './support/until.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let anvil: Awaited<ReturnType<typeof startAnvil>>
let server: TestServer
const relayerAccount = privateKeyToAccount(`0x${evmKey}`)
/** Has funds, and is no relayer's. */
const stranger = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d')
const contract = `0x${'c0'.repeat(20)}` as const
const abi = ['function answer() view returns (uint256)'] as const

beforeAll(async () => {
  anvil = await startAnvil({ blockTime: 1 })
  // returns 42, whatever it is asked
  await anvil.rpc('anvil_setCode', [contract, '0x602a60005260206000f3'])
  const configuration = testConfiguration(anvil.url)
  const [main] = configuration.relayers as [(typeof configuration.relayers)[number]]
  const signerOf = (id: string, digit: string) => ({
    id,
    type: 'local',
    config: {},
    secret: JSON.stringify({ key: digit.repeat(64) }),
  })
  server = await startTestServer({
    ...configuration,
    signers: [...configuration.signers, signerOf('s5', '5'), signerOf('s6', '6'), signerOf('s7', '7')],
    relayers: [
      main,
      { ...main, id: 'paused', signerId: 's5', paused: true },
      { ...main, id: 'limited', signerId: 's6', policies: { rpc_allowed_methods: ['eth_chainId', 'debug_traceCall'] } },
      {
        ...main,
        id: 'unreachable',
        signerId: 's7',
        customRpcUrls: [{ url: 'http://127.0.0.1:9/v3/secret-key', weight: 100 }],
      },
    ],
  })
})
afterAll(async () => {
  await server.close()
  await anvil.stop()
})

const post = (body: unknown, relayer = 'main') =>
  send(server.port, 'POST', `/api/v1/relayers/${relayer}/rpc`, {
    headers: { ...authorization, 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const call = async (method: string, params: unknown = [], relayer = 'main'): Promise<Envelope> => {
  const { status, body } = await post({ jsonrpc: '2.0', id: 1, method, params }, relayer)
  expect(status).toBe(200)
  return body
}
const refusal = (error: string): Envelope => ({ success: false, data: null, message: 'Bad Request', error })

describe('13.4 POST …/rpc: request and answer', () => {
  it.each([
    ['a string', '"7f"', ',"id":"7f"'],
    ['the empty string', '""', ',"id":""'],
    ['an integer', '42', ',"id":42'],
    ['a negative integer', '-3', ',"id":-3'],
    ['an int64', '9223372036854775807', ',"id":9223372036854775807'],
    ['null: no id', 'null', ''],
  ])('the id is echoed: %s', async (_, id, echoed) => {
    const { status, text, headers } = await post(`{"jsonrpc":"2.0","id":${id},"method":"eth_chainId","params":[]}`)
    expect([status, text]).toEqual([200, `{"jsonrpc":"2.0","result":"0x7a69"${echoed}}`])
    expect(headers['content-type']).toBe('application/json')
  })

  it('an absent id is 1; jsonrpc is optional and ignored, and so are other keys', async () => {
    const expected = '{"jsonrpc":"2.0","result":"0x7a69","id":1}'
    expect((await post({ method: 'eth_chainId' })).text).toBe(expected)
    expect((await post({ jsonrpc: '1.0', method: 'eth_chainId', params: null, extra: 1 })).text).toBe(expected)
  })

  it.each(['1.5', 'true', '{}', '[]', '9223372036854775808', '1e3'])('id %s: 400 in the envelope', async id => {
    const { status, body } = await post(`{"id":${id},"method":""}`)
    expect([status, body]).toEqual([400, refusal("Invalid 'id' field: must be a string, integer, or null")])
  })

  it.each(['{}', '{"method":""}', '{"method":5}', '{"method":null}', '5', '"eth_chainId"', 'null'])(
    'no method, %s: 400 in the envelope',
    async body => {
      const answer = await post(body)
      expect([answer.status, answer.body]).toEqual([400, refusal("Missing 'method' field")])
    },
  )

  it('JSON that is none is 400, then 404, then 403, then id and method', async () => {
    expect((await post('{', 'nobody')).status).toBe(400)
    const unknown = await post('{}', 'nobody')
    const missing = 'Relayer with ID nobody not found'
    expect([unknown.status, unknown.body]).toEqual([
      404,
      { success: false, data: null, message: missing, error: missing },
    ])
    const paused = await post('{}', 'paused')
    expect([paused.status, paused.body]).toEqual([
      403,
      { success: false, data: null, message: 'Forbidden', error: 'Relayer paused' },
    ])
    expect((await send(server.port, 'POST', '/api/v1/relayers/main/rpc', { headers: {} })).status).toBe(401)
  })

  it('result null stays null', async () => {
    const hash = `0x${'0'.repeat(64)}`
    expect((await post({ id: 1, method: 'eth_getTransactionByHash', params: [hash] })).text).toBe(
      '{"jsonrpc":"2.0","result":null,"id":1}',
    )
  })

  it('an upstream JSON-RPC error: -32603 with its code, and nothing of what the node said', async () => {
    const { text } = await post({ id: 'a', method: 'no_such_method', params: [] })
    expect(text).toBe(
      '{"jsonrpc":"2.0","error":{"code":-32603,"message":"Internal error","description":"RPC error occurred (code: -32601)"},"id":"a"}',
    )
  })

  it('an invalid address: -32602', async () => {
    expect((await call('eth_getBalance', ['0x12', 'latest'])).error).toEqual({
      code: -32602,
      message: 'Invalid params',
      description: 'The provided address is invalid',
    })
  })

  it('no node that answers: -32603, without its URL', async () => {
    const { status, text } = await post({ id: 1, method: 'eth_chainId' }, 'unreachable')
    expect([status, text]).toEqual([
      200,
      '{"jsonrpc":"2.0","error":{"code":-32603,"message":"Internal error","description":"Network error occurred. Please try again later"},"id":1}',
    ])
  })
})

describe('batches', () => {
  it('are answered in order, what is no call in its place', async () => {
    const { status, body } = await post([
      { id: 'a', method: 'eth_chainId' },
      { id: 2, method: '' },
      { id: 1.5, method: 'eth_chainId' },
      5,
      { id: 4, method: 'eth_sendTransaction', params: [{}] },
      { id: null, method: 'eth_chainId' },
      { id: 6, method: 'net_version' },
    ])
    expect(status).toBe(200)
    const invalid = (description: string) => ({ code: -32600, message: 'Invalid Request', description })
    expect(body).toEqual([
      { jsonrpc: '2.0', result: '0x7a69', id: 'a' },
      { jsonrpc: '2.0', error: invalid("Missing 'method' field"), id: 2 },
      { jsonrpc: '2.0', error: invalid("Invalid 'id' field: must be a string, integer, or null") },
      { jsonrpc: '2.0', error: invalid("Missing 'method' field") },
      { jsonrpc: '2.0', error: expect.objectContaining({ code: -32601 }), id: 4 },
      { jsonrpc: '2.0', result: '0x7a69' },
      { jsonrpc: '2.0', result: '31337', id: 6 },
    ])
  })

  it('hold 1 to 100 calls', async () => {
    const calls = (count: number) => Array.from({ length: count }, (_, id) => ({ id, method: 'eth_chainId' }))
    const full = await post(calls(100))
    expect(full.body.map(({ id }: Envelope) => id)).toEqual(calls(100).map(({ id }) => id))
    expect(new Set(full.body.map(({ result }: Envelope) => result))).toEqual(new Set(['0x7a69']))
    const over = await post(calls(101))
    expect([over.status, over.body]).toEqual([
      400,
      refusal('The batch of 101 calls is larger than allowed (limit: 100 calls)'),
    ])
    expect((await post([])).body).toEqual(refusal('The batch holds no calls'))
  })
})

describe('what is refused', () => {
  it.each([
    ['eth_sendTransaction', [{ from: relayerAccount.address, to: contract }]],
    ['eth_sign', [relayerAccount.address, '0x00']],
    ['eth_signTransaction', [{ from: relayerAccount.address }]],
    ['eth_signTypedData_v4', [relayerAccount.address, '{}']],
    ['personal_sign', ['0x00', relayerAccount.address]],
    ['admin_nodeInfo', []],
    ['engine_exchangeCapabilities', [[]]],
    ['miner_start', []],
    ['debug_traceCall', [{ to: contract }, 'latest', {}]],
    ['anvil_nodeInfo', []],
    ['hardhat_metadata', []],
    ['evm_snapshot', []],
  ])('%s', async (method, params) => {
    expect((await call(method, params)).error).toEqual({
      code: -32601,
      message: 'Method not found',
      description: 'The method is not available through this relayer',
    })
  })

  it('rpc_allowed_methods: what a policy does not name is refused, and debug_ passes by its name', async () => {
    expect((await call('eth_chainId', [], 'limited')).result).toBe('0x7a69')
    expect((await call('eth_blockNumber', [], 'limited')).error.code).toBe(-32601)
    expect((await call('debug_traceCall', [{ to: contract }, 'latest', {}], 'limited')).result).toMatchObject({
      failed: false,
    })
  })

  it('rpc_allowed_methods is created, shown and used; other types are refused by name', async () => {
    const signer = await send(server.port, 'POST', '/api/v1/signers', {
      body: { id: 's8', type: 'plain', config: { key: '8'.repeat(64) } },
    })
    expect(signer.status).toBe(201)
    const relayer = { id: 'by-api', name: 'A', network: 'anvil', network_type: 'evm', paused: false, signer_id: 's8' }
    const create = (policies: object) =>
      send(server.port, 'POST', '/api/v1/relayers', { body: { ...relayer, policies } })
    const refused = await create({ rpc_allowed_methods: [5] })
    expect([refused.status, refused.body.error]).toEqual([
      400,
      expect.stringContaining('rpc_allowed_methods[0]: invalid type: integer `5`, expected a string'),
    ])
    const created = await create({ rpc_allowed_methods: ['net_version'] })
    expect([created.status, created.body.data.policies.rpc_allowed_methods]).toEqual([201, ['net_version']])
    expect((await call('net_version', [], 'by-api')).result).toBe('31337')
    expect((await call('eth_chainId', [], 'by-api')).error.code).toBe(-32601)
  })

  const transaction = {
    to: contract,
    gas: 100_000n,
    chainId: 31_337,
    maxFeePerGas: 10n ** 10n,
    maxPriorityFeePerGas: 1n,
    nonce: 0,
  }

  it('raw transactions of a relayer, in every type, alone and in a batch: its nonce stays what it was', async () => {
    const authorizationList = [await stranger.signAuthorization({ address: contract, chainId: 31_337, nonce: 9 })]
    const blobs = { ...transaction, maxFeePerBlobGas: 1n, blobVersionedHashes: [`0x01${'1'.repeat(62)}`] } as const
    const { maxFeePerGas: gasPrice, maxPriorityFeePerGas: _, ...rest } = transaction
    const raws = await Promise.all([
      relayerAccount.signTransaction(transaction),
      relayerAccount.signTransaction({ ...rest, type: 'legacy', gasPrice }),
      relayerAccount.signTransaction({ ...rest, type: 'eip2930', gasPrice, accessList: [] }),
      relayerAccount.signTransaction({ ...blobs, type: 'eip4844' }),
      relayerAccount.signTransaction({ ...transaction, type: 'eip7702', authorizationList }),
    ])
    for (const raw of raws) expect((await call('eth_sendRawTransaction', [raw])).error.code).toBe(-32003)
    const { body } = await post(raws.map((raw, id) => ({ id, method: 'eth_sendRawTransaction', params: [raw] })))
    expect(body.map(({ error }: Envelope) => error.message)).toEqual(raws.map(() => 'Transaction rejected'))
    expect((await call('eth_sendRawTransaction', [raws[0]], 'limited')).error.code).toBe(-32601)
    expect(await anvil.rpc('eth_getTransactionCount', [relayerAccount.address, 'pending'])).toBe('0x0')
  })

  it('a raw transaction that cannot be decoded: bad parameters', async () => {
    for (const params of [[], ['0x02'], [[2, 248]], { raw: '0x' }]) {
      expect((await call('eth_sendRawTransaction', params)).error).toEqual({
        code: -32602,
        message: 'Invalid params',
        description: 'The provided raw transaction cannot be decoded',
      })
    }
  })
})

describe('ordinary clients, unmodified', () => {
  const url = () => `http://127.0.0.1:${server.port}/api/v1/relayers/main/rpc`
  const transport = (batch = false) => http(url(), { batch, fetchOptions: { headers: authorization }, retryCount: 0 })

  it('viem: block number, balance, a contract, a batch', async () => {
    const client = createPublicClient({ chain: anvilChain, transport: transport() })
    expect(await client.getChainId()).toBe(31_337)
    expect(await client.getBlockNumber()).toBeGreaterThanOrEqual(0n)
    expect(await client.getBalance({ address: stranger.address })).toBeGreaterThan(0n)
    expect(await client.readContract({ address: contract, abi: parseAbi(abi), functionName: 'answer' })).toBe(42n)
    const batching = createPublicClient({ chain: anvilChain, transport: transport(true) })
    const [chainId, balance, code] = await Promise.all([
      batching.getChainId(),
      batching.getBalance({ address: stranger.address }),
      batching.getCode({ address: contract }),
    ])
    expect([chainId, balance > 0n, code]).toEqual([31_337, true, '0x602a60005260206000f3'])
  })

  it('viem: an error is a JSON-RPC error, what is refused too', async () => {
    const client = createPublicClient({ chain: anvilChain, transport: transport() })
    const failed = client.request({ method: 'no_such_method' } as never)
    await expect(failed).rejects.toBeInstanceOf(InternalRpcError)
    await expect(failed).rejects.toMatchObject({ code: -32603 })
    await expect(client.request({ method: 'anvil_nodeInfo' } as never)).rejects.toMatchObject({ code: -32601 })
  })

  it('viem: a wallet that is no relayer sends through it; the account of the relayer does not', async () => {
    const wallet = createWalletClient({ account: stranger, chain: anvilChain, transport: transport() })
    const hash = await wallet.sendTransaction({ to: relayerAccount.address, value: 1n })
    const client = createPublicClient({ chain: anvilChain, transport: transport() })
    const receipt = await until('the receipt', () => client.getTransactionReceipt({ hash }).catch(() => undefined))
    expect(receipt.status).toBe('success')
    const own = createWalletClient({ account: relayerAccount, chain: anvilChain, transport: transport() })
    await expect(own.sendTransaction({ to: stranger.address, value: 1n })).rejects.toThrow('Transaction rejected')
  })

  it('ethers: block number, balance, a contract, calls in one batch, an error', async () => {
    const request = new FetchRequest(url())
    request.setHeader('Authorization', authorization.Authorization)
    const provider = new JsonRpcProvider(request)
    try {
      const answer = new EthersContract(contract, abi, provider).getFunction('answer')
      const [network, block, balance, result] = await Promise.all([
        provider.getNetwork(),
        provider.getBlockNumber(),
        provider.getBalance(stranger.address),
        answer(),
      ])
      expect([network.chainId, block >= 0, balance > 0n, result]).toEqual([31_337n, true, true, 42n])
      await expect(provider.send('no_such_method', [])).rejects.toMatchObject({
        error: { code: -32603, message: 'Internal error', description: 'RPC error occurred (code: -32601)' },
      })
      const wallet = new Wallet(`0x${evmKey}`, provider)
      await expect(wallet.sendTransaction({ to: stranger.address, value: 1n })).rejects.toMatchObject({
        error: { code: -32003 },
      })
      const poor = new Wallet(generatePrivateKey(), provider)
      await expect(poor.sendTransaction({ to: stranger.address, value: 1n, gasLimit: 21_000 })).rejects.toMatchObject({
        error: { code: -32603 },
      })
    } finally {
      provider.destroy()
    }
  })
})

it('numbers survive exactly, params and results', async () => {
  const exact = '[340282366920938463463374607431768211455,12345678901234567890.0,{"a":-9007199254740993}]'
  const node = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const answer = ({ id, method }: { id: number; method: string }) =>
      `{"jsonrpc":"2.0","id":${id},"result":${method === 'eth_chainId' ? '"0x7a69"' : (/"params":(\[.*\])\}/.exec(text)?.[1] ?? 'null')}}`
    const body = JSON.parse(text)
    response.end(Array.isArray(body) ? `[${body.map(answer).join(',')}]` : answer(body))
  })
  await new Promise<void>(resolve => node.listen(0, '127.0.0.1', resolve))
  const echoing = await startTestServer(testConfiguration(`http://127.0.0.1:${(node.address() as AddressInfo).port}`))
  try {
    await send(echoing.port, 'POST', '/api/v1/relayers/main/rpc', { body: { id: 1, method: 'eth_chainId' } })
    const { text } = await send(echoing.port, 'POST', '/api/v1/relayers/main/rpc', {
      headers: { ...authorization, 'Content-Type': 'application/json' },
      body: `{"id":1,"method":"echo","params":${exact}}`,
    })
    expect(text).toBe(`{"jsonrpc":"2.0","result":${exact},"id":1}`)
  } finally {
    await echoing.close()
    node.close()
    node.closeAllConnections()
  }
})

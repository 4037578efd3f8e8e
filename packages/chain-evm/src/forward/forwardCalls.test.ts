import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ForwardedAnswer, JsonObject } from '@relayer/core'
import { parseJson, stringifyJson } from '@relayer/schemas'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterEach, describe, expect, test } from 'vitest'
import { type FaultServer, type RequestCall, startFaultServer } from '../../test/faultServer.ts'
import { createEvmChain, type EvmChainOptions } from '../index.ts'

const servers: { stop(): Promise<void> }[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map(server => server.stop()))
})

type Answer = (call: RequestCall) => object

/** A node of chain 1 that answers calls, batched or not, as told. */
async function startNode(answer: Answer): Promise<FaultServer> {
  const one = (call: RequestCall) => ({
    jsonrpc: '2.0',
    id: call.id,
    ...(call.method === 'eth_chainId' ? { result: '0x1' } : answer(call)),
  })
  const server = await startFaultServer(body => (Array.isArray(body) ? body.map(one) : one(body as RequestCall)))
  servers.push(server)
  return server
}

function open(urls: readonly string[], options: Partial<EvmChainOptions> = {}) {
  return createEvmChain({
    chainId: 1,
    rpcUrls: urls.map(url => ({ url })),
    requiredConfirmations: 1,
    averageBlockTimeMs: 1_000,
    timeoutMs: 200,
    ...options,
  })
}

const nobody = async () => new Set<string>()
const ask = (
  chain: ReturnType<typeof open>,
  calls: readonly (readonly [method: string, params?: unknown])[],
  { policies = null, relayerAccounts = nobody }: { policies?: JsonObject | null; relayerAccounts?: typeof nobody } = {},
) => chain.forward({ policies, relayerAccounts, calls: calls.map(([method, params = []]) => ({ method, params })) })

const codesOf = (answers: readonly ForwardedAnswer[]) => answers.map(answer => (answer.ok ? 'ok' : answer.error.code))
const method = ({ method: name }: RequestCall) => ({ result: name })
const methodsAt = (server: FaultServer) =>
  server.bodies
    .flat()
    .flatMap(call => ((call as RequestCall).method === 'eth_chainId' ? [] : (call as RequestCall).method))

describe('what a client is told of a node', () => {
  test('a JSON-RPC error: its code, never its message or data', async () => {
    const node = await startNode(() => ({ error: { code: 3, message: 'key=secret reverted', data: '0xdead' } }))
    expect(await ask(open([node.url]), [['eth_call']])).toEqual([
      { ok: false, error: { code: -32603, message: 'Internal error', description: 'RPC error occurred (code: 3)' } },
    ])
  })

  test('a JSON-RPC error without a code', async () => {
    const node = await startNode(() => ({ error: 'no' }))
    expect(await ask(open([node.url]), [['eth_call']])).toEqual([
      {
        ok: false,
        error: {
          code: -32603,
          message: 'Internal error',
          description: 'An internal error occurred. Please try again later',
        },
      },
    ])
  })

  test('an answer that never comes', async () => {
    const node = await startNode(method)
    node.handle = () => undefined
    expect(await ask(open([node.url]), [['eth_call']])).toEqual([
      {
        ok: false,
        error: {
          code: -33000,
          message: 'Request timeout',
          description: 'The request timed out. Please try again later',
        },
      },
    ])
  })

  test.each([
    [429, -33001, 'Rate limited', 'Rate limit exceeded. Please try again later'],
    [502, -33002, 'Bad gateway', 'Service temporarily unavailable. Please try again later'],
    [500, -33003, 'Request error', 'Request failed with status code 500'],
    [403, -33003, 'Request error', 'Request failed with status code 403'],
  ])('HTTP %i', async (status, code, message, description) => {
    const node = await startNode(method)
    node.handle = (_, response) => void response.writeHead(status).end('no JSON, but https://host/v3/secret-key')
    expect(await ask(open([node.url]), [['eth_call']])).toEqual([{ ok: false, error: { code, message, description } }])
  })

  test('no connection', async () => {
    expect(await ask(open(['http://127.0.0.1:9/v3/secret-key']), [['eth_call']])).toEqual([
      {
        ok: false,
        error: {
          code: -32603,
          message: 'Internal error',
          description: 'Network error occurred. Please try again later',
        },
      },
    ])
  })

  test.each<[string, (url: string) => Partial<EvmChainOptions>]>([
    ['no endpoint', () => ({ rpcUrls: [] })],
    ['only endpoints of weight 0', url => ({ rpcUrls: [{ url, weight: 0 }] })],
    ['a node of another chain', () => ({ chainId: 5 })],
  ])('network configuration: %s', async (_, options) => {
    const node = await startNode(method)
    const chain = open([node.url], options(node.url))
    for (const answer of [...(await ask(chain, [['eth_call']])), ...(await ask(chain, [['eth_call']]))]) {
      expect(answer).toEqual({
        ok: false,
        error: {
          code: -33004,
          message: 'Network configuration error',
          description: 'Network configuration error. Please check your network settings',
        },
      })
    }
  })

  test('an invalid address', async () => {
    const node = await startNode(method)
    expect(await ask(open([node.url]), [['eth_getBalance', ['0x12', 'latest']]])).toEqual([
      {
        ok: false,
        error: { code: -32602, message: 'Invalid params', description: 'The provided address is invalid' },
      },
    ])
    expect(node.bodies).toEqual([])
  })
})

test('numbers survive exactly, both ways, and no params stay no params', async () => {
  const exact =
    '[340282366920938463463374607431768211455,12345678901234567890.0,1.5,{"__proto__":{"a":9007199254740993}}]'
  const bodies: string[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    bodies.push(text)
    const one = (call: { id: number; method: string }) =>
      `{"jsonrpc":"2.0","id":${call.id},"result":${call.method === 'eth_chainId' ? '"0x1"' : exact}}`
    const body = JSON.parse(text) as { id: number; method: string } | { id: number; method: string }[]
    response.end(Array.isArray(body) ? `[${body.map(one).join(',')}]` : one(body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  servers.push({ stop: () => new Promise(resolve => server.close(() => resolve())) })
  const chain = open([`http://127.0.0.1:${(server.address() as AddressInfo).port}`])
  const [answer] = await ask(chain, [['x', parseJson(exact)]])
  expect(answer?.ok && stringifyJson(answer.result)).toBe(exact)
  expect(bodies[0]).toContain(`"params":${exact}`)
  await ask(chain, [['x', null]])
  expect(bodies[1]).not.toContain('params')
})

describe('endpoints', () => {
  test('a batch is one request, answered in order; what one endpoint loses the next one is asked', async () => {
    const node = await startNode(method)
    const broken = await startNode(method)
    broken.handle = (_, response) => void response.destroy()
    const chain = open([broken.url, node.url])
    expect(await ask(chain, [['a'], ['b'], ['c']])).toEqual(['a', 'b', 'c'].map(result => ({ ok: true, result })))
    expect(node.bodies.length).toBe(1)
  })

  test('a call that two endpoints are silent on is given up', async () => {
    const nodes = await Promise.all([startNode(method), startNode(method), startNode(method)])
    for (const node of nodes) node.handle = () => undefined
    expect(codesOf(await ask(open(nodes.map(({ url }) => url)), [['slow']]))).toEqual([-33000])
    expect(nodes.map(({ bodies }) => bodies.length).toSorted()).toEqual([0, 1, 1])
  })

  test('silence on what a client asks does not count against an endpoint', async () => {
    const node = await startNode(method)
    const other = await startNode(method)
    const answering = node.handle
    node.handle = (body, response) => (JSON.stringify(body).includes('"slow"') ? undefined : answering(body, response))
    const rpcUrls = [
      { url: node.url, weight: 100 },
      { url: other.url, weight: 1 },
    ]
    const chain = open([], { rpcUrls, failureThreshold: 1 })
    expect(codesOf(await ask(chain, [['slow']]))).toEqual(['ok'])
    expect(methodsAt(other)).toEqual(['slow'])
    await ask(chain, [['a']])
    await ask(chain, [['b']])
    expect(methodsAt(node)).toEqual(['slow', 'a', 'b'])
  })

  test('nothing is learnt about batches from what a client asks', async () => {
    const requests: number[] = []
    const node = await startNode(method)
    const answering = node.handle
    node.handle = (body, response) => {
      const count = Array.isArray(body) ? body.length : 1
      requests.push(count)
      return count > 2 ? { error: { code: -32600, message: 'batch too large' } } : answering(body, response)
    }
    const chain = open([node.url])
    const calls = Array.from({ length: 4 }, (_, index) => [`m${index}`] as const)
    expect(codesOf(await ask(chain, calls))).toEqual(['ok', 'ok', 'ok', 'ok'])
    requests.length = 0
    expect(codesOf(await ask(chain, calls))).toEqual(['ok', 'ok', 'ok', 'ok'])
    expect(requests).toEqual([4, 2, 2])
  })

  test('methods that clients make up are no names of metrics', async () => {
    const seen: object[] = []
    const node = await startNode(method)
    await ask(open([node.url], { onRpc: ({ methods }) => seen.push(methods) }), [['made_up'], ['made_up_2']])
    expect(seen).toEqual([{ forwarded: 3 }])
  })
})

describe('what is not passed on', () => {
  const refused = {
    ok: false,
    error: {
      code: -32601,
      message: 'Method not found',
      description: 'The method is not available through this relayer',
    },
  }

  test('methods with keys of the node, its administration and development: not even in a batch', async () => {
    const node = await startNode(method)
    const calls = ['eth_call', 'eth_sendTransaction', 'debug_traceTransaction', 'anvil_setBalance', 'eth_gasPrice']
    expect(
      await ask(
        open([node.url]),
        calls.map(name => [name]),
      ),
    ).toEqual([{ ok: true, result: 'eth_call' }, refused, refused, refused, { ok: true, result: 'eth_gasPrice' }])
    expect(methodsAt(node)).toEqual(['eth_call', 'eth_gasPrice'])
  })

  test('developmentMethods opens anvil_, hardhat_ and evm_', async () => {
    const node = await startNode(method)
    const calls = [['anvil_setBalance'], ['evm_mine'], ['hardhat_setCode'], ['eth_sendTransaction']] as const
    expect(codesOf(await ask(open([node.url], { developmentMethods: true }), calls))).toEqual([
      'ok',
      'ok',
      'ok',
      -32601,
    ])
  })

  test('rpc_allowed_methods: nothing else passes, debug_ only by its name, keys of the node never', async () => {
    const node = await startNode(method)
    const policies = { rpc_allowed_methods: ['eth_call', 'debug_traceTransaction', 'eth_sendTransaction'] }
    const calls = [
      ['eth_call'],
      ['eth_gasPrice'],
      ['debug_traceTransaction'],
      ['debug_setHead'],
      ['eth_sendTransaction'],
      ['ETH_CALL'],
    ] as const
    expect(codesOf(await ask(open([node.url]), calls, { policies }))).toEqual([
      'ok',
      -32601,
      'ok',
      -32601,
      -32601,
      -32601,
    ])
    expect(codesOf(await ask(open([node.url]), [['eth_call']], { policies: { rpc_allowed_methods: [] } }))).toEqual([
      -32601,
    ])
  })

  const [ours, theirs] = [generatePrivateKey(), generatePrivateKey()].map(key => privateKeyToAccount(key)) as [
    ReturnType<typeof privateKeyToAccount>,
    ReturnType<typeof privateKeyToAccount>,
  ]
  const transaction = {
    to: ours.address,
    gas: 21_000n,
    nonce: 0,
    chainId: 1,
    maxFeePerGas: 2n,
    maxPriorityFeePerGas: 1n,
  }
  const relayerAccounts = async () => new Set([ours.address.toLowerCase()])

  test('signed transactions of a relayer, in batches too; those of others pass', async () => {
    const node = await startNode(method)
    const [mine, other] = await Promise.all([ours, theirs].map(account => account.signTransaction(transaction)))
    const calls = [
      ['eth_sendRawTransaction', [mine]],
      ['eth_sendRawTransaction', [other]],
      ['eth_sendRawTransactionSync', [mine, 1_000]],
      ['eth_call'],
    ] as const
    const answers = await ask(open([node.url]), calls, { relayerAccounts })
    expect(codesOf(answers)).toEqual([-32003, 'ok', -32003, 'ok'])
    expect(answers[0]).toMatchObject({ error: { message: 'Transaction rejected' } })
    expect(methodsAt(node)).toEqual(['eth_sendRawTransaction', 'eth_call'])
  })

  test('a transaction of a stranger that carries an authorization of a relayer (EIP-7702)', async () => {
    const node = await startNode(method)
    const authorization = await ours.signAuthorization({ address: theirs.address, chainId: 1, nonce: 0 })
    const raw = await theirs.signTransaction({ ...transaction, authorizationList: [authorization] })
    const answers = await ask(open([node.url]), [['eth_sendRawTransaction', [raw]]], { relayerAccounts })
    expect(codesOf(answers)).toEqual([-32003])
    expect(node.bodies).toEqual([])
  })

  test('a raw transaction that cannot be decoded is refused as bad parameters', async () => {
    const node = await startNode(method)
    for (const params of [[], null, ['0x'], ['0x02c0'], [[2, 248]], { data: '0x' }]) {
      expect(await ask(open([node.url]), [['eth_sendRawTransaction', params]])).toEqual([
        {
          ok: false,
          error: {
            code: -32602,
            message: 'Invalid params',
            description: 'The provided raw transaction cannot be decoded',
          },
        },
      ])
    }
    expect(node.bodies).toEqual([])
  })

  test('the accounts of relayers are asked once, and only for raw transactions', async () => {
    const node = await startNode(method)
    let asked = 0
    const counting = async () => {
      asked += 1
      return new Set<string>()
    }
    await ask(open([node.url]), [['eth_call']], { relayerAccounts: counting })
    expect(asked).toBe(0)
    const raw = await theirs.signTransaction(transaction)
    const send = ['eth_sendRawTransaction', [raw]] as const
    await ask(open([node.url]), [send, send], { relayerAccounts: counting })
    expect(asked).toBe(1)
  })
})

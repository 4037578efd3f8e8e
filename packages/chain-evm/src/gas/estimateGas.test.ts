import { afterEach, describe, expect, it } from 'vitest'
import { createContext } from '../context.ts'
import { type FaultServer, type RequestCall, startFaultServer } from '../../test/faultServer.ts'
import { forward } from '../../test/forward.ts'
import { startAnvil } from '../testing/index.ts'
import { createTestLane, receiver } from '../../test/testLane.ts'
import { estimateGas } from './estimateGas.ts'

const block = {
  number: '0x10',
  hash: `0x${'ab'.repeat(32)}`,
  parentHash: `0x${'cd'.repeat(32)}`,
  timestamp: '0x1',
  baseFeePerGas: '0x7',
  gasLimit: '0x1c9c380',
}

describe('estimateGas', () => {
  let server: FaultServer
  afterEach(() => server.stop())
  /** A node that fails every estimate in one way. */
  const start = async (error: object) => {
    const answer = ({ id, method }: RequestCall) => {
      if (method === 'eth_getBlockByNumber') return { id, result: block }
      if (method === 'eth_chainId') return { id, result: '0x7a69' }
      if (method === 'eth_getTransactionCount') return { id, result: '0x0' }
      if (method === 'eth_feeHistory') return { id, result: { reward: [['0x1', '0x1', '0x1', '0x1']] } }
      return { id, error }
    }
    server = await startFaultServer(body => (Array.isArray(body) ? body.map(answer) : answer(body as RequestCall)))
    return createTestLane(server.url)
  }
  const lacking = { code: -32601, message: 'the method eth_estimateGas does not exist/is not available' }

  it.each<[string, object, object]>([
    [
      'a revert',
      { code: 3, message: 'execution reverted', data: '0x30cd7471' },
      { kind: 'rejected', reason: 'execution reverted: custom error 0x30cd7471' },
    ],
    [
      'a revert without data',
      { code: -32000, message: 'VM Exception: revert' },
      { kind: 'rejected', reason: 'execution reverted' },
    ],
    [
      'a bad opcode',
      { code: -32000, message: 'invalid opcode: INVALID' },
      { kind: 'rejected', reason: 'execution failed: invalid opcode' },
    ],
    [
      'too much gas',
      { code: -32000, message: 'gas required exceeds allowance (30000000)' },
      { kind: 'rejected', reason: 'execution failed: gas required exceeds' },
    ],
    [
      'too little money',
      { code: -32000, message: 'insufficient funds for transfer' },
      { kind: 'notYet', reason: 'waiting for funds' },
    ],
    [
      'an error of the node',
      { code: -32603, message: 'internal error' },
      { kind: 'notYet', reason: 'waiting for an endpoint' },
    ],
    [
      'a rate limit',
      { code: 429, message: 'too many requests' },
      { kind: 'notYet', reason: 'waiting for an endpoint' },
    ],
  ])('%s', async (_, error, result) => {
    const lane = await start(error)
    expect((await lane.build([{ value: 1, to: receiver(1), data: '0x01' }]))[0]).toMatchObject(result)
  })

  it.each([
    [{ value: 1, to: receiver(1) }, '21000'],
    [{ value: 0, to: receiver(1), data: `0xa9059cbb${'0'.repeat(128)}` }, '65000'],
    [{ value: 0, to: receiver(1), data: '0x23b872dd' }, '80000'],
    [{ value: 0, to: receiver(1), data: '0x01' }, '200000'],
    [{ value: 0, data: '0x60006000' }, '200000'],
  ])('uses the table only where the node can not estimate: %o', async (body, gasLimit) => {
    const lane = await start(lacking)
    const [result] = await lane.build([body])
    expect(result).toMatchObject({ kind: 'built', attempt: { details: { gas_limit: gasLimit } } })
  })

  it('frees a slot with what the node estimates for nothing, where that is not 21,000', async () => {
    const anvil = await startAnvil()
    const pass = forward(anvil.url)
    server = await startFaultServer(async (body, response) => {
      const answers = [await pass(body, response)].flat() as { id: number; result?: unknown }[]
      const asked = [body].flat() as RequestCall[]
      const isEstimate = (id: number) => asked.find(call => call.id === id)?.method === 'eth_estimateGas'
      const all = answers.map(answer => (isEstimate(answer.id) ? { id: answer.id, result: '0x30d40' } : answer))
      return Array.isArray(body) ? all : all[0]
    })
    const [result] = await createTestLane(server.url).build([{ value: 1, to: receiver(1) }], {
      item: { revision: null },
    })
    await anvil.stop()
    expect(result).toMatchObject({ kind: 'built', attempt: { details: { gas_limit: '220000' } } })
  })

  it('frees a slot with 21,000 gas when even the estimate of nothing fails', async () => {
    const lane = await start({ code: -32603, message: 'internal error' })
    const [result] = await lane.build([{ value: 1, to: receiver(1) }], { item: { revision: null } })
    expect(result).toMatchObject({ kind: 'built', attempt: { details: { gas_limit: '21000' } } })
  })

  it('asks the same question once', async () => {
    await start(lacking)
    const context = createContext({
      chainId: 31_337,
      rpcUrls: [{ url: server.url }],
      requiredConfirmations: 1,
      averageBlockTimeMs: 1_000,
    })
    const facts = context.heads.of({ height: 1, hash: '0x1', timestampMs: 0, endpoint: 'rpc1' })
    const target = { from: receiver(0), to: receiver(1), value: 1n, data: '0x' } as const
    const other = { ...target, value: 2n }
    expect(await estimateGas(context, facts, [target, other, target, target])).toEqual(
      [1, 2, 3, 4].map(() => ({ kind: 'missing' })),
    )
    expect(server.bodies.map(body => (Array.isArray(body) ? body.length : 1))).toEqual([3])
  })
})

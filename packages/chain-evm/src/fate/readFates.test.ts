import type { AttemptRecord } from '@relayer/core'
import { afterEach, describe, expect, it } from 'vitest'
import { type FaultServer, type RequestCall, startFaultServer } from '../../test/faultServer.ts'
import { createTestLane, valueOf } from '../../test/testLane.ts'

const hash = (height: number, fork = 'a') => `0x${fork.repeat(56)}${height.toString(16).padStart(8, '0')}`
const id = (index: number) => `0x${index.toString(16).padStart(64, '0')}`
const missing = { code: -32601, message: 'Method not found' }

/** A chain of blocks whose odd features are data. */
interface Node {
  height: number
  fork: string
  has: { blockReceipts: boolean; finalized: boolean; blockHashParam: boolean }
  /** Height and fork of the block that a transaction is in. */
  receipts: Map<string, readonly [height: number, fork: string]>
}

describe('readFates', () => {
  let server: FaultServer
  afterEach(() => server.stop())

  async function start(change: Partial<Node['has']> = {}) {
    const node: Node = {
      height: 100,
      fork: 'a',
      has: { blockReceipts: true, finalized: true, blockHashParam: true, ...change },
      receipts: new Map(),
    }
    const blockAt = (height: number) => ({
      number: `0x${height.toString(16)}`,
      hash: hash(height, node.fork),
      parentHash: hash(height - 1, node.fork),
      timestamp: '0x1',
      gasLimit: '0x1c9c380',
    })
    const receiptOf = (transactionHash: string) => {
      const [height, fork] = node.receipts.get(transactionHash) ?? [0, '']
      return { transactionHash, blockNumber: `0x${height.toString(16)}`, blockHash: hash(height, fork), status: '0x1' }
    }
    const answer = (method: string, params: readonly unknown[]): unknown => {
      const [first, second] = params as string[]
      switch (method) {
        case 'eth_chainId':
          return '0x7a69'
        case 'eth_getBlockByNumber':
          if (first === 'finalized') return node.has.finalized ? blockAt(node.height - 5) : undefined
          return blockAt(first === 'latest' ? node.height : Number(first))
        case 'eth_getTransactionReceipt':
          return node.receipts.has(first ?? '') ? receiptOf(first ?? '') : null
        case 'eth_getBlockReceipts':
          if (!node.has.blockReceipts) return undefined
          return [...node.receipts.keys()].map(receiptOf).filter(({ blockNumber }) => blockNumber === first)
        case 'eth_getTransactionCount':
          return typeof second === 'object' && !node.has.blockHashParam ? undefined : '0x7'
      }
      return undefined
    }
    const reply = ({ id: callId, method, params }: RequestCall) => {
      const result = answer(method, params)
      const error = method === 'eth_getTransactionCount' ? { code: -32602, message: 'invalid argument 1' } : missing
      return result === undefined ? { id: callId, error } : { id: callId, result }
    }
    server = await startFaultServer(body => (Array.isArray(body) ? body.map(reply) : reply(body as RequestCall)))
    const lane = createTestLane(server.url)
    const fates = async (attempts: readonly AttemptRecord[]) => {
      const head = await lane.head()
      lane.forget()
      return valueOf(await lane.chain.fate(head, attempts))
    }
    return { node, lane, fates }
  }

  const attempts = (count: number): AttemptRecord[] =>
    Array.from({ length: count }, (_, index) => ({ id: id(index + 1), landing: null }) as AttemptRecord)

  it('asks for whole blocks when many are expected, and for the rest one by one', async () => {
    const { node, lane, fates } = await start()
    await fates([])
    for (let index = 1; index <= 10; index++) node.receipts.set(id(index), [index <= 5 ? 102 : 101, 'a'])
    node.height = 102
    const found = await fates(attempts(12))
    expect(found.map(({ kind }) => kind)).toEqual([...Array(10).fill('landed'), 'unknown', 'unknown'])
    expect(lane.calls()).toEqual({ eth_getBlockReceipts: 2, eth_getTransactionReceipt: 2 })
  })

  it('learns that a node has no block receipts', async () => {
    const { node, lane, fates } = await start({ blockReceipts: false })
    for (let index = 1; index <= 10; index++) node.receipts.set(id(index), [100, 'a'])
    expect((await fates(attempts(10))).every(({ kind }) => kind === 'landed')).toBe(true)
    expect(lane.calls()).toEqual({ eth_getBlockReceipts: 1, eth_getTransactionReceipt: 10 })
    node.height = 101
    await fates(attempts(10))
    expect(lane.calls()).toEqual({ eth_getTransactionReceipt: 10 })
  })

  it('checks depth by one block hash per block, and not at all while heads follow one another', async () => {
    const { node, lane, fates } = await start()
    node.receipts.set(id(1), [96, 'a']).set(id(2), [96, 'a']).set(id(3), [95, 'a'])
    const open = attempts(3)
    const landed = (await fates(open)).map((fate, index) => {
      if (fate.kind !== 'landed') throw new Error('not landed')
      return { ...open[index], landing: fate.landing } as AttemptRecord
    })
    // Blocks 95 and 96; the finalized one in the same request.
    expect(lane.calls()).toEqual({ eth_getTransactionReceipt: 3, eth_getBlockByNumber: 3 })
    expect(landed.map(({ landing }) => landing?.finality)).toEqual(['confirmed', 'confirmed', 'finalized'])
    node.height = 101
    expect((await fates(landed)).map(fate => fate.kind === 'landed' && fate.landing.finality)).toEqual(
      Array(3).fill('finalized'),
    )
    expect(lane.calls()).toEqual({ eth_getBlockByNumber: 1 })
    node.height = 110
    await fates(landed)
    expect(lane.calls()).toEqual({ eth_getBlockByNumber: 3 })
    expect(lane.requests.length).toBe(1)
  })

  it('takes 64 blocks for final where there is no such tag, and asks for it once only', async () => {
    const { node, lane, fates } = await start({ finalized: false })
    node.receipts.set(id(1), [40, 'a'])
    expect((await fates(attempts(1)))[0]).toMatchObject({ landing: { finality: 'confirmed' } })
    node.height = 104
    expect((await fates(attempts(1)))[0]).toMatchObject({ landing: { finality: 'finalized' } })
    expect(lane.calls()).toEqual({ eth_getTransactionReceipt: 1, eth_getBlockByNumber: 1 })
  })

  it('takes a receipt for no evidence when its block is not canonical, or above the head', async () => {
    const { node, fates } = await start()
    node.receipts.set(id(1), [90, 'b']).set(id(2), [101, 'a'])
    expect((await fates(attempts(2))).map(({ kind }) => kind)).toEqual(['unknown', 'unknown'])
  })

  it('asks again for a receipt when its block turns out to be orphaned', async () => {
    const { node, fates } = await start()
    node.receipts.set(id(1), [100, 'a']).set(id(2), [100, 'a'])
    const open = attempts(2)
    const landed = (await fates(open)).map(
      (fate, index) => ({ ...open[index], landing: fate.kind === 'landed' ? fate.landing : null }) as AttemptRecord,
    )
    node.fork = 'b'
    node.height = 101
    node.receipts.set(id(1), [101, 'b']).delete(id(2))
    expect(await fates(landed)).toMatchObject([
      { kind: 'landed', landing: { blockHeight: 101, blockHash: hash(101, 'b') } },
      { kind: 'unknown' },
    ])
  })

  it('names a block by number where the node does not take its hash', async () => {
    const { lane } = await start({ blockHashParam: false })
    const head = await lane.head()
    const read = () => lane.chain.accounts(head, [id(1)], { balance: false })
    expect(valueOf(await read())[0]?.sequence).toBe('00000000000000000007')
    lane.forget()
    await read()
    expect(lane.calls()).toEqual({ eth_getTransactionCount: 1 })
  })
})

import { type AttemptRecord, sequenceFromBigint } from '@relayer/core'
import { afterEach, describe, expect, it } from 'vitest'
import { type FaultServer, type RequestCall, startFaultServer } from '../../test/faultServer.ts'
import { createTestLane, devAccount, receiver, storedOf } from '../../test/testLane.ts'

describe('readQuote', () => {
  let server: FaultServer
  const servers: FaultServer[] = []
  afterEach(() => Promise.all(servers.splice(0).map(started => started.stop())))
  const start = async (answers: Record<string, object>, options: Parameters<typeof createTestLane>[1] = {}) => {
    const block = {
      number: '0x10',
      hash: `0x${'ab'.repeat(32)}`,
      parentHash: `0x${'cd'.repeat(32)}`,
      timestamp: '0x1',
      gasLimit: '0x1c9c380',
      baseFeePerGas: '0x64',
    }
    const known: Record<string, object> = {
      eth_getBlockByNumber: { result: block },
      eth_chainId: { result: '0x7a69' },
      eth_getTransactionCount: { result: '0x0' },
      eth_estimateGas: { result: '0x5208' },
      ...answers,
    }
    const reply = ({ id, method }: RequestCall) => ({
      id,
      ...(known[method] ?? { error: { code: -32601, message: '' } }),
    })
    server = await startFaultServer(body => (Array.isArray(body) ? body.map(reply) : reply(body as RequestCall)))
    servers.push(server)
    return createTestLane(server.url, options)
  }
  const body = { value: 1, to: receiver(1) }

  it('asks the fee history for the percentiles of the speeds', async () => {
    const reward = [
      ['0x1', '0x2', '0x9', '0x64'],
      ['0x1', '0x2', '0xb', '0x64'],
    ]
    const lane = await start({ eth_feeHistory: { result: { reward } } }, { averageBlockTimeMs: 100_000 })
    const [result] = await lane.build([body])
    expect(storedOf(result).details).toMatchObject({ max_fee_per_gas: '110', max_priority_fee_per_gas: '10' })
    const asked = server.bodies.flat().find(call => (call as RequestCall).method === 'eth_feeHistory')
    expect(asked).toMatchObject({ params: ['0x4', 'latest', [30, 50, 85, 99]] })
  })

  it('does without a fee history where the node has none', async () => {
    const lane = await start({}, { averageBlockTimeMs: 100_000 })
    const [result] = await lane.build([body])
    expect(storedOf(result).details).toMatchObject({
      max_fee_per_gas: '850000100',
      max_priority_fee_per_gas: '850000000',
    })
  })

  it('waits where the node fails, and does not remember the failure', async () => {
    const lane = await start({ eth_feeHistory: { error: { code: -32603, message: 'internal error' } } })
    const head = await lane.head()
    expect((await lane.build([body], { head }))[0]).toMatchObject({ kind: 'notYet', reason: 'waiting for an endpoint' })
    lane.forget()
    await lane.build([body], { head })
    expect(lane.calls()['eth_feeHistory']).toBe(1)
  })

  it('asks for nothing when the client names its price', async () => {
    const lane = await start({})
    const bodies = [
      { ...body, gas_price: 1_000 },
      { ...body, max_fee_per_gas: 1_000, max_priority_fee_per_gas: 1 },
    ]
    expect((await lane.build(bodies)).map(({ kind }) => kind)).toEqual(['built', 'built'])
    expect(lane.calls()).not.toHaveProperty('eth_feeHistory')
    expect(lane.calls()).not.toHaveProperty('eth_gasPrice')
  })

  it.each<[string, Parameters<typeof createTestLane>[1], object | null]>([
    ['the network has no EIP-1559', { features: [] }, null],
    ['the policy says so', {}, { eip1559_pricing: false }],
  ])('takes the gas price when %s', async (_, options, policies) => {
    const lane = await start({ eth_gasPrice: { result: '0xc8' } }, options)
    const [result] = await lane.build([body], { policies: policies as never })
    expect(storedOf(result).details).toMatchObject({ gas_price: '300', max_fee_per_gas: null })
    expect(storedOf(result).raw).not.toMatch(/^0x02/)
  })

  describe('on Polygon zkEVM', () => {
    const options = { features: [], tags: ['polygon-zkevm-based'] }
    const priceOf = async (answers: Record<string, object>) => {
      const lane = await start({ eth_gasPrice: { result: '0xc8' }, ...answers }, options)
      const head = await lane.head()
      const [result] = await lane.build([body], { head })
      return { lane, price: storedOf(result).details['gas_price'] }
    }

    it('takes the price of the node’s own method', async () => {
      const { price } = await priceOf({ zkevm_estimateGasPrice: { result: '0x64' } })
      expect(price).toBe('150')
    })

    it.each([
      ['missing', { error: { code: -32601, message: 'no such method' } }],
      ['broken', { error: { code: -32603, message: 'internal error' } }],
      ['empty', { result: null }],
    ])('takes the ordinary gas price where that is %s', async (_, answer) => {
      const { price } = await priceOf({ zkevm_estimateGasPrice: answer })
      expect(price).toBe('300')
    })

    it('does not ask again for a method that is missing', async () => {
      const lane = await start({ eth_gasPrice: { error: { code: -32603, message: 'internal error' } } }, options)
      const head = await lane.head()
      await lane.build([body], { head })
      expect(lane.calls()).toMatchObject({ zkevm_estimateGasPrice: 1, eth_gasPrice: 1 })
      await lane.build([body], { head })
      expect(lane.calls()).toMatchObject({ zkevm_estimateGasPrice: 1, eth_gasPrice: 2 })
    })
  })

  describe('what a node demanded', () => {
    const slot = { account: devAccount, sequence: sequenceFromBigint(0n) }
    const previous = [
      { details: { max_fee_per_gas: '1000', max_priority_fee_per_gas: '10' } } as unknown as AttemptRecord,
    ]
    const reward = [['0x1', '0x1', '0x1', '0x1']]
    const bump = async (demanded: bigint | null, item: object = {}, policies: object | null = null) => {
      const lane = await start({ eth_feeHistory: { result: { reward } } }, { averageBlockTimeMs: 100_000 })
      const [result] = await lane.build([body], {
        policies: policies as never,
        item: { slot, previous, demanded, ...item },
      })
      return result
    }

    it('is met: the fee', async () => {
      expect(storedOf(await bump(5_000n)).details).toMatchObject({
        max_fee_per_gas: '5000',
        max_priority_fee_per_gas: '11',
      })
    })

    it('is met: the tip', async () => {
      expect(storedOf(await bump(500n)).details).toMatchObject({
        max_fee_per_gas: '1100',
        max_priority_fee_per_gas: '500',
      })
    })

    it('is met: a gas price', async () => {
      const legacy = [{ details: { gas_price: '100' } } as unknown as AttemptRecord]
      const result = await bump(7_000n, { previous: legacy }, { eip1559_pricing: false })
      // The quote asks eth_gasPrice, which this node does not have: it waits for that and not for the price.
      expect(result).toMatchObject({ kind: 'notYet', reason: 'waiting for an endpoint' })
      const lane = await start({ eth_gasPrice: { result: '0x1' } }, { features: [] })
      const [built] = await lane.build([body], { item: { slot, previous: legacy, demanded: 7_000n } })
      expect(storedOf(built).details).toMatchObject({ gas_price: '7000' })
    })

    it('waits above the cap, and is met below it', async () => {
      expect(await bump(5_000n, {}, { gas_price_cap: 4_999 })).toMatchObject({
        kind: 'notYet',
        reason: 'waiting for gas price',
        detail: 'the least price that replaces is 5000 wei, above the cap',
      })
      expect((await bump(5_000n, {}, { gas_price_cap: 5_000 }))?.kind).toBe('built')
      // A no-op may pass the cap.
      expect((await bump(5_000n, { revision: null }, { gas_price_cap: 4_999 }))?.kind).toBe('built')
    })
  })
})

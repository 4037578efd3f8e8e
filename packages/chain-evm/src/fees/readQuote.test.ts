import { afterEach, describe, expect, it } from 'vitest'
import { type FaultServer, type RequestCall, startFaultServer } from '../../test/faultServer.ts'
import { createTestLane, receiver, storedOf } from '../../test/testLane.ts'

describe('readQuote', () => {
  let server: FaultServer
  afterEach(() => server.stop())
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
})

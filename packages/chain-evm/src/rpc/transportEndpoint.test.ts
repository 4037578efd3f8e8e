import { custom, http } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestLane, receiver, storedOf } from '../../test/testLane.ts'
import { type Anvil, startAnvil } from '../testing/index.ts'
import { createTransportEndpoint } from './transportEndpoint.ts'

describe('createTransportEndpoint', () => {
  let anvil: Anvil
  beforeAll(async () => {
    anvil = await startAnvil()
  })
  afterAll(() => anvil.stop())

  it('carries a chain on a transport that the user made', async () => {
    const lane = createTestLane('', { rpcUrls: [{ transport: http(anvil.url, { batch: true }), label: 'mine' }] })
    const built = await lane.build([1, 2, 3].map(value => ({ value, to: receiver(value) })))
    const outcomes = await lane.chain.broadcast(built.map(result => storedOf(result)))
    expect(outcomes.map(({ kind, endpoint }) => [kind, endpoint])).toEqual(
      Array.from({ length: 3 }, () => ['accepted', 'mine']),
    )
    const [again] = await lane.chain.broadcast(built.map(result => storedOf(result)))
    expect(again?.kind).toBe('alreadyKnown')
  })

  it('never throws and never tells the URL', async () => {
    const url = 'http://127.0.0.1:9/v3/secret-key'
    const options = { label: 'mine', weight: 1, timeoutMs: 500, now: Date.now }
    const call = { method: 'eth_chainId', params: [] }
    const refused = await createTransportEndpoint({ ...options, transport: http(url) }).send([call])
    expect(refused).toEqual([{ kind: 'lost', reason: 'mine: no connection' }])
    const request = async () => {
      throw new Error(`fetch of ${url} failed`)
    }
    const thrown = await createTransportEndpoint({ ...options, transport: custom({ request }) }).send([call])
    expect(thrown).toEqual([{ kind: 'lost', reason: 'mine: no connection' }])
  })
})

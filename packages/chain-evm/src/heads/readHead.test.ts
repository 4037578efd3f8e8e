import { afterEach, describe, expect, it } from 'vitest'
import {
  type FaultServer,
  type Handler,
  type RequestBody,
  type RequestCall,
  startFaultServer,
} from '../../test/faultServer.ts'
import { createTestLane } from '../../test/testLane.ts'

/** A node at a height; blocks of the same height are the same at every node. */
function nodeAt(state: { height: number; chainId?: number }): Handler {
  const hash = (height: number) => `0x${height.toString(16).padStart(64, '0')}`
  const answer = ({ id, method }: RequestCall) => {
    if (method === 'eth_chainId') return { id, result: `0x${(state.chainId ?? 31_337).toString(16)}` }
    const { height } = state
    const block = { number: `0x${height.toString(16)}`, hash: hash(height), parentHash: hash(height - 1) }
    return { id, result: { ...block, timestamp: '0x1', gasLimit: '0x1c9c380', baseFeePerGas: '0x64' } }
  }
  return (body: RequestBody) => (Array.isArray(body) ? body.map(answer) : answer(body as RequestCall))
}

describe('readHead', () => {
  let servers: FaultServer[] = []
  afterEach(async () => {
    await Promise.all(servers.map(server => server.stop()))
    servers = []
  })
  const start = async (...handlers: Handler[]) => {
    servers = await Promise.all(handlers.map(startFaultServer))
    const clock = { now: 0 }
    const lane = createTestLane('', {
      rpcUrls: servers.map(({ url }, index) => ({ url, label: ['a', 'b', 'c'][index] ?? '' })),
      now: () => clock.now,
    })
    const heads = async (count: number) => {
      const found: string[] = []
      for (let round = 0; round < count; round++) {
        const { endpoint, height } = await lane.head()
        found.push(`${endpoint}${height}`)
      }
      return found
    }
    return { ...lane, heads, clock }
  }

  it('takes turns, and passes over an endpoint that is behind', async () => {
    const [a, b] = [{ height: 10 }, { height: 10 }]
    const { heads, clock } = await start(nodeAt(a), nodeAt(b))
    expect(await heads(4)).toEqual(['a10', 'b10', 'a10', 'b10'])
    a.height = 11
    expect(await heads(4)).toEqual(['a11', 'a11', 'a11', 'a11'])
    expect(servers[1]?.bodies.length).toBe(3)
    clock.now += 1_000
    b.height = 11
    expect((await heads(4)).toSorted()).toEqual(['a11', 'a11', 'b11', 'b11'])
  })

  it('takes the best of lower heads when the highest is gone', async () => {
    const [a, b, c] = [{ height: 20 }, { height: 11 }, { height: 12 }]
    const { heads } = await start(nodeAt(a), nodeAt(b), nodeAt(c))
    expect(await heads(1)).toEqual(['a20'])
    await servers[0]?.stop()
    expect(await heads(1)).toEqual(['c12'])
    b.height = 13
    expect(await heads(1)).toEqual(['b13'])
  })

  it('follows a rollback where it is the only one', async () => {
    const a = { height: 10 }
    const { heads } = await start(nodeAt(a))
    await heads(1)
    a.height = 7
    expect(await heads(2)).toEqual(['a7', 'a7'])
  })

  it('reads around an endpoint of another chain and one that talks nonsense', async () => {
    const { heads } = await start(
      nodeAt({ height: 99, chainId: 1 }),
      () => ({ result: 'block' }),
      nodeAt({ height: 3 }),
    )
    expect(await heads(3)).toEqual(['c3', 'c3', 'c3'])
    expect(servers[0]?.bodies.length).toBe(1)
  })

  it('says why there is none', async () => {
    const { chain } = await start(nodeAt({ height: 1, chainId: 5 }))
    const reason = 'a: serves chain 5 instead of 31337'
    expect(await chain.head()).toEqual({ ok: false, reason, retryAfterMs: null })
    expect(await chain.head()).toEqual({ ok: false, reason, retryAfterMs: null })
    expect(servers[0]?.bodies.length).toBe(1)
  })
})

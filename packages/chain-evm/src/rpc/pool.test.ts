import { describe, expect, it } from 'vitest'
import { createManualTimers } from '../../test/manualTimers.ts'
import type { Endpoint, RpcAnswer, RpcCall } from './jsonRpc.ts'
import { createPool, type PoolOptions } from './pool.ts'
import { ranks } from './sendHedged.ts'

const call = { method: 'm', params: [] }
const lost: RpcAnswer = { kind: 'lost', reason: 'a: no connection' }
const limited: RpcAnswer = { kind: 'limited', reason: 'a: rate limited', retryAfterMs: 5_000 }
const rankOf = ({ kind }: RpcAnswer) =>
  ({ result: ranks.acknowledged, error: ranks.definite, lost: ranks.lost, limited: ranks.untaken })[kind]

/** An endpoint that answers its own label until told otherwise, and counts; `hold` makes it silent until `release`. */
function createEndpoint(label: string, weight = 100) {
  let held: PromiseWithResolvers<void> | null = null
  const endpoint = {
    label,
    weight,
    asked: 0,
    chainIds: 0,
    chainId: '0x1' as unknown,
    answer: { kind: 'result', value: label } as RpcAnswer,
    hold: () => {
      held = Promise.withResolvers()
    },
    release: () => held?.resolve(),
    async send(calls: readonly RpcCall[]): Promise<readonly RpcAnswer[]> {
      endpoint.asked += 1
      await held?.promise
      return calls.map(({ method }): RpcAnswer => {
        if (method !== 'eth_chainId') return endpoint.answer
        endpoint.chainIds += 1
        return endpoint.answer.kind === 'lost' ? lost : { kind: 'result', value: endpoint.chainId }
      })
    },
  }
  return endpoint satisfies Endpoint
}

type Fake = ReturnType<typeof createEndpoint>

function setUp(weights: readonly number[], options: Partial<PoolOptions> = {}) {
  const timers = createManualTimers(1_000)
  const endpoints = weights.map((weight, index) => createEndpoint(['a', 'b', 'c'][index] ?? '', weight))
  const pool = createPool(endpoints, {
    now: timers.now,
    after: timers.after,
    chainId: 1,
    mayBeSilent: false,
    hedgeMs: 1_000,
    failureThreshold: 2,
    failureExpiryMs: 60_000,
    pauseMs: 10_000,
    ...options,
  })
  const ask = async () => {
    const reading = await pool.ask([call])
    return reading.ok ? reading.value.endpoint : reading.reason
  }
  const asks = async (count: number) => {
    const told: string[] = []
    for (let round = 0; round < count; round++) told.push(await ask())
    return told
  }
  const send = async (count = 1) =>
    (
      await pool.send(
        Array.from({ length: count }, () => call),
        rankOf,
      )
    ).map(({ endpoint, answer }) => [endpoint, answer.kind])
  const [a, b, c] = endpoints as [Fake, Fake, Fake]
  return { timers, endpoints, pool, ask, asks, send, a, b, c }
}

describe('createPool reading', () => {
  it('shares turns by weight, evenly spread, and never asks one without weight', async () => {
    const { asks, b } = setUp([3, 0, 1])
    expect(await asks(8)).toEqual(['a', 'a', 'c', 'a', 'a', 'a', 'c', 'a'])
    expect(b.asked).toBe(0)
  })

  it('asks the others when one is lost, and that one not at once again', async () => {
    const { asks, a, timers } = setUp([100, 1])
    a.answer = lost
    expect(await asks(3)).toEqual(['b', 'b', 'b'])
    expect(a.asked).toBe(1)
    timers.pass(1_000)
    a.answer = { kind: 'result', value: 1 }
    expect(await asks(2)).toEqual(['a', 'a'])
  })

  it('pauses what fails again and again, and comes back to it', async () => {
    const { asks, a, timers } = setUp([100, 1])
    a.answer = lost
    for (let failure = 0; failure < 2; failure++) {
      expect(await asks(1)).toEqual(['b'])
      timers.pass(1_000)
    }
    a.answer = { kind: 'result', value: 1 }
    timers.pass(8_999)
    expect(await asks(2)).toEqual(['b', 'b'])
    expect(a.asked).toBe(2)
    timers.pass(1)
    expect(await asks(2)).toEqual(['a', 'a'])
  })

  it('takes a success for the end of all failures before it', async () => {
    const { pool, asks, a, timers } = setUp([100, 1])
    for (const answer of [lost, { kind: 'result', value: 1 }, lost] as const) {
      a.answer = answer
      await pool.askAt('a', [call])
    }
    a.answer = { kind: 'result', value: 1 }
    timers.pass(1_000)
    expect(await asks(3)).toEqual(['a', 'a', 'a'])
  })

  it('lets failures expire', async () => {
    const { pool, asks, a, timers } = setUp([100, 1])
    for (const pause of [60_000, 1_000]) {
      a.answer = lost
      await pool.askAt('a', [call])
      timers.pass(pause)
    }
    a.answer = { kind: 'result', value: 1 }
    expect(await asks(2)).toEqual(['a', 'a'])
  })

  it('still asks a paused endpoint when there is no other', async () => {
    const { asks, ask, a } = setUp([100])
    a.answer = lost
    expect(new Set(await asks(4))).toEqual(new Set(['a: no connection']))
    a.answer = { kind: 'result', value: 1 }
    expect(await ask()).toBe('a')
  })

  it('leaves an endpoint alone for as long as it says, and tells how long', async () => {
    const { pool, a, timers, ask, send } = setUp([100])
    await ask()
    a.answer = limited
    expect(await pool.ask([call])).toEqual({ ok: false, reason: 'a: rate limited', retryAfterMs: 5_000 })
    timers.pass(2_000)
    expect(await pool.ask([call])).toEqual({ ok: false, reason: 'every endpoint is rate limited', retryAfterMs: 3_000 })
    expect(await pool.askAt('a', [call])).toEqual({ ok: false, reason: 'a: rate limited', retryAfterMs: 3_000 })
    expect(await send()).toEqual([['', 'limited']])
    expect(a.asked).toBe(2)
    timers.pass(3_001)
    a.answer = { kind: 'result', value: 1 }
    expect(await ask()).toBe('a')
  })

  it('reads through a head at its endpoint only', async () => {
    const { pool, a } = setUp([100, 50])
    expect(await pool.askAt('b', [call])).toEqual({ ok: true, value: [{ kind: 'result', value: 'b' }] })
    expect(a.asked).toBe(0)
    expect(await pool.askAt('gone', [call])).toMatchObject({ ok: false, reason: 'gone is not in use' })
  })

  it('asks near a head at its endpoint, then at every other, and tells why the first did not answer', async () => {
    const { pool, a, b, c } = setUp([100, 50, 1])
    const near = () => pool.askNear('a', [call])
    expect(await near()).toEqual({ ok: true, value: [{ kind: 'result', value: 'a' }] })
    expect([b.asked, c.asked]).toEqual([0, 0])
    a.answer = lost
    b.chainId = '0x5'
    expect(await near()).toEqual({ ok: true, value: [{ kind: 'result', value: 'c' }] })
    c.answer = { kind: 'lost', reason: 'c: no connection' }
    expect(await near()).toMatchObject({ ok: false, reason: 'a: no connection' })
  })

  it('asks the next one while one is silent, and that one first for a while', async () => {
    const { ask, a, timers } = setUp([100, 1])
    await ask()
    a.hold()
    const answer = ask()
    timers.pass(1_000)
    expect(await answer).toBe('b')
    expect(await ask()).toBe('b')
    a.release()
    timers.pass(10_000)
    expect(await ask()).toBe('a')
  })

  it('asks the next one where an answer will not do, and says why in the end', async () => {
    const { pool } = setUp([100, 50])
    const notA = await pool.ask([call], ({ endpoint }) => (endpoint === 'a' ? 'a: bad' : null))
    expect(notA).toMatchObject({ ok: true, value: { endpoint: 'b' } })
    expect(await pool.ask([call], ({ endpoint }) => `${endpoint}: bad`)).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/^[ab]: bad$/),
    })
  })

  it('does not wait for a silent one where the others have said what they can', async () => {
    const { pool, a, timers } = setUp([100, 50])
    await pool.ask([call])
    await pool.ask([call])
    a.hold()
    const answer = pool.ask([call], ({ endpoint }) => `${endpoint}: behind`)
    timers.pass(1_000)
    expect(await answer).toMatchObject({ ok: false, reason: 'b: behind' })
    a.release()
  })

  it('takes one that throws for lost', async () => {
    const { asks, send, a } = setUp([100, 1])
    a.send = async () => {
      throw new Error('secret')
    }
    expect(await asks(1)).toEqual(['b'])
    expect(await send()).toEqual([['b', 'result']])
    const alone = setUp([100])
    alone.a.send = a.send
    expect(await alone.ask()).toBe('a: no connection')
  })

  it('asks one that is behind after the others', async () => {
    const { pool, asks, timers } = setUp([100, 1])
    pool.putBehind('a', 2_000)
    expect(await asks(2)).toEqual(['b', 'b'])
    timers.pass(2_000)
    expect(await asks(2)).toEqual(['a', 'a'])
  })

  it('takes blame for answers without sense as failures', async () => {
    const { pool, asks } = setUp([100, 1])
    for (let failure = 0; failure < 2; failure++) pool.blame('a')
    expect(await asks(2)).toEqual(['b', 'b'])
  })

  it('does not hold against an endpoint what was asked aside', async () => {
    const { pool, asks, a } = setUp([100, 1])
    await asks(1)
    a.answer = lost
    for (let round = 0; round < 3; round++) await pool.askAt('a', [call], { aside: true })
    a.answer = { kind: 'result', value: 1 }
    expect(await asks(2)).toEqual(['a', 'a'])
  })
})

describe('createPool and chain ids', () => {
  it('asks for the chain id once, and again when an endpoint was away', async () => {
    const { asks, a } = setUp([100])
    await asks(3)
    expect(a.chainIds).toBe(1)
    a.answer = lost
    await asks(1)
    a.answer = { kind: 'result', value: 1 }
    await asks(3)
    expect(a.chainIds).toBe(2)
  })

  it('neither reads from nor sends to another chain, says which, and looks again after the pause', async () => {
    const { pool, ask, asks, send, a, b, timers } = setUp([100, 1])
    a.chainId = '0x5'
    expect(await asks(2)).toEqual(['b', 'b'])
    expect(await send()).toEqual([['b', 'result']])
    expect(a.asked).toBe(1)
    b.answer = lost
    expect(await pool.askAt('a', [call])).toEqual({
      ok: false,
      reason: 'a: serves chain 5 instead of 1',
      retryAfterMs: null,
    })
    b.answer = { kind: 'result', value: 1 }
    timers.pass(10_000)
    a.chainId = '0x1'
    expect(await ask()).toBe('a')
  })

  it('notices that an endpoint came back as another chain', async () => {
    const { ask, a } = setUp([100])
    expect(await ask()).toBe('a')
    a.answer = lost
    await ask()
    a.answer = { kind: 'result', value: 1 }
    a.chainId = '0x2'
    expect(await ask()).toBe('a: serves chain 2 instead of 1')
    expect(await ask()).toBe('a: serves chain 2 instead of 1')
  })

  it('does not read from one that does not tell, until it does', async () => {
    const { ask, a } = setUp([100])
    a.chainId = 'garbage'
    expect(await ask()).toBe('a: does not tell its chain id')
    a.chainId = '0x1'
    expect(await ask()).toBe('a')
  })
})

describe('createPool sending', () => {
  it('sends to the heaviest, always', async () => {
    const { send } = setUp([1, 99, 50])
    expect([...(await send()), ...(await send()), ...(await send())]).toEqual([
      ['b', 'result'],
      ['b', 'result'],
      ['b', 'result'],
    ])
  })

  it('gives the next endpoint only the calls that the first one lost', async () => {
    const { send, a } = setUp([100, 50])
    await send()
    a.send = async () => [{ kind: 'error', code: 1, message: 'no', data: null }, lost, lost]
    expect(await send(3)).toEqual([
      ['a', 'error'],
      ['b', 'result'],
      ['b', 'result'],
    ])
  })

  it('tells a second one when the first is silent, and is done when that one has taken everything', async () => {
    const { send, a, c, timers } = setUp([100, 50, 25])
    a.hold()
    const outcome = send()
    timers.pass(1_000)
    expect(await outcome).toEqual([['b', 'result']])
    timers.pass(1_000)
    expect(c.asked).toBe(0)
    // The silent one is not told first for a while.
    expect(await send()).toEqual([['b', 'result']])
    a.release()
  })

  it('lets no refusal of the second hide that the first has taken it', async () => {
    const { send, a, b, timers } = setUp([100, 50])
    const refusal: RpcAnswer = { kind: 'error', code: 1, message: 'no', data: null }
    await send()
    a.hold()
    b.answer = refusal
    const outcome = send()
    timers.pass(1_000)
    await timers.settle()
    a.release()
    expect(await outcome).toEqual([['a', 'result']])
    expect(b.asked).toBe(1)
  })

  it('takes the answer of the second where the first is lost after all', async () => {
    const { send, a, b, timers } = setUp([100, 50])
    await send()
    a.hold()
    a.answer = lost
    b.answer = { kind: 'error', code: 1, message: 'no', data: null }
    const outcome = send()
    timers.pass(1_000)
    a.release()
    expect(await outcome).toEqual([['b', 'error']])
  })

  it('says so when nothing is configured', async () => {
    const { pool, send } = setUp([0])
    expect(await pool.ask([call])).toMatchObject({ ok: false, reason: 'no endpoint is configured' })
    expect(await send()).toEqual([['', 'lost']])
    expect(await pool.send([], rankOf)).toEqual([])
  })
})

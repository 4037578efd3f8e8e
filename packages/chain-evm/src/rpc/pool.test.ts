import { describe, expect, it } from 'vitest'
import type { Endpoint, RpcAnswer } from './jsonRpc.ts'
import { createPool } from './pool.ts'

const call = { method: 'm', params: [] }
const lost: RpcAnswer = { kind: 'lost', reason: 'a: no connection' }
const limited: RpcAnswer = { kind: 'limited', reason: 'a: rate limited', retryAfterMs: 5_000 }

/** An endpoint that answers its own label until told otherwise, and counts. */
function createEndpoint(label: string, weight = 100) {
  const endpoint = {
    label,
    weight,
    asked: 0,
    answer: { kind: 'result', value: label } as RpcAnswer,
    async send(calls: readonly unknown[]) {
      endpoint.asked += 1
      return calls.map(() => endpoint.answer)
    },
  }
  return endpoint satisfies Endpoint
}

function setUp(...weights: number[]) {
  const clock = { now: 1_000 }
  const endpoints = weights.map((weight, index) => createEndpoint(['a', 'b', 'c'][index] ?? '', weight))
  const pool = createPool(endpoints, { now: () => clock.now, failureThreshold: 2, pauseMs: 10_000 })
  const ask = async () => {
    const reading = await pool.ask([call])
    return reading.ok ? reading.value.endpoint : reading.reason
  }
  return { clock, endpoints, pool, ask }
}

describe('createPool', () => {
  it('asks the heaviest, and never one without weight', async () => {
    const { ask, endpoints } = setUp(10, 0, 90)
    expect(await ask()).toBe('c')
    for (const endpoint of endpoints) endpoint.answer = lost
    await ask()
    expect(endpoints.map(({ asked }) => asked)).toEqual([1, 0, 2])
  })

  it('fails over in order, pauses what fails again and again, and comes back to it', async () => {
    const { ask, endpoints, clock } = setUp(100, 100)
    const [a] = endpoints
    if (a === undefined) return
    a.answer = lost
    expect([await ask(), await ask(), await ask()]).toEqual(['b', 'b', 'b'])
    expect(a.asked).toBe(2)
    clock.now += 10_001
    a.answer = { kind: 'result', value: 1 }
    expect(await ask()).toBe('a')
  })

  it('still asks a paused endpoint when there is no other', async () => {
    const { ask, endpoints } = setUp(100)
    const [a] = endpoints
    if (a === undefined) return
    a.answer = lost
    for (let round = 0; round < 4; round++) expect(await ask()).toBe('a: no connection')
    a.answer = { kind: 'result', value: 1 }
    expect(await ask()).toBe('a')
  })

  it('leaves an endpoint alone for as long as it says, and tells how long', async () => {
    const { pool, endpoints, clock, ask } = setUp(100)
    const [a] = endpoints
    if (a === undefined) return
    a.answer = limited
    expect(await pool.ask([call])).toEqual({ ok: false, reason: 'a: rate limited', retryAfterMs: 5_000 })
    clock.now += 2_000
    expect(await pool.ask([call])).toEqual({ ok: false, reason: 'every endpoint is rate limited', retryAfterMs: 3_000 })
    expect(await pool.askAt('a', [call])).toEqual({ ok: false, reason: 'a: rate limited', retryAfterMs: 3_000 })
    expect(await pool.send([call])).toMatchObject([{ answer: { kind: 'limited', retryAfterMs: 3_000 } }])
    expect(a.asked).toBe(1)
    clock.now += 3_001
    a.answer = { kind: 'result', value: 1 }
    expect(await ask()).toBe('a')
  })

  it('reads through a head at its endpoint only', async () => {
    const { pool, endpoints } = setUp(100, 50)
    expect(await pool.askAt('b', [call])).toEqual({ ok: true, value: [{ kind: 'result', value: 'b' }] })
    expect(endpoints[0]?.asked).toBe(0)
    expect(await pool.askAt('gone', [call])).toMatchObject({ ok: false, reason: 'gone is not in use' })
  })

  it('gives the next endpoint only the calls that the first one lost', async () => {
    const { pool, endpoints } = setUp(100, 50)
    const [a] = endpoints
    if (a === undefined) return
    a.send = async () => [{ kind: 'error', code: 1, message: 'no', data: null }, lost, lost]
    const outcomes = await pool.send([call, call, call])
    expect(outcomes.map(({ endpoint, answer }) => [endpoint, answer.kind])).toEqual([
      ['a', 'error'],
      ['b', 'result'],
      ['b', 'result'],
    ])
  })

  it('says so when nothing is configured', async () => {
    const { pool } = setUp(0)
    expect(await pool.ask([call])).toMatchObject({ ok: false, reason: 'no endpoint is configured' })
    expect(await pool.send([call])).toMatchObject([{ answer: { kind: 'lost' } }])
  })
})

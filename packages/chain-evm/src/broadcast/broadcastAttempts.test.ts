import type { AttemptRecord, JsonObject } from '@relayer/core'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Handler, type RequestCall, startFaultServer } from '../../test/faultServer.ts'
import { forward } from '../../test/forward.ts'
import { createManualTimers } from '../../test/manualTimers.ts'
import { createTestLane, devAccount, devKey, receiver, storedOf, type TestLane } from '../../test/testLane.ts'
import { type Anvil, startAnvil } from '../testing/index.ts'

describe('broadcastAttempts', () => {
  let anvil: Anvil
  beforeAll(async () => {
    anvil = await startAnvil()
  })
  afterAll(() => anvil.stop())
  // Nothing that one test leaves in the pool is in the way of the next.
  afterEach(() => anvil.rpc('anvil_mine', ['0x1']))

  const account = privateKeyToAccount(`0x${devKey.toString('hex')}`)
  const valid = {
    chainId: 31_337,
    nonce: 0,
    to: receiver(1) as `0x${string}`,
    value: 1n,
    gas: 21_000n,
    maxFeePerGas: 10_000_000_000n,
    maxPriorityFeePerGas: 1n,
  }
  const outcomeOf = async (change: object) => {
    const raw = await account.signTransaction({ ...valid, ...change })
    const { chain } = createTestLane(anvil.url)
    const [outcome] = await chain.broadcast([
      { raw, id: '0x1', account: '', details: {} as JsonObject } as AttemptRecord,
    ])
    return outcome?.kind
  }

  it('understands what a real node says', async () => {
    expect(await outcomeOf({ maxFeePerGas: 1n })).toBe('feeTooLow')
    expect(await outcomeOf({ gas: 20_000n })).toBe('refused')
    expect(await outcomeOf({ gas: 2n ** 40n, maxFeePerGas: 10_000_000_000n })).toMatch(/refused|insufficientFunds/)
    expect(await outcomeOf({ value: 10n ** 30n })).toBe('insufficientFunds')
    expect(await outcomeOf({ chainId: 1 })).toBe('unknown')
    expect(await outcomeOf({ maxPriorityFeePerGas: 10_000_000_000n })).toBe('unknown') // accepted, under a hash that is not '0x1'
    expect(await outcomeOf({ maxPriorityFeePerGas: 10_000_000_000n })).toBe('alreadyKnown')
    expect(await outcomeOf({ maxPriorityFeePerGas: 9n, value: 2n })).toMatch(/occupied|unknown/)
    await anvil.rpc('anvil_mine', ['0x1'])
    expect(await outcomeOf({ value: 3n })).toBe('sequenceTooLow')
  })

  it('sends nothing behind an attempt that was not acknowledged where delivery is ordered', async () => {
    const lane = createTestLane(anvil.url, { tags: ['arbitrum-based'] })
    const built = await lane.build([0, 1, 2].map(index => ({ value: index, to: receiver(index) })))
    const attempts = built.map(result => storedOf(result))
    const broken = attempts.map((attempt, index) => (index === 1 ? { ...attempt, raw: '0x02' } : attempt))
    lane.forget()
    const outcomes = await lane.chain.broadcast(broken)
    expect(outcomes.map(({ kind }) => kind)).toEqual(['accepted', 'unknown', 'gap'])
    expect(lane.calls()).toEqual({ eth_sendRawTransaction: 2 })
  })

  /** Endpoints of the kinds named, all of the same node but the dead ones; what each was asked is in `bodies`. */
  const startServers = async (...handlers: Handler[]) => {
    const servers = await Promise.all(handlers.map(startFaultServer))
    return {
      servers,
      urls: servers.map(({ url }) => ({ url })),
      sent: () =>
        servers.map(
          ({ bodies }) =>
            bodies.flat().filter(call => (call as RequestCall).method === 'eth_sendRawTransaction').length,
        ),
      stop: () => Promise.all(servers.map(server => server.stop())),
    }
  }
  const node = () => forward(anvil.url)
  const silent: Handler = () => undefined

  it('tells a second endpoint when the first is silent', async () => {
    const timers = createManualTimers(Date.now())
    const { urls, sent, stop } = await startServers(node(), node())
    const lane = createTestLane('', { rpcUrls: urls, ...timers })
    const [attempt] = (await lane.build([{ value: 1, to: receiver(1) }])).map(result => storedOf(result))
    const held = await startServers(silent)
    const hedged = createTestLane('', { rpcUrls: [...held.urls, ...urls], ...timers })
    const outcome = hedged.chain.broadcast([attempt as AttemptRecord])
    await expect.poll(() => held.servers[0]?.bodies.length, { timeout: 4_000 }).toBe(1)
    timers.pass(999)
    await timers.settle()
    expect(sent()).toEqual([0, 0])
    timers.pass(1)
    expect(await outcome).toEqual([{ kind: 'accepted', reason: null, endpoint: 'rpc2' }])
    expect(sent()).toEqual([1, 0])
    await stop()
    await held.stop()
  })

  it.each<[string, Handler]>([
    ['that refuses connections', (_, response) => void response.destroy()],
    ['that answers with errors', (_, response) => void response.writeHead(500).end('{}')],
    ['that talks nonsense', () => ({ hello: 'world' })],
    ['that limits its rate', (_, response) => void response.writeHead(429).end('{}')],
    ['that is silent', silent],
    ['of another chain', body => [body].flat().map(call => ({ id: (call as RequestCall).id, result: '0x1' }))],
    [
      'that only fails its calls',
      body => [body].flat().map(call => ({ id: (call as RequestCall).id, error: { code: -32603, message: 'oh' } })),
    ],
  ])('works on when one of three endpoints is one %s', async (_, dead) => {
    for (const position of [0, 1, 2]) {
      const handlers = [node(), node()]
      handlers.splice(position, 0, dead)
      const { urls, stop } = await startServers(...handlers)
      const lane = createTestLane('', { rpcUrls: urls, hedgeMs: 20 })
      for (let round = 0; round < 4; round++) {
        const attempts = (await lane.build([{ value: 1, to: receiver(1) }])).map(result => storedOf(result))
        const [outcome] = await lane.chain.broadcast(attempts)
        // A slow machine may make a hedge overtake the first answer.
        expect(outcome?.kind).toMatch(/^(accepted|alreadyKnown)$/)
        await anvil.rpc('anvil_mine', ['0x1'])
        const fates = await lane.chain.fate(await lane.head(), attempts)
        expect(fates).toMatchObject({ ok: true, value: [{ kind: 'landed' }] })
      }
      await stop()
    }
  })

  it('tells the next endpoint when one has no room, or does not know what to say', async () => {
    for (const message of ['txpool is full', 'internal error']) {
      const full = forward(anvil.url, { eth_sendRawTransaction: { code: -32000, message } })
      const { urls, stop } = await startServers(full, node())
      const lane = createTestLane('', { rpcUrls: urls })
      const attempts = (await lane.build([{ value: 1, to: receiver(1) }])).map(result => storedOf(result))
      expect(await lane.chain.broadcast(attempts)).toMatchObject([{ kind: 'accepted', endpoint: 'rpc2' }])
      await anvil.rpc('anvil_mine', ['0x1'])
      await stop()
    }
  })

  it('shows private transactions to private endpoints only, and fails over and hedges among those', async () => {
    const timers = createManualTimers(Date.now())
    const open = await startServers(node())
    const hidden = await startServers(node(), silent, (_, response) => void response.writeHead(500).end())
    const [works, hangs, breaks] = hidden.urls as [{ url: string }, { url: string }, { url: string }]
    const policies = { private_transactions: true }
    const laneOf = (...privateRpcUrls: { url: string }[]) =>
      createTestLane('', { rpcUrls: open.urls, privateRpcUrls, ...timers })
    const send = async (lane: TestLane, attempts: readonly AttemptRecord[]) =>
      (await lane.chain.broadcast(attempts)).map(({ kind, endpoint }) => [kind, endpoint])

    const lane = laneOf(breaks, works)
    const bodies = [1, 2, 3].map(value => ({ value, to: receiver(1) }))
    const attempts = (await lane.build(bodies, { policies })).map(result => storedOf(result))
    expect(attempts.map(({ details }) => details['private'])).toEqual([true, true, true])
    expect(await send(lane, attempts.slice(0, 1))).toEqual([['accepted', 'private2']])
    const hedged = send(laneOf(hangs, works), attempts.slice(1, 2))
    await expect.poll(() => hidden.servers[1]?.bodies.length, { timeout: 4_000 }).toBe(1)
    timers.pass(1_000)
    expect(await hedged).toEqual([['accepted', 'private2']])
    expect(await send(laneOf(breaks), attempts.slice(2))).toEqual([['unknown', 'private1']])
    expect(await send(createTestLane('', { rpcUrls: open.urls }), attempts.slice(2))).toEqual([['unknown', null]])
    expect(open.sent()).toEqual([0])

    // Beside others, each in its place.
    const third = attempts[2] as AttemptRecord
    const openOne = { ...third, id: '0x2', raw: '0x02', details: {} }
    expect((await send(lane, [openOne, third, openOne])).map(([, endpoint]) => endpoint)).toEqual([
      'rpc1',
      'private2',
      'rpc1',
    ])
    expect(open.sent()).toEqual([2])

    // What was private stays so when the policy is gone; a no-op without private endpoints may go anywhere.
    const slot = { account: devAccount, sequence: third.sequence }
    const previous = [third]
    const [bump] = await lane.build([{ value: 3, to: receiver(1) }], { item: { slot, previous } })
    expect(storedOf(bump).details['private']).toBe(true)
    const plain = createTestLane('', { rpcUrls: open.urls })
    const [stuck] = await plain.build([{ value: 3, to: receiver(1) }], { item: { slot, previous } })
    expect(stuck).toMatchObject({ kind: 'notYet', reason: 'waiting for an endpoint' })
    const [noop] = await plain.build([{ value: 3, to: receiver(1) }], { item: { slot, previous, revision: null } })
    expect(storedOf(noop).details).not.toHaveProperty('private')
    const [free] = await lane.build([{ value: 3, to: receiver(1) }])
    expect(storedOf(free).details).not.toHaveProperty('private')
    await open.stop()
    await hidden.stop()
  })

  it('trusts a private endpoint that takes nothing but transactions', async () => {
    const relay = forward(anvil.url, { eth_chainId: { code: -32601, message: 'method not found' } })
    const { urls, stop } = await startServers(relay)
    const lane = createTestLane(anvil.url, { privateRpcUrls: urls })
    const policies = { private_transactions: true }
    const attempts = (await lane.build([{ value: 1, to: receiver(1) }], { policies })).map(result => storedOf(result))
    expect(await lane.chain.broadcast(attempts)).toMatchObject([{ kind: 'accepted', endpoint: 'private1' }])
    await stop()
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createManualTimers } from '../../test/manualTimers.ts'
import { createTestLane } from '../../test/testLane.ts'
import { type Anvil, startAnvil } from '../testing/index.ts'
import { subscribeHeads } from './subscribeHeads.ts'
import type { WebSocketLike } from './webSocket.ts'

/** A socket whose other end is the test. */
function createSocket() {
  const listeners = new Map<string, ((event: { readonly data: unknown }) => void)[]>()
  const emit = (type: string, data?: unknown) => {
    for (const listener of listeners.get(type) ?? []) listener({ data })
  }
  const socket = {
    sent: [] as { readonly id: number; readonly method: string; readonly params: unknown[] }[],
    closed: 0,
    addEventListener(type: string, listener: (event: { readonly data: unknown }) => void) {
      listeners.set(type, [...(listeners.get(type) ?? []), listener])
    },
    send: (text: string) => void socket.sent.push(JSON.parse(text)),
    close: () => void (socket.closed += 1),
    emit,
    say: (message: unknown) => emit('message', JSON.stringify(message)),
    head: () => socket.say({ method: 'eth_subscription', params: { subscription: '0x1', result: { number: '0x5' } } }),
    accept(chainId = '0x7') {
      emit('open')
      socket.say({ id: 1, result: chainId })
      socket.say({ id: 2, result: '0xabc' })
    },
  }
  return socket
}

function setUp({ sources = 1, blockTimeMs = 12_000, refuses = false } = {}) {
  const timers = createManualTimers()
  const sockets: { readonly source: number; readonly socket: ReturnType<typeof createSocket> }[] = []
  const counts = { heads: 0, ends: 0 }
  const stop = subscribeHeads(
    {
      sources: Array.from({ length: sources }, (_, source) => ({
        open() {
          if (refuses) throw new Error('no')
          const socket = createSocket()
          sockets.push({ source, socket })
          return socket as unknown as WebSocketLike
        },
      })),
      chainId: 7,
      blockTimeMs,
      after: timers.after,
    },
    () => void (counts.heads += 1),
    () => void (counts.ends += 1),
  )
  const newest = () => {
    const last = sockets.at(-1)
    if (last === undefined) throw new Error('no socket')
    return last.socket
  }
  return { timers, sockets, counts, stop, newest }
}

describe('subscribeHeads', () => {
  it('subscribes, and calls back once per head until it is stopped', () => {
    const { newest, counts, stop, timers } = setUp()
    newest().accept()
    expect(newest().sent.map(({ method, params }) => [method, params])).toEqual([
      ['eth_chainId', []],
      ['eth_subscribe', ['newHeads']],
    ])
    newest().head()
    newest().head()
    expect(counts).toEqual({ heads: 2, ends: 0 })
    stop()
    newest().head()
    newest().emit('close')
    timers.pass(1e9)
    expect(counts).toEqual({ heads: 2, ends: 0 })
    expect(newest().closed).toBe(1)
    expect(timers.waiting()).toBe(0)
  })

  it('connects again to the next source after a pause that grows, and looks for what it missed', () => {
    const { newest, counts, timers, sockets } = setUp({ sources: 2 })
    newest().accept()
    newest().head()
    newest().emit('error')
    newest().emit('close')
    timers.pass(249)
    expect(sockets.length).toBe(1)
    timers.pass(1)
    expect(sockets.map(({ source }) => source)).toEqual([0, 1])
    newest().emit('close')
    timers.pass(499)
    expect(sockets.length).toBe(2)
    timers.pass(1)
    expect(sockets.map(({ source }) => source)).toEqual([0, 1, 0])
    newest().accept()
    expect(counts).toEqual({ heads: 2, ends: 0 })
    // The words of a connection that was given up are nothing.
    sockets[0]?.socket.head()
    expect(counts.heads).toBe(2)
  })

  it('ends when no connection holds', () => {
    const { newest, counts, timers, sockets } = setUp({ blockTimeMs: 100_000 })
    for (let round = 0; round < 6; round++) {
      expect(counts.ends).toBe(0)
      newest().emit('close')
      timers.pass(250 * 2 ** round)
    }
    expect(counts).toEqual({ heads: 0, ends: 1 })
    expect(sockets.length).toBe(6)
    expect(timers.waiting()).toBe(0)
  })

  it('ends when no source opens at all', () => {
    const { counts, timers } = setUp({ refuses: true, blockTimeMs: 100_000 })
    timers.pass(60_000)
    expect(counts).toEqual({ heads: 0, ends: 1 })
  })

  it('ends after three block times without a head, connected or not', () => {
    const { newest, counts, timers } = setUp()
    newest().accept()
    timers.pass(35_999)
    newest().head()
    timers.pass(35_999)
    expect(counts).toEqual({ heads: 1, ends: 0 })
    timers.pass(1)
    expect(counts).toEqual({ heads: 1, ends: 1 })
    expect(newest().closed).toBe(1)
    const silent = setUp({ blockTimeMs: 100 })
    silent.timers.pass(999)
    expect(silent.counts.ends).toBe(0)
    silent.timers.pass(1)
    expect(silent.counts.ends).toBe(1)
  })

  it.each<[string, (socket: ReturnType<typeof createSocket>) => void]>([
    ['another chain', socket => socket.accept('0x8')],
    ['a node without a chain id', socket => socket.say({ id: 1, error: { code: -32601 } })],
    ['a node without subscriptions', socket => socket.say({ id: 2, error: { code: -32601 } })],
  ])('leaves %s', (_, answer) => {
    const { newest, sockets, timers, counts } = setUp({ sources: 2 })
    newest().emit('open')
    const first = newest()
    answer(first)
    first.head()
    expect(first.closed).toBe(1)
    timers.pass(250)
    expect(sockets.map(({ source }) => source)).toEqual([0, 1])
    expect(counts.heads).toBe(0)
  })

  it('bears garbage', () => {
    const { newest, counts } = setUp()
    newest().accept()
    for (const data of ['', '{', 'null', '[]', '7', new ArrayBuffer(3)]) newest().emit('message', data)
    newest().say({ method: 'eth_other' })
    newest().head()
    expect(counts).toEqual({ heads: 1, ends: 0 })
  })
})

describe('subscribeHeads of a chain', () => {
  let anvil: Anvil
  beforeAll(async () => {
    anvil = await startAnvil()
  })
  afterAll(() => anvil.stop())
  const socketUrl = () => anvil.url.replace('http', 'ws')

  it('announces the blocks of a node, and ends when the node does', async () => {
    const node = await startAnvil()
    const timers = createManualTimers()
    const ws = node.url.replace('http', 'ws')
    const { chain } = createTestLane('', {
      rpcUrls: [{ url: node.url }, { url: ws, label: 'ws' }],
      after: timers.after,
    })
    let seen = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    const stop = chain.subscribeHeads(
      () => seen.resolve(),
      () => ended.resolve(),
    )
    expect(stop).not.toBeNull()
    // The subscription stands some time after it was asked for: until then blocks go by unheard.
    const mining = setInterval(() => void node.rpc('anvil_mine', ['0x1']).catch(() => {}), 20)
    await seen.promise
    seen = Promise.withResolvers<void>()
    await seen.promise
    clearInterval(mining)
    await node.stop()
    const passing = setInterval(() => timers.pass(10_000), 20)
    await ended.promise
    clearInterval(passing)
  })

  it('is nothing where no endpoint announces, and reads go over HTTP only', async () => {
    const nothing = () => {
      throw new Error('must not be called')
    }
    expect(createTestLane(anvil.url).chain.subscribeHeads(nothing, nothing)).toBeNull()
    const unused = [{ url: anvil.url }, { url: socketUrl(), weight: 0 }]
    expect(createTestLane('', { rpcUrls: unused }).chain.subscribeHeads(nothing, nothing)).toBeNull()
    const both = createTestLane('', { rpcUrls: [{ url: socketUrl() }, { url: anvil.url }] })
    expect((await both.head()).endpoint).toBe('rpc2')
  })

  it('refuses a network that has WebSockets only, also as private endpoints', () => {
    expect(() => createTestLane('', { rpcUrls: [{ url: 'wss://node.example.org/secret-key' }] })).toThrow(
      /^rpcUrls: WebSocket URLs only announce heads; at least one http: or https: URL is needed$/,
    )
    expect(() => createTestLane(anvil.url, { privateRpcUrls: [{ url: 'WSS://node.example.org' }] })).toThrow(
      /^privateRpcUrls: must be http: or https: URLs$/,
    )
  })

  it('passes the headers of its endpoint on', () => {
    const opened: unknown[] = []
    const headers = { authorization: 'Bearer token' }
    const { chain } = createTestLane('', {
      rpcUrls: [
        { url: anvil.url },
        { url: 'wss://light.example.org', weight: 1 },
        { url: 'wss://node.example.org', headers },
      ],
      openWebSocket: (...given) => {
        opened.push(given)
        return createSocket() as unknown as WebSocketLike
      },
    })
    chain.subscribeHeads(
      () => {},
      () => {},
    )?.()
    expect(opened).toEqual([['wss://node.example.org', headers]])
  })
})

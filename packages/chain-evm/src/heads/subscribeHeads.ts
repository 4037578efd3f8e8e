import type { After } from '../after.ts'
import { readQuantity } from '../rpc/readQuantity.ts'
import type { WebSocketLike } from './webSocket.ts'

/** An endpoint that announces heads. */
export interface HeadSource {
  /** May throw. */
  open(): WebSocketLike
}

/** What a subscription needs. */
export interface SubscribeOptions {
  /** Tried in this order, round and round. */
  readonly sources: readonly HeadSource[]
  readonly chainId: number
  readonly blockTimeMs: number
  readonly after: After
}

/** Without a head for so many block times, and at least for so many ms, the announcements are over. */
const quietBlocks = 3
const minQuietMs = 1_000
/** Connections in a row that bring no head, before the announcements are over. */
const maxFailures = 5
/** Pause after the first lost connection, doubled with each one after it, ms. */
const firstRetryMs = 250

/**
 * `eth_subscribe` of `newHeads`. A lost connection is opened again, at the next source; whatever was missed in between is
 * one head to look for. Ends by itself, with `onEnd`, when no connection holds or none brings a head.
 */
export function subscribeHeads(options: SubscribeOptions, onHead: () => void, onEnd: () => void): () => void {
  const { sources, after } = options
  const quietMs = Math.max(quietBlocks * options.blockTimeMs, minQuietMs)
  let failures = 0
  let opened = 0
  let ended = false
  let socket: WebSocketLike | null = null
  let stopRetry = (): void => {}
  let stopWatch = after(quietMs, end)

  function stop(): void {
    ended = true
    stopRetry()
    stopWatch()
    socket?.close()
    socket = null
  }

  function end(): void {
    if (ended) return
    stop()
    onEnd()
  }

  function announce(): void {
    stopWatch()
    stopWatch = after(quietMs, end)
    onHead()
  }

  /** Of the socket that is in use; another one's late words are nothing to us. */
  function lose(lost: WebSocketLike | null): void {
    if (ended || lost !== socket) return
    socket = null
    lost?.close()
    failures += 1
    if (failures > maxFailures) return end()
    stopRetry = after(firstRetryMs * 2 ** (failures - 1), connect)
  }

  function connect(): void {
    const source = sources[opened % sources.length]
    const isFirst = opened++ === 0
    let made: WebSocketLike
    try {
      made = (source as HeadSource).open()
    } catch {
      return lose(null)
    }
    socket = made
    made.addEventListener('open', () => {
      if (made !== socket) return
      made.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }))
      made.send(JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'eth_subscribe', params: ['newHeads'] }))
    })
    made.addEventListener('close', () => lose(made))
    made.addEventListener('error', () => lose(made))
    let chainIsRight = false
    made.addEventListener('message', ({ data }) => {
      if (made !== socket) return
      const message = parse(data)
      if (message['id'] === 1) {
        chainIsRight = readQuantity(message['result']) === BigInt(options.chainId)
        if (!chainIsRight) lose(made)
      } else if (message['id'] === 2) {
        if (typeof message['result'] !== 'string') lose(made)
        else if (!isFirst && chainIsRight) onHead()
      } else if (message['method'] === 'eth_subscription' && chainIsRight) {
        failures = 0
        announce()
      }
    })
  }

  connect()
  return stop
}

function parse(data: unknown): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(String(data))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

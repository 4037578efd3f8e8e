import { type Consumer, type Head, type JsonObject, type Reading, type SlotKey, sequenceToBigint } from '@relayer/core'
import type { EvmContext } from '../context.ts'
import type { RpcCall } from '../rpc/jsonRpc.ts'
import { readQuantity } from '../rpc/readQuantity.ts'
import { toHex } from '../toHex.ts'
import type { EvmRequest } from '../validate/evmRequest.ts'
import { findBlock } from './findBlock.ts'
import { rebuildAttempt } from './rebuildAttempt.ts'

/**
 * Who used up a nonce: the transaction of the account in the block where its count passed the nonce. One that does what a
 * revision asks for is ours, whatever it paid. `notFound` where no block that the node still serves has it, which is also so
 * of a nonce that was used by no transaction (an EIP-7702 authorization). That it was not ours decides about money, so where
 * another endpoint works it must say the same: no answer while it does not.
 */
export async function identifyConsumer(
  context: EvmContext,
  head: Head,
  slot: SlotKey,
  requests: readonly JsonObject[],
): Promise<Reading<Consumer>> {
  const first = await consumerAt(context, head, slot, requests)
  const other = context.pool.another(head.endpoint)
  if (!first.ok || first.value.kind === 'ours' || other === null) return first
  const second = await consumerAt(context, { ...head, endpoint: other }, slot, requests)
  return second.ok ? agreed(first.value, second.value) : second
}

/** One that was found is proof against `notFound`, which may only mean that the endpoint has forgotten. */
function agreed(first: Consumer, second: Consumer): Reading<Consumer> {
  if (second.kind === 'ours' || first.kind === 'notFound') return { ok: true, value: second }
  const contradict = first.kind === 'stranger' && second.kind === 'stranger' && first.id !== second.id
  if (!contradict) return { ok: true, value: first }
  return { ok: false, reason: 'two endpoints name different transactions of the nonce', retryAfterMs: null }
}

/** What the endpoint of the head says. */
async function consumerAt(
  context: EvmContext,
  head: Head,
  slot: SlotKey,
  requests: readonly JsonObject[],
): Promise<Reading<Consumer>> {
  const nonce = sequenceToBigint(slot.sequence)
  const height = await findBlock(context, head, slot.account, nonce)
  if (!height.ok) return height
  if (height.value === null) return { ok: true, value: { kind: 'notFound' } }

  const call: RpcCall = { method: 'eth_getBlockByNumber', params: [toHex(height.value), true] }
  const reading = await context.pool.askAt(head.endpoint, [call])
  if (!reading.ok) return reading
  const [answer] = reading.value
  const transactions = answer?.kind === 'result' ? transactionsOf(answer.value) : null
  if (transactions === null) {
    return { ok: false, reason: `${head.endpoint}: no block ${height.value}`, retryAfterMs: null }
  }
  const found = transactions.find(
    ({ from, nonce: used }) => lower(from) === slot.account.toLowerCase() && readQuantity(used) === nonce,
  )
  return { ok: true, value: found === undefined ? { kind: 'notFound' } : consumerOf(found, slot, requests) }
}

type Fields = Readonly<Record<string, unknown>>

function consumerOf(found: Fields, slot: SlotKey, requests: readonly JsonObject[]): Consumer {
  const id = lower(found['hash'])
  // The newest: where only prices differ, it is as good as any.
  const revision = requests.findLastIndex(request => matches(found, request as EvmRequest))
  const attempt = revision === -1 ? null : rebuildAttempt(found, slot)
  return attempt === null ? { kind: 'stranger', id } : { kind: 'ours', revision, attempt }
}

function matches({ to, value, input }: Fields, request: EvmRequest): boolean {
  const data = `0x${(request.data ?? '').replace(/^0x/i, '')}`
  return (
    lower(to) === lower(request.to) &&
    readQuantity(value) === BigInt(request.value) &&
    lower(input ?? '0x') === data.toLowerCase()
  )
}

/** Hex in lower case; empty for null. */
function lower(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase() : ''
}

function transactionsOf(block: unknown): readonly Fields[] | null {
  const { transactions } = (block ?? {}) as { transactions?: unknown }
  if (!Array.isArray(transactions)) return null
  return transactions.filter(transaction => typeof transaction === 'object' && transaction !== null)
}

import type { Head, Reading } from '@relayer/core'
import type { EvmContext } from '../context.ts'
import type { RpcCall } from '../rpc/jsonRpc.ts'
import { readQuantity } from '../rpc/readQuantity.ts'
import { readBlock } from './readBlock.ts'

const latest: RpcCall = { method: 'eth_getBlockByNumber', params: ['latest', false] }
const chainId: RpcCall = { method: 'eth_chainId', params: [] }

/**
 * The newest block of the best endpoint: one call. Until the chain id of every endpoint that answered was seen, one more
 * in the same request; an endpoint of another chain is paused and never read.
 */
export async function readHead(context: EvmContext): Promise<Reading<Head>> {
  const { pool, heads, checked } = context
  const reading = await pool.ask(checked.size === 0 ? [latest, chainId] : [latest])
  if (!reading.ok) return reading
  const { endpoint, answers } = reading.value
  if (!checked.has(endpoint)) {
    const refusal = await checkChainId(context, endpoint, answers[1]?.kind === 'result' ? answers[1].value : undefined)
    if (refusal !== null) {
      pool.pause(endpoint)
      return { ok: false, reason: refusal, retryAfterMs: null }
    }
    checked.add(endpoint)
  }
  const block = answers[0]?.kind === 'result' ? readBlock(answers[0].value) : null
  if (block === null) return { ok: false, reason: `${endpoint}: no latest block`, retryAfterMs: null }
  const { height, hash, timestampMs } = block
  const head = { height, hash, timestampMs, endpoint }
  heads.add(head, block)
  return { ok: true, value: head }
}

/** Null when the endpoint serves the right chain. */
async function checkChainId(context: EvmContext, endpoint: string, known: unknown): Promise<string | null> {
  let id = known
  if (id === undefined) {
    const reading = await context.pool.askAt(endpoint, [chainId])
    if (!reading.ok) return reading.reason
    const [answer] = reading.value
    id = answer?.kind === 'result' ? answer.value : undefined
  }
  const served = readQuantity(id)
  if (served === null) return `${endpoint}: does not tell its chain id`
  return served === BigInt(context.chainId) ? null : `${endpoint}: serves chain ${served} instead of ${context.chainId}`
}

import type { Head, Reading } from '@relayer/core'
import type { EvmContext } from '../context.ts'
import type { RpcCall } from '../rpc/jsonRpc.ts'
import type { PoolAnswers } from '../rpc/pool.ts'
import { type Block, readBlock } from './readBlock.ts'

const latest: RpcCall = { method: 'eth_getBlockByNumber', params: ['latest', false] }

/** How long an endpoint comes after the others when its head is below theirs: so many blocks. */
const behindBlocks = 1

/**
 * The newest block of the endpoint whose turn it is: one call. An endpoint below the highest head that any has told is
 * passed over; only when all of them are below (a rollback, or the one ahead is gone) the best of theirs is taken.
 */
export async function readHead(context: EvmContext): Promise<Reading<Head>> {
  const { pool, heads } = context
  let best: { readonly block: Block; readonly endpoint: string } | null = null
  const objection = ({ endpoint, answers }: PoolAnswers): string | null => {
    const block = answers[0]?.kind === 'result' ? readBlock(answers[0].value) : null
    if (block === null) {
      pool.blame(endpoint)
      return `${endpoint}: no latest block`
    }
    if (best === null || block.height > best.block.height) best = { block, endpoint }
    if (block.height >= context.highest) return null
    pool.putBehind(endpoint, behindBlocks * context.blockTimeMs)
    return `${endpoint}: is behind`
  }
  const reading = await pool.ask([latest], objection)
  const found = best as { readonly block: Block; readonly endpoint: string } | null
  if (found === null) return reading.ok ? { ok: false, reason: 'no latest block', retryAfterMs: null } : reading
  const { block, endpoint } = found
  context.highest = block.height
  const { height, hash, timestampMs } = block
  const head = { height, hash, timestampMs, endpoint }
  heads.add(head, block)
  return { ok: true, value: head }
}

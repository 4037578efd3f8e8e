import type { Reading } from '@relayer/core'
import type { EvmContext } from '../context.ts'
import type { HeadFacts } from '../heads/headCache.ts'
import { readBlock } from '../heads/readBlock.ts'
import type { RpcCall } from '../rpc/jsonRpc.ts'
import { toHex } from '../toHex.ts'

/** What must be known of the canonical chain. */
export interface CanonicalQuestion {
  readonly heights: Iterable<number>
  /** Whether the `finalized` height matters too. */
  readonly finalized: boolean
}

/**
 * Learns the canonical block hash at each height, and the finalized height, in one request; nothing of it is asked when
 * this head or the one before it has told already. The answers are in the facts.
 */
export async function readCanonical(
  { pool, missing }: EvmContext,
  facts: HeadFacts,
  { heights, finalized }: CanonicalQuestion,
): Promise<Reading<null>> {
  const { head, canonical } = facts
  const unknown = [...new Set(heights)].filter(height => height <= head.height && !canonical.has(height))
  const noTag = `${head.endpoint} finalized`
  const asksFinalized = finalized && facts.finalizedHeight === undefined && !missing.has(noTag)
  const calls = unknown.map((height): RpcCall => ({ method: 'eth_getBlockByNumber', params: [toHex(height), false] }))
  if (asksFinalized) calls.push({ method: 'eth_getBlockByNumber', params: ['finalized', false] })
  const reading = await pool.askAt(head.endpoint, calls)
  if (!reading.ok) return reading
  for (const [index, height] of unknown.entries()) {
    const answer = reading.value[index]
    const block = answer?.kind === 'result' ? readBlock(answer.value) : null
    if (block?.height === height) canonical.set(height, block.hash)
  }
  if (asksFinalized) {
    const answer = reading.value.at(-1)
    // "not found" comes from a chain that has not finalized anything yet; it may do so later.
    if (answer?.kind === 'error' && !/block.*not found/i.test(answer.message)) missing.add(noTag)
    if (answer?.kind === 'error') facts.finalizedHeight = null
    if (answer?.kind === 'result') facts.finalizedHeight = readBlock(answer.value)?.height ?? null
  }
  return { ok: true, value: null }
}

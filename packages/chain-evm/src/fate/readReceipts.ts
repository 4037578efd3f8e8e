import type { Reading } from '@relayer/core'
import type { EvmContext } from '../context.ts'
import type { HeadFacts } from '../heads/headCache.ts'
import type { RpcCall } from '../rpc/jsonRpc.ts'
import { lacksMethod } from '../rpc/lacksMethod.ts'
import { toHex } from '../toHex.ts'
import { readReceipt } from './receipt.ts'

/** From so many receipts on, those of whole blocks are asked for. */
const scanFrom = 8
/** New blocks that are scanned at one head at most; older ones were scanned at their own heads. */
const scanBlocks = 3

/** Learns the receipts of attempts: whole new blocks in one call each when there are many, the rest one by one in a batch. */
export async function readReceipts(
  context: EvmContext,
  facts: HeadFacts,
  ids: readonly string[],
): Promise<Reading<null>> {
  const { head, receipts } = facts
  const unknown = () => ids.filter(id => !receipts.has(id))
  if (unknown().length >= scanFrom) {
    const reading = await scanNewBlocks(context, facts)
    if (!reading.ok) return reading
  }
  const asked = unknown()
  const reading = await context.pool.askAt(
    head.endpoint,
    asked.map((id): RpcCall => ({ method: 'eth_getTransactionReceipt', params: [id] })),
  )
  if (!reading.ok) return reading
  for (const [index, id] of asked.entries()) {
    const answer = reading.value[index]
    // An error is no answer to the question: it is asked again through the same head.
    if (answer?.kind === 'result') receipts.set(id, readReceipt(answer.value))
  }
  return { ok: true, value: null }
}

async function scanNewBlocks({ pool, missing }: EvmContext, facts: HeadFacts): Promise<Reading<null>> {
  const { head, scanned, receipts } = facts
  const noMethod = `${head.endpoint} eth_getBlockReceipts`
  if (missing.has(noMethod)) return { ok: true, value: null }
  const heights = Array.from({ length: scanBlocks }, (_, back) => head.height - back).filter(
    height => height > (facts.previousHeight ?? head.height - 1) && !scanned.has(height),
  )
  const calls = heights.map((height): RpcCall => ({ method: 'eth_getBlockReceipts', params: [toHex(height)] }))
  const reading = await pool.askAt(head.endpoint, calls)
  if (!reading.ok) return reading
  for (const [index, height] of heights.entries()) {
    const answer = reading.value[index]
    if (lacksMethod(answer)) missing.add(noMethod)
    if (answer?.kind !== 'result' || !Array.isArray(answer.value)) continue
    scanned.add(height)
    for (const value of answer.value) {
      const receipt = readReceipt(value)
      if (receipt !== null) receipts.set(receipt.id, receipt)
    }
  }
  return { ok: true, value: null }
}

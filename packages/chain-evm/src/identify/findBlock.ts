import type { Head, Reading } from '@relayer/core'
import type { EvmContext } from '../context.ts'
import type { RpcAnswer } from '../rpc/jsonRpc.ts'
import { readQuantity } from '../rpc/readQuantity.ts'
import { toHex } from '../toHex.ts'

/** Older blocks are not looked at. */
const maxDepth = 100_000
/** The first step back from the head: nodes without an archive keep the state of so many blocks at least. */
const firstStep = 100

/**
 * The first block that the node knows after which the account's count is above the nonce; where it has forgotten what was
 * before, the nonce need not have been used in it. Null where the count was above it too far back. Steps back from the head,
 * each step longer, then halves the interval: about two calls per power of two.
 */
export async function findBlock(
  { pool }: EvmContext,
  head: Head,
  account: string,
  nonce: bigint,
): Promise<Reading<number | null>> {
  /** Whether the nonce was used by then; null: the node has forgotten. */
  const isUsedAt = async (height: number): Promise<Reading<boolean | null>> => {
    const call = { method: 'eth_getTransactionCount', params: [account, toHex(height)] }
    const reading = await pool.askAt(head.endpoint, [call])
    if (!reading.ok) return reading
    const [answer] = reading.value
    const count = answer?.kind === 'result' ? readQuantity(answer.value) : null
    if (count !== null) return { ok: true, value: count > nonce }
    if (isForgotten(answer)) return { ok: true, value: null }
    return { ok: false, reason: `${head.endpoint}: no account state at block ${height}`, retryAfterMs: null }
  }

  const now = await isUsedAt(head.height)
  if (!now.ok) return now
  if (now.value !== true) {
    return { ok: false, reason: `${head.endpoint}: the nonce is not used at block ${head.height}`, retryAfterMs: null }
  }
  let used = head.height
  let before = -1
  const lowest = Math.max(head.height - maxDepth, 0)
  for (let step = firstStep; used > lowest; step *= 4) {
    const height = Math.max(head.height - step, lowest)
    const reading = await isUsedAt(height)
    if (!reading.ok) return reading
    if (reading.value === true) {
      used = height
      continue
    }
    before = height
    break
  }
  if (before === -1) return { ok: true, value: null }
  while (used - before > 1) {
    const height = Math.floor((used + before) / 2)
    const reading = await isUsedAt(height)
    if (!reading.ok) return reading
    if (reading.value === true) used = height
    else before = height
  }
  return { ok: true, value: used }
}

/** Whether an error says that the state of a block is gone, and not that the node is in trouble. */
function isForgotten(answer: RpcAnswer | undefined): boolean {
  if (answer?.kind !== 'error') return false
  const { code, message } = answer
  if (/missing trie node|prun|state.{0,40}(not |un)available|historical state|archive|out of range/i.test(message)) {
    return true
  }
  return code !== -32603 && !/internal|time ?out|timed out|try again|busy/i.test(message)
}

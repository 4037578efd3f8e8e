import type { BuildInput, BuildResult } from '@relayer/core'
import type { EvmContext } from '../context.ts'
import { readL1Fees } from '../fees/readL1Fees.ts'
import { estimateGas } from '../gas/estimateGas.ts'
import type { HeadFacts } from '../heads/headCache.ts'
import { type Block, readBlock } from '../heads/readBlock.ts'
import { readPolicies } from '../validate/policies.ts'
import { assignSequences } from './assignSequences.ts'
import { draftOf } from './draft.ts'
import { excuseReverts } from './excuseReverts.ts'
import { notYet } from './notYet.ts'
import { planGas } from './planGas.ts'
import { planPrices } from './planPrices.ts'
import { signDrafts } from './signDrafts.ts'

/**
 * Prices and signs, in order. Asks at most, all at a time: the head's fee quote (once per head, for all lanes), one batch of
 * gas estimates and, on the OP stack, the layer-1 fee (once per head and size). Sequences are handed out last, to what survived, so nothing can leave a gap.
 */
export async function buildAttempts(context: EvmContext, input: BuildInput): Promise<readonly BuildResult[]> {
  const { items, account, policies: stored, head } = input
  if (items.length === 0) return []
  const facts = context.heads.of(head)
  const block = await readBlockOf(context, facts)
  if (block === null) return items.map(() => notYet(context, 'waiting for an endpoint'))

  const policies = readPolicies(stored)
  const drafts = items.map(item => draftOf(item, account, policies, context.privatePool !== null))
  const estimated = drafts.filter(
    ({ gasLimit, item }) => gasLimit === null && (policies.gasLimitEstimation || !item.revision),
  )
  const [prices, l1Fees, estimates] = await Promise.all([
    planPrices(context, facts, drafts, policies),
    readL1Fees(
      context,
      facts,
      drafts.map(({ target }) => target),
    ),
    estimateGas(
      context,
      facts,
      estimated.map(({ target }) => target),
    ),
  ])
  const estimateOf = new Map(estimated.map((draft, index) => [draft, estimates[index]]))
  const gas = drafts.map(draft => planGas(context, draft, estimateOf.get(draft), block.gasLimit))
  const ready = drafts.map((draft, index) => {
    const limit = gas[index] ?? notYet(context, 'waiting for an endpoint')
    const price = prices[index] ?? notYet(context, 'waiting for an endpoint')
    if (draft.marks['private'] === true && context.privatePool === null) {
      return notYet(context, 'waiting for an endpoint', 'no private endpoint is configured')
    }
    if (limit.kind !== 'gas') return limit
    if (price.kind !== 'price') return price
    return { kind: 'ready', draft, price: price.price, gasLimit: limit.gas, l1Fee: l1Fees[index] ?? 0n } as const
  })
  const excused = await excuseReverts(context, input, drafts, ready)
  return signDrafts(context, input, assignSequences(context, input, excused))
}

/** The head's block: cached by `head()`, asked again by an adapter that was made since. */
async function readBlockOf({ pool }: EvmContext, facts: HeadFacts): Promise<Block | null> {
  if (facts.block !== null) return facts.block
  const { head } = facts
  const reading = await pool.askNear(head.endpoint, [{ method: 'eth_getBlockByHash', params: [head.hash, false] }])
  const answer = reading.ok ? reading.value[0] : undefined
  facts.block = answer?.kind === 'result' ? readBlock(answer.value) : null
  return facts.block
}

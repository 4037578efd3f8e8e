import type { QuoteInput } from '@relayer/core'
import type { EvmContext } from '../context.ts'
import { readL1Fees } from '../fees/readL1Fees.ts'
import { estimateGas, type GasEstimate } from '../gas/estimateGas.ts'
import type { HeadFacts } from '../heads/headCache.ts'
import { type Block, readBlock } from '../heads/readBlock.ts'
import { readPolicies } from '../validate/policies.ts'
import { type Draft, draftOf } from './draft.ts'
import { notYet } from './notYet.ts'
import { planGas } from './planGas.ts'
import { planPrices } from './planPrices.ts'
import type { Ready, Unbuilt } from './planned.ts'

/** An item on its way to an attempt. `estimate`: what the node said of its gas, where it was asked. */
export interface Plan {
  readonly draft: Draft
  readonly estimate: GasEstimate | undefined
  readonly result: Ready | Unbuilt
}

/**
 * Everything of an attempt but a nonce and a signature, in order. Gas is estimated where nobody has said it; with
 * `simulateAll` for every item, to learn whether it would run.
 */
export async function planAttempts(
  context: EvmContext,
  { items, account, policies: stored, head }: QuoteInput,
  { simulateAll }: { readonly simulateAll: boolean },
): Promise<readonly Plan[]> {
  const facts = context.heads.of(head)
  const policies = readPolicies(stored)
  const drafts = items.map(item => draftOf(item, account, policies, context.privatePool !== null))
  const block = await readBlockOf(context, facts)
  if (block === null) {
    return drafts.map(draft => ({
      draft,
      estimate: undefined,
      result: notYet(context, 'waiting for an endpoint'),
    }))
  }
  const estimated = drafts.filter(
    ({ gasLimit, item }) => simulateAll || (gasLimit === null && (policies.gasLimitEstimation || !item.revision)),
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
  return drafts.map((draft, index) => {
    const estimate = estimateOf.get(draft)
    const limit = planGas(context, draft, estimate, block.gasLimit)
    const price = prices[index] ?? notYet(context, 'waiting for an endpoint')
    const result = (): Ready | Unbuilt => {
      if (draft.marks['private'] === true && context.privatePool === null) {
        return notYet(context, 'waiting for an endpoint', 'no private endpoint is configured')
      }
      if (limit.kind !== 'gas') return limit
      if (price.kind !== 'price') return price
      return { kind: 'ready', draft, price: price.price, gasLimit: limit.gas, l1Fee: l1Fees[index] ?? 0n }
    }
    return { draft, estimate, result: result() }
  })
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

import type { Quote, QuoteInput } from '@relayer/core'
import type { EvmContext } from '../context.ts'
import { attemptPrices, maxCostOf } from './attemptDetails.ts'
import { type Plan, planAttempts } from './planAttempts.ts'

/** What building items would come to at a head, in order; every one is simulated by an estimate. */
export async function quoteItems(context: EvmContext, input: QuoteInput): Promise<readonly Quote[]> {
  if (input.items.length === 0) return []
  return (await planAttempts(context, input, { simulateAll: true })).map(quoteOf)
}

function quoteOf({ draft, estimate, result }: Plan): Quote {
  if (result.kind === 'rejected') return { kind: 'rejected', reason: result.reason }
  if (result.kind === 'notYet') return { kind: 'notYet', reason: result.reason, detail: result.detail }
  const { gasLimit, price, l1Fee } = result
  return {
    kind: 'quoted',
    details: attemptPrices(gasLimit, price),
    maxCost: maxCostOf(gasLimit, price, draft.target.value) + l1Fee,
    failure: failureOf(estimate, gasLimit),
  }
}

/** Nodes search for an estimate and stop when it is at most so many percent too high (geth: 1.5). */
const estimateErrorPercent = 2n

/** A limit that the client gave is signed as it is, however little it is and whatever the estimate says. */
function failureOf(estimate: Plan['estimate'], gasLimit: bigint): string | null {
  if (estimate?.kind === 'reverted') return estimate.reason
  if (estimate?.kind !== 'gas' || estimate.gas * (100n - estimateErrorPercent) <= gasLimit * 100n) return null
  return `out of gas: the estimate is ${estimate.gas} and gas_limit is ${gasLimit}`
}

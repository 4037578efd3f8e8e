import type { EvmContext } from '../context.ts'
import type { FeeQuote, Price } from '../fees/feeQuote.ts'
import { fitPrice } from '../fees/fitPrice.ts'
import { floorOver } from '../fees/outbid.ts'
import { readQuote } from '../fees/readQuote.ts'
import type { HeadFacts } from '../heads/headCache.ts'
import type { EvmPolicies } from '../validate/policies.ts'
import type { Draft } from './draft.ts'
import { notYet } from './notYet.ts'
import type { Unbuilt } from './planned.ts'

/** The price of every draft, or why it waits. The market is asked only if a draft names a speed. */
export async function planPrices(
  context: EvmContext,
  facts: HeadFacts,
  drafts: readonly Draft[],
  policies: EvmPolicies,
): Promise<readonly ({ readonly kind: 'price'; readonly price: Price } | Unbuilt)[]> {
  const baseFeePerGas = facts.block?.baseFeePerGas ?? null
  const eip1559 = context.eip1559 && policies.eip1559Pricing && baseFeePerGas !== null
  const needsQuote = drafts.some(({ wanted }) => typeof wanted === 'string')
  const quote = needsQuote ? await readQuote(context, facts, eip1559 ? 'eip1559' : 'legacy') : null
  return drafts.map(({ wanted, cap, previous, demanded }) => {
    const price = priceOf(wanted, quote)
    if (price === null) return notYet(context, 'waiting for an endpoint')
    const fit = fitPrice({ wanted: price, cap, floor: floorOver(previous, demanded), baseFeePerGas })
    return 'wait' in fit ? notYet(context, 'waiting for gas price', fit.wait) : { kind: 'price', price: fit.price }
  })
}

function priceOf(wanted: Draft['wanted'], quote: FeeQuote | null): Price | null {
  return typeof wanted === 'string' ? (quote?.prices[wanted] ?? null) : wanted
}

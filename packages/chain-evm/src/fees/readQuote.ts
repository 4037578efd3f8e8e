import type { EvmContext } from '../context.ts'
import type { HeadFacts } from '../heads/headCache.ts'
import { readQuantity } from '../rpc/readQuantity.ts'
import { lacksMethod } from '../rpc/lacksMethod.ts'
import type { FeeQuote, Price } from './feeQuote.ts'
import { quoteEip1559, quoteLegacy, rewardPercentiles } from './speedPrice.ts'

/** The market at a head, asked at most once per head and family; null when the endpoint does not answer. */
export function readQuote(context: EvmContext, facts: HeadFacts, family: Price['family']): Promise<FeeQuote | null> {
  const known = facts.quotes.get(family)
  if (known !== undefined) return known
  const asked = family === 'legacy' ? askLegacy(context, facts) : askEip1559(context, facts)
  facts.quotes.set(family, asked)
  // A failure is not remembered: the head may be asked again.
  return asked.then(quote => {
    if (quote === null) facts.quotes.delete(family)
    return quote
  })
}

/** On Polygon zkEVM the node's own method comes first; whatever is wrong with it, the ordinary one will do. */
async function askLegacy({ pool, missing, zkevmGasPrice }: EvmContext, { head }: HeadFacts): Promise<FeeQuote | null> {
  const lacking = `${head.endpoint} zkevm_estimateGasPrice`
  const methods = zkevmGasPrice && !missing.has(lacking) ? ['zkevm_estimateGasPrice', 'eth_gasPrice'] : ['eth_gasPrice']
  const calls = methods.map(method => ({ method, params: [] }))
  // Another endpoint's lack of the method must not be taken for this one's.
  const reading = await (methods.length > 1 ? pool.askAt : pool.askNear)(head.endpoint, calls)
  if (!reading.ok) return null
  if (methods.length > 1 && lacksMethod(reading.value[0])) missing.add(lacking)
  const prices = reading.value.map(answer => (answer.kind === 'result' ? readQuantity(answer.value) : null))
  const gasPrice = prices.find(price => price !== null)
  return gasPrice === undefined || gasPrice === null ? null : quoteLegacy(gasPrice)
}

async function askEip1559({ pool, blockTimeMs }: EvmContext, { head, block }: HeadFacts): Promise<FeeQuote | null> {
  const params = ['0x4', 'latest', rewardPercentiles]
  const reading = await pool.askNear(head.endpoint, [{ method: 'eth_feeHistory', params }])
  const answer = reading.ok ? reading.value[0] : undefined
  if (answer?.kind !== 'result' && !lacksMethod(answer)) return null
  const rewards = answer?.kind === 'result' ? readRewards(answer.value) : []
  return quoteEip1559({ baseFeePerGas: block?.baseFeePerGas ?? 0n, rewards, blockTimeMs })
}

function readRewards(history: unknown): readonly (readonly bigint[])[] {
  const { reward } = (history ?? {}) as { reward?: unknown }
  if (!Array.isArray(reward)) return []
  return reward.map(row => (Array.isArray(row) ? row.map(value => readQuantity(value) ?? 0n) : []))
}

import type { Endpoint, RpcAnswer, RpcCall } from './jsonRpc.ts'
import { readQuantity } from './readQuantity.ts'

/** An endpoint whose chain id is asked along with the first calls, and again after {@link CheckedEndpoint.doubt}. */
export interface CheckedEndpoint extends Endpoint {
  /** Why it must not be used, by the last check; null: nothing speaks against it. */
  readonly refusal: string | null
  /** It was away: what is there now may be another node. */
  doubt(): void
}

const chainIdCall: RpcCall = { method: 'eth_chainId', params: [] }

/**
 * What an unchecked endpoint says counts only once its chain id does. `mayBeSilent`: one that answers with an error has no
 * such method (relays that only take transactions) and is trusted.
 */
export function checkChainId(
  endpoint: Endpoint,
  { chainId, mayBeSilent }: { readonly chainId: number; readonly mayBeSilent: boolean },
): CheckedEndpoint {
  const { label, weight } = endpoint
  let checked = false
  let refusal: string | null = null

  function judge(told: RpcAnswer | undefined): RpcAnswer | null {
    if (told === undefined || told.kind === 'lost' || told.kind === 'limited') {
      return told ?? { kind: 'lost', reason: `${label}: no answer to the call` }
    }
    const served = told.kind === 'result' ? readQuantity(told.value) : null
    if (served === BigInt(chainId) || (mayBeSilent && told.kind === 'error')) return null
    // Nonsense may be a fault of the moment; only another id is a reason to keep away.
    if (served === null) return { kind: 'lost', reason: `${label}: does not tell its chain id` }
    refusal = `${label}: serves chain ${served} instead of ${chainId}`
    return { kind: 'lost', reason: refusal, cause: 'unusable' }
  }

  return {
    label,
    weight,
    get refusal() {
      return refusal
    },
    doubt() {
      checked = false
    },
    async send(calls, options) {
      if (checked || calls.length === 0) return endpoint.send(calls, options)
      refusal = null
      const [told, ...answers] = await endpoint.send([chainIdCall, ...calls], options)
      const verdict = judge(told)
      if (verdict !== null) return calls.map(() => verdict)
      checked = true
      return answers
    },
  }
}

import { isMaskedUrl, maskUrl, RelayerError, type RpcUrl } from '@relayer/core'
import { networkUpdate } from '@relayer/schemas'
import {
  invalidRpcScheme,
  maskedRpcUrl,
  NO_RPC_URLS,
  NOTHING_TO_UPDATE,
  RPC_WEIGHT_RANGE,
} from '@relayer/schemas/errors'
import { checkRpcUrl, type RpcUrlRules } from '../config/checkRpcUrl.ts'
import { readShape } from '../http/readShape.ts'

/** The body of PATCH /networks/{network_id}: the new endpoints. Nothing is looked up before the body is right. */
export function readNetworkUpdate(body: unknown, rules: RpcUrlRules): readonly RpcUrl[] {
  const { rpc_urls: rpcUrls } = readShape(networkUpdate, body)
  const refusal = rpcUrls ? refuseEndpoints(rpcUrls, rules) : NOTHING_TO_UPDATE
  if (refusal !== null) throw new RelayerError('INVALID_REQUEST', refusal)
  return rpcUrls as readonly RpcUrl[]
}

function refuseEndpoints(rpcUrls: readonly RpcUrl[], rules: RpcUrlRules): string | null {
  if (rpcUrls.length === 0) return NO_RPC_URLS
  const strange = rpcUrls.find(({ url }) => !/^https?:\/\//i.test(url))
  if (strange) return invalidRpcScheme(shownUrl(strange.url))
  for (const [index, { url, weight }] of rpcUrls.entries()) {
    const refusal = isMaskedUrl(url) ? maskedRpcUrl(`rpc_urls[${index}]`) : checkRpcUrl(url, rules)
    if (refusal !== null) return refusal
    if (weight > 100) return RPC_WEIGHT_RANGE
  }
  return null
}

/** What is no URL at all has no host to show, but may have a key behind its first slash. */
function shownUrl(url: string): string {
  return url.includes('://') ? maskUrl(url) : url.replace(/[/?#].*$/s, '/***').slice(0, 100)
}

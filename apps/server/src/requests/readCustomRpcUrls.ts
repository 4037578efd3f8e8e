import { isMaskedUrl, RelayerError, type RpcUrl } from '@relayer/core'
import type { RpcUrl as GivenRpcUrl } from '@relayer/schemas'
import { maskedRpcUrl, RPC_WEIGHT_RANGE } from '@relayer/schemas/errors'
import { checkRpcUrl, type RpcUrlRules } from '../config/checkRpcUrl.ts'

/** A relayer's own endpoints; each passes the rules for RPC hosts, and none is one that an answer has masked. */
export function readCustomRpcUrls(urls: readonly GivenRpcUrl[], rules: RpcUrlRules): readonly RpcUrl[] {
  return urls.map(({ url, weight: given }, index) => {
    const refusal = isMaskedUrl(url) ? maskedRpcUrl(`custom_rpc_urls[${index}]`) : checkRpcUrl(url, rules)
    if (refusal !== null) throw new RelayerError('INVALID_REQUEST', refusal)
    const weight = given ?? 100
    if (weight > 100) throw new RelayerError('INVALID_REQUEST', RPC_WEIGHT_RANGE)
    return { url, weight }
  })
}

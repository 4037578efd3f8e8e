import { type Grant, type Json, maskUrl, type NetworkRecord } from '@relayer/core'
import type { NetworkType } from '@relayer/schemas'

/** What a client sees of a network; fields that are unset are left out. */
export interface NetworkResponseBody {
  readonly id: string
  readonly name: string
  readonly network_type: NetworkType
  readonly rpc_urls: readonly { readonly url: string; readonly weight: number }[]
  readonly [setting: string]: Json | readonly object[]
}

const common = ['explorer_urls', 'average_blocktime_ms', 'is_testnet', 'tags']
const shown: Readonly<Record<NetworkType, readonly string[]>> = {
  evm: [...common, 'chain_id', 'required_confirmations', 'features', 'symbol'],
  solana: common,
  stellar: [...common, 'passphrase', 'horizon_url'],
}

/** Endpoints are masked, since their paths hold keys, except to the root key: it can change what it has read. */
export function networkResponse(
  { id, name, networkType, rpcUrls, settings }: NetworkRecord,
  { root }: Pick<Grant, 'root'>,
): NetworkResponseBody {
  const show = root ? (url: string) => url : maskUrl
  const present = shown[networkType].flatMap(key => {
    const value = settings[key]
    if (value === undefined || value === null) return []
    return [[key, key === 'horizon_url' ? show(String(value)) : value] as const]
  })
  return {
    id,
    name,
    network_type: networkType,
    rpc_urls: rpcUrls.map(({ url, weight }) => ({ url: show(url), weight })),
    ...Object.fromEntries(present),
  }
}

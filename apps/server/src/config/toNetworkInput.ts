import type { JsonObject, NetworkInput } from '@relayer/core'
import { NO_USABLE_RPC_URL } from '@relayer/schemas/errors'
import type { RpcUrlRules } from './checkRpcUrl.ts'
import type { PlacedNetwork } from './inheritNetworks.ts'
import { misplaced, within } from './place.ts'
import { readRpcUrls } from './rpcUrlEntry.ts'

const required = {
  evm: ['chain_id', 'required_confirmations', 'symbol'],
  solana: [],
  stellar: ['passphrase'],
} as const

/** A network with its inheritance resolved as core takes it, or a sentence about what it lacks. */
export function toNetworkInput({ entry, place }: PlacedNetwork, rules: RpcUrlRules): NetworkInput {
  const { type, network, from: _, rpc_urls, ...rest } = entry
  for (const field of required[type]) {
    const value = (rest as Record<string, unknown>)[field]
    if (value === undefined || value === null || value === '')
      throw misplaced(within(place, field), 'this field is missing')
  }
  // only here may an endpoint be a WebSocket: it announces heads
  const rpcUrls = readRpcUrls(rpc_urls ?? [], { ...rules, webSockets: true }, within(place, 'rpc_urls'))
  if (rpcUrls.length === 0) throw misplaced(within(place, 'rpc_urls'), 'at least one RPC URL is needed')
  if (rpcUrls.every(({ weight }) => weight === 0)) throw misplaced(within(place, 'rpc_urls'), NO_USABLE_RPC_URL)
  const privateUrls = 'private_rpc_urls' in rest ? rest.private_rpc_urls : null
  const given = {
    ...rest,
    ...(privateUrls && { private_rpc_urls: readRpcUrls(privateUrls, rules, within(place, 'private_rpc_urls')) }),
  }
  const settings: object = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined && value !== null),
  )
  return { name: network, networkType: type, rpcUrls, settings: settings as JsonObject }
}

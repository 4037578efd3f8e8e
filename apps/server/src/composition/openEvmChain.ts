import { createEvmChain } from '@relayer/chain-evm'
import { type Chain, type JsonObject, type NetworkRecord, type Opened, RelayerError, type RpcUrl } from '@relayer/core'
import type { Environment } from '../config/environment.ts'
import type { ObserveRpc } from '../metrics/observeRpc.ts'

/** Where a network does not say how fast it is. */
const defaultBlockTimeMs = 12_000

/** How endpoints are treated; the same for all networks. */
export type RpcSettings = Pick<
  Environment,
  'rpcTimeoutMs' | 'rpcFailureThreshold' | 'rpcPauseMs' | 'rpcFailureExpiryMs' | 'developmentMethods'
> & {
  /** Told of every request to a network's endpoints. */
  readonly observeRpc?: ObserveRpc
}

/** The chain of an EVM network record, or why there is none. */
export function openEvmChain(network: NetworkRecord, rpcUrls: readonly RpcUrl[], settings: RpcSettings): Opened<Chain> {
  const chainId = numberIn(network.settings, 'chain_id')
  if (chainId === null) return { ok: false, reason: `Network '${network.name}' has no chain_id` }
  try {
    return { ok: true, value: openChain(network, chainId, rpcUrls, settings) }
  } catch (error) {
    if (error instanceof RelayerError) return { ok: false, reason: `Network '${network.name}': ${error.message}` }
    throw error
  }
}

function openChain(network: NetworkRecord, chainId: number, rpcUrls: readonly RpcUrl[], settings: RpcSettings): Chain {
  return createEvmChain({
    chainId,
    rpcUrls,
    privateRpcUrls: endpointsIn(network.settings, 'private_rpc_urls'),
    requiredConfirmations: numberIn(network.settings, 'required_confirmations') ?? 1,
    averageBlockTimeMs: numberIn(network.settings, 'average_blocktime_ms') ?? defaultBlockTimeMs,
    features: textsIn(network.settings, 'features'),
    tags: textsIn(network.settings, 'tags'),
    timeoutMs: settings.rpcTimeoutMs,
    failureThreshold: settings.rpcFailureThreshold,
    pauseMs: settings.rpcPauseMs,
    failureExpiryMs: settings.rpcFailureExpiryMs,
    developmentMethods: settings.developmentMethods,
    ...(settings.observeRpc && { onRpc: settings.observeRpc(network) }),
  })
}

function endpointsIn(settings: JsonObject, name: string): readonly RpcUrl[] {
  const value = settings[name]
  return Array.isArray(value) ? (value as readonly RpcUrl[]) : []
}

function numberIn(settings: JsonObject, name: string): number | null {
  const value = settings[name]
  return typeof value === 'number' ? value : null
}

function textsIn(settings: JsonObject, name: string): readonly string[] {
  const value = settings[name]
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
}

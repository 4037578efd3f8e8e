import { createEvmChain } from '@relayer/chain-evm'
import type { Chain, JsonObject, NetworkRecord, Opened, RpcUrl } from '@relayer/core'

/** Where a network does not say how fast it is. */
const defaultBlockTimeMs = 12_000

/** The chain of an EVM network record. */
export function openEvmChain(network: NetworkRecord, rpcUrls: readonly RpcUrl[], timeoutMs: number): Opened<Chain> {
  const chainId = numberIn(network.settings, 'chain_id')
  if (chainId === null) return { ok: false, reason: `Network '${network.name}' has no chain_id` }
  const chain = createEvmChain({
    chainId,
    rpcUrls,
    requiredConfirmations: numberIn(network.settings, 'required_confirmations') ?? 1,
    averageBlockTimeMs: numberIn(network.settings, 'average_blocktime_ms') ?? defaultBlockTimeMs,
    features: textsIn(network.settings, 'features'),
    tags: textsIn(network.settings, 'tags'),
    timeoutMs,
  })
  return { ok: true, value: chain }
}

function numberIn(settings: JsonObject, name: string): number | null {
  const value = settings[name]
  return typeof value === 'number' ? value : null
}

function textsIn(settings: JsonObject, name: string): readonly string[] {
  const value = settings[name]
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : []
}

import { createHeadCache, type HeadCache } from './heads/headCache.ts'
import type { EvmChainOptions, EvmEndpoint } from './options.ts'
import { createEndpoint } from './rpc/endpoint.ts'
import type { Endpoint } from './rpc/jsonRpc.ts'
import { createPool, type Pool } from './rpc/pool.ts'
import { createTransportEndpoint } from './rpc/transportEndpoint.ts'

/** What every verb of this package gets first. Nothing in it matters beyond the process: it is all caches. */
export interface EvmContext {
  readonly chainId: number
  readonly requiredConfirmations: number
  readonly eip1559: boolean
  readonly blockTimeMs: number
  /** Send one by one, and nothing after an attempt that was not acknowledged. */
  readonly orderedDelivery: boolean
  readonly pool: Pool
  readonly heads: HeadCache
  /** What endpoints turned out not to have: `label method` or `label feature`. */
  readonly missing: Set<string>
  /** Labels of endpoints whose chain id was checked. */
  readonly checked: Set<string>
  readonly now: () => number
}

/** Fills in the defaults and opens the endpoints; asks nothing yet. */
export function createContext(options: EvmChainOptions): EvmContext {
  const { now = Date.now, tags = [], features = [] } = options
  const endpoints = options.rpcUrls.map((endpoint, index) => createEndpointOf(endpoint, `rpc${index + 1}`, options))
  return {
    chainId: options.chainId,
    requiredConfirmations: options.requiredConfirmations,
    eip1559: features.includes('eip1559'),
    blockTimeMs: options.averageBlockTimeMs,
    orderedDelivery: tags.includes('arbitrum-based'),
    pool: createPool(endpoints, {
      now,
      failureThreshold: options.failureThreshold ?? 3,
      pauseMs: options.pauseMs ?? 60_000,
    }),
    heads: createHeadCache(),
    missing: new Set(),
    checked: new Set(),
    now,
  }
}

function createEndpointOf(endpoint: EvmEndpoint, defaultLabel: string, options: EvmChainOptions): Endpoint {
  const shared = {
    label: endpoint.label ?? defaultLabel,
    weight: endpoint.weight ?? 100,
    timeoutMs: options.timeoutMs ?? 10_000,
    now: options.now ?? Date.now,
    ...(options.onRpc && { observe: options.onRpc }),
  }
  if ('transport' in endpoint) return createTransportEndpoint({ ...shared, transport: endpoint.transport })
  return createEndpoint({
    ...shared,
    url: endpoint.url,
    headers: endpoint.headers ?? {},
    fetch: options.fetch ?? fetch,
  })
}

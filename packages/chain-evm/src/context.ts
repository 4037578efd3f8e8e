import { RelayerError } from '@relayer/core'
import { afterTimeout } from './after.ts'
import { createHeadCache, type HeadCache } from './heads/headCache.ts'
import type { HeadSource } from './heads/subscribeHeads.ts'
import { openGlobalWebSocket } from './heads/webSocket.ts'
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
  /** Transactions pay for their bytes on layer 1, beside their gas (OP stack). */
  readonly l1Fee: boolean
  /** The node has a gas price of its own for layer 2 (Polygon zkEVM). */
  readonly zkevmGasPrice: boolean
  readonly pool: Pool
  /** For what must not be seen before it is mined; null: there are no such endpoints. */
  readonly privatePool: Pool | null
  /** Endpoints that announce heads. */
  readonly headSources: readonly HeadSource[]
  readonly heads: HeadCache
  /** Clients may use the namespaces of development nodes. */
  readonly developmentMethods: boolean
  /** The greatest height that an endpoint has told, until all of them tell a lower one; 0: none yet. */
  highest: number
  /** What endpoints turned out not to have: `label method` or `label feature`. */
  readonly missing: Set<string>
  readonly now: () => number
}

/** Fills in the defaults and opens the endpoints; asks nothing yet. */
export function createContext(options: EvmChainOptions): EvmContext {
  const { now = Date.now, tags = [], features = [], rpcUrls, privateRpcUrls = [] } = options
  const asked = labelled(rpcUrls, 'rpc').filter(endpoint => !isWebSocket(endpoint))
  if (asked.length === 0 && rpcUrls.length > 0) {
    throw new RelayerError(
      'INVALID_REQUEST',
      'rpcUrls: WebSocket URLs only announce heads; at least one http: or https: URL is needed',
    )
  }
  if (privateRpcUrls.some(isWebSocket)) {
    throw new RelayerError('INVALID_REQUEST', 'privateRpcUrls: must be http: or https: URLs')
  }
  const poolOptions = {
    now,
    after: options.after ?? afterTimeout,
    chainId: options.chainId,
    failureThreshold: options.failureThreshold ?? 3,
    failureExpiryMs: options.failureExpiryMs ?? 60_000,
    pauseMs: options.pauseMs ?? 60_000,
    hedgeMs: options.hedgeMs ?? 1_000,
  }
  const poolOf = (endpoints: readonly LabelledEndpoint[], mayBeSilent: boolean) =>
    createPool(
      endpoints.map(endpoint => createEndpointOf(endpoint, options)),
      { ...poolOptions, mayBeSilent },
    )
  return {
    chainId: options.chainId,
    requiredConfirmations: options.requiredConfirmations,
    eip1559: features.includes('eip1559'),
    blockTimeMs: options.averageBlockTimeMs,
    orderedDelivery: tags.includes('arbitrum-based'),
    l1Fee: tags.includes('optimism-based') || tags.includes('optimism'),
    zkevmGasPrice: tags.includes('polygon-zkevm-based'),
    pool: poolOf(asked, false),
    privatePool: privateRpcUrls.length === 0 ? null : poolOf(labelled(privateRpcUrls, 'private'), true),
    headSources: headSourcesOf(options),
    heads: createHeadCache(),
    developmentMethods: options.developmentMethods ?? false,
    highest: 0,
    missing: new Set(),
    now,
  }
}

type LabelledEndpoint = EvmEndpoint & { readonly label: string }

function labelled(endpoints: readonly EvmEndpoint[], prefix: string): readonly LabelledEndpoint[] {
  return endpoints.map((endpoint, index) => ({ ...endpoint, label: endpoint.label ?? `${prefix}${index + 1}` }))
}

function isWebSocket(endpoint: EvmEndpoint): boolean {
  return 'url' in endpoint && /^wss?:/i.test(endpoint.url)
}

function headSourcesOf({ rpcUrls, openWebSocket = openGlobalWebSocket }: EvmChainOptions): readonly HeadSource[] {
  return rpcUrls
    .filter(({ weight = 100 }) => weight > 0)
    .sort((a, b) => (b.weight ?? 100) - (a.weight ?? 100))
    .flatMap(endpoint =>
      'url' in endpoint && isWebSocket(endpoint)
        ? { open: () => openWebSocket(endpoint.url, endpoint.headers ?? {}) }
        : [],
    )
}

function createEndpointOf(endpoint: LabelledEndpoint, options: EvmChainOptions): Endpoint {
  const shared = {
    label: endpoint.label,
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

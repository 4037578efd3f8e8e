import type { Transport } from 'viem'
import type { RpcObservation } from './rpc/jsonRpc.ts'
import type { Fetch } from './rpc/postJson.ts'

/** An endpoint by URL, or by a viem transport that the user made. */
export type EvmEndpoint = (
  | {
      /** May hold a key: it is never shown. */
      readonly url: string
      readonly headers?: Readonly<Record<string, string>>
    }
  | { readonly transport: Transport }
) & {
  /** 0 – 100, default 100: the highest is asked first, 0 never. */
  readonly weight?: number
  /** What reasons and records call it; default `rpc1`, `rpc2`, … Never put a URL here. */
  readonly label?: string
}

/** One EVM network. */
export interface EvmChainOptions {
  readonly chainId: number
  readonly rpcUrls: readonly EvmEndpoint[]
  /** Blocks on top of a transaction's block until it counts as confirmed. */
  readonly requiredConfirmations: number
  /** ms; sets the pace of polling and how far a speed price looks ahead. */
  readonly averageBlockTimeMs: number
  /** Only `eip1559` has a meaning; without it every price is a gas price. */
  readonly features?: readonly string[]
  /** `arbitrum-based`, `no-mempool`, …: see {@link traitsOf}. */
  readonly tags?: readonly string[]
  /** Longest wait for one HTTP request, ms. Default 10,000. */
  readonly timeoutMs?: number
  /** Failures in a row after which an endpoint is paused. Default 3. */
  readonly failureThreshold?: number
  /** How long it is paused, ms. Default 60,000. */
  readonly pauseMs?: number
  /** Default: the global one, which keeps connections alive. */
  readonly fetch?: Fetch
  /** ms since the epoch; default `Date.now`. */
  readonly now?: () => number
  /** Told of every HTTP request, for metrics. */
  readonly onRpc?: (observation: RpcObservation) => void
}

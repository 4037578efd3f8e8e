import type { Transport } from 'viem'
import type { After } from './after.ts'
import type { OpenWebSocket } from './heads/webSocket.ts'
import type { RpcObservation } from './rpc/jsonRpc.ts'
import type { Fetch } from './rpc/postJson.ts'

/** An endpoint by URL, or by a viem transport that the user made. */
export type EvmEndpoint = (
  | {
      /** May hold a key: it is never shown. A `wss:` or `ws:` one announces heads and is asked nothing else. */
      readonly url: string
      readonly headers?: Readonly<Record<string, string>>
    }
  | { readonly transport: Transport }
) & {
  /** 0 – 100, default 100: its share of the heads that are read. 0: never used. */
  readonly weight?: number
  /** What reasons and records call it; default `rpc1`, `rpc2`, … Never put a URL here. */
  readonly label?: string
}

/** One EVM network. */
export interface EvmChainOptions {
  readonly chainId: number
  /** At least one that is not a WebSocket's, unless it is empty. */
  readonly rpcUrls: readonly EvmEndpoint[]
  /**
   * Where the transactions of relayers with the policy `private_transactions` go, and nothing else. Labels default to
   * `private1`, `private2`, … Without any, `validate` refuses such transactions.
   */
  readonly privateRpcUrls?: readonly EvmEndpoint[]
  /** Blocks on top of a transaction's block until it counts as confirmed. */
  readonly requiredConfirmations: number
  /** ms; sets the pace of polling and how far a speed price looks ahead. */
  readonly averageBlockTimeMs: number
  /** Only `eip1559` has a meaning; without it every price is a gas price. */
  readonly features?: readonly string[]
  /** `arbitrum-based`, `optimism-based`, `polygon-zkevm-based`, …: see {@link traitsOf} and `context.ts`. */
  readonly tags?: readonly string[]
  /** Longest wait for one HTTP request, ms. Default 10,000. */
  readonly timeoutMs?: number
  /** Failures after which an endpoint is paused; a success makes good all before it. Default 3. */
  readonly failureThreshold?: number
  /** How long a failure counts, ms. Default 60,000. */
  readonly failureExpiryMs?: number
  /** How long it is paused, ms. Default 60,000. */
  readonly pauseMs?: number
  /** Silence after which a second endpoint is asked or told as well, ms. Default 1,000. */
  readonly hedgeMs?: number
  /** Default: the global one, which keeps connections alive. */
  readonly fetch?: Fetch
  /** Opens the socket of a `wss:` endpoint. Default: the global `WebSocket`. */
  readonly openWebSocket?: OpenWebSocket
  /** Runs something later (hedges, pauses between connections); default `setTimeout`. */
  readonly after?: After
  /** ms since the epoch; default `Date.now`. */
  readonly now?: () => number
  /** Lets clients use `anvil_*`, `hardhat_*`, `evm_*` and the like; default false. */
  readonly developmentMethods?: boolean
  /** Told of every HTTP request, for metrics. */
  readonly onRpc?: (observation: RpcObservation) => void
}

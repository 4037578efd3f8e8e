/** One JSON-RPC call. */
export interface RpcCall {
  readonly method: string
  readonly params: readonly unknown[]
}

/**
 * What became of a call. `error`: the node answered with an error. `lost`: no answer (time-out, connection, HTTP error,
 * garbage): the node may or may not have acted. `limited`: refused for its rate, surely not acted upon. Reasons name the
 * endpoint by label at most.
 */
export type RpcAnswer =
  | { readonly kind: 'result'; readonly value: unknown }
  | { readonly kind: 'error'; readonly code: number | null; readonly message: string; readonly data: unknown }
  | { readonly kind: 'lost'; readonly reason: string }
  | { readonly kind: 'limited'; readonly reason: string; readonly retryAfterMs: number }

/** Where calls go. Answers come in the order of the calls, one each; nothing is thrown. */
export interface Endpoint {
  /** Shown in reasons and heads; never the URL. */
  readonly label: string
  /** 0 – 100: its share of the reads; the highest is sent to first. 0: never used. */
  readonly weight: number
  /** `ordered`: each request leaves after the one before it was answered. */
  send(calls: readonly RpcCall[], options?: { readonly ordered?: boolean }): Promise<readonly RpcAnswer[]>
}

/** One HTTP request to an endpoint, for metrics. */
export interface RpcObservation {
  readonly endpoint: string
  /** Calls per method in this request. */
  readonly methods: Readonly<Record<string, number>>
  readonly durationMs: number
  readonly outcome: 'answered' | 'limited' | 'lost'
}

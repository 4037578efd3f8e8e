/** One JSON-RPC call. `params` is a list, except in calls of clients, where it may be any JSON; null: none are sent. */
export interface RpcCall {
  readonly method: string
  readonly params: unknown
}

/** What an endpoint could do about a call without an answer: `late`, `unusable` or the HTTP status that it gave. */
export type LossCause = 'late' | 'unusable' | number

/**
 * What became of a call. `error`: the node answered with an error. `lost`: no answer (time-out, connection, HTTP error,
 * garbage): the node may or may not have acted. `limited`: refused for its rate, surely not acted upon. Reasons name the
 * endpoint by label at most.
 */
export type RpcAnswer =
  | { readonly kind: 'result'; readonly value: unknown }
  | { readonly kind: 'error'; readonly code: number | null; readonly message: string; readonly data: unknown }
  | { readonly kind: 'lost'; readonly reason: string; readonly cause?: LossCause }
  | { readonly kind: 'limited'; readonly reason: string; readonly retryAfterMs: number }

/** How calls are sent. */
export interface SendOptions {
  /** Each request leaves after the one before it was answered. */
  readonly ordered?: boolean
  /**
   * Calls of a client: numbers are exact both ways (`parseJson`, `stringifyJson`), and nothing is learnt of the endpoint
   * by what becomes of them.
   */
  readonly foreign?: boolean
}

/** Where calls go. Answers come in the order of the calls, one each; nothing is thrown. */
export interface Endpoint {
  /** Shown in reasons and heads; never the URL. */
  readonly label: string
  /** 0 – 100: its share of the reads; the highest is sent to first. 0: never used. */
  readonly weight: number
  send(calls: readonly RpcCall[], options?: SendOptions): Promise<readonly RpcAnswer[]>
}

/** One HTTP request to an endpoint, for metrics. */
export interface RpcObservation {
  readonly endpoint: string
  /** Calls per method in this request; those of clients, who may call anything, are all `forwarded`. */
  readonly methods: Readonly<Record<string, number>>
  readonly durationMs: number
  readonly outcome: 'answered' | 'limited' | 'lost'
}

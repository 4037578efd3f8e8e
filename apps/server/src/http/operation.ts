import type { Engine, Grant } from '@relayer/core'
import type { RpcUrlRules } from '../config/checkRpcUrl.ts'
import type { Metrics } from '../metrics/createMetrics.ts'
import type { Answer } from './answer.ts'
import type { ApiDocs } from './apiDocs.ts'

/** What operations work with. */
export interface OperationContext {
  readonly engine: Engine
  readonly rpcUrlRules: RpcUrlRules
  /** When this process began, ms since the epoch. */
  readonly startedAt: number
  readonly metrics: Metrics
  readonly apiDocs: ApiDocs
}

/** One request, free of HTTP machinery: the router takes it apart. */
export interface OperationRequest {
  readonly method: string
  /** Normalised: no double slashes, none at the end. */
  readonly path: string
  /** Path parameters, percent-decoded. */
  readonly parameters: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>
  /** The body as `parseJson` reads it; undefined for operations that take none. */
  readonly body: unknown
  /** Empty: not given, or given empty ({@link hasHeader}). */
  readonly header: (name: string) => string
  readonly hasHeader: (name: string) => boolean
  /** What the caller may do; of open operations: nothing. The table of operations has been applied already. */
  readonly grant: Grant
  /** When the answer is too late, ms since the epoch. */
  readonly deadline: number
  /** Calls back when the client has gone before it was answered. */
  readonly whenGone: (listener: () => void) => void
  /** Gives its place among the requests in flight back: from now on it only waits. */
  readonly standAside: () => void
  /** Says which transaction the request turned out to be about, for the log. */
  readonly noteTransaction: (id: unknown) => void
}

/** An operation of the API. Throws a `RelayerError`; the failure middleware makes the answer of it. */
export type Operation = (context: OperationContext, request: OperationRequest) => Promise<Answer>

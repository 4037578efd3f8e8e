import type { Engine } from '@relayer/core'
import type { RpcUrlRules } from '../config/checkRpcUrl.ts'
import type { Answer } from './answer.ts'
import type { ApiDocs } from './apiDocs.ts'

/** What operations work with. */
export interface OperationContext {
  readonly engine: Engine
  readonly rpcUrlRules: RpcUrlRules
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
  readonly header: (name: string) => string
}

/** An operation of the API. Throws a `RelayerError`; the failure middleware makes the answer of it. */
export type Operation = (context: OperationContext, request: OperationRequest) => Promise<Answer>

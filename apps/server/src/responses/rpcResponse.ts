import type { ForwardedAnswer } from '@relayer/core'
import type { RpcError, RpcId } from '@relayer/schemas'

/** A JSON-RPC answer; undefined keys are left out. */
export interface RpcResponseBody {
  readonly jsonrpc: '2.0'
  readonly result?: unknown
  readonly error?: RpcError
  readonly id: RpcId | undefined
}

/** The answer to a call, with its id unless that was null. */
export function rpcResponse(id: RpcId, answer: ForwardedAnswer): RpcResponseBody {
  if (!answer.ok) return rpcErrorResponse(id, answer.error)
  return { jsonrpc: '2.0', result: answer.result, id: id ?? undefined }
}

/** As {@link rpcResponse}, for what was never passed on. */
export function rpcErrorResponse(id: RpcId, error: RpcError): RpcResponseBody {
  return { jsonrpc: '2.0', error, id: id ?? undefined }
}

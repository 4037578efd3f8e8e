import type { ForwardedAnswer } from '@relayer/core'
import type { RpcError } from '@relayer/schemas'
import {
  RPC_BAD_GATEWAY,
  RPC_INTERNAL_ERROR,
  RPC_NETWORK_CONFIGURATION,
  RPC_NETWORK_ERROR,
  RPC_RATE_LIMITED,
  RPC_TIMEOUT,
  rpcNodeError,
  rpcRequestFailed,
} from '@relayer/schemas/errors'
import type { LossCause, RpcAnswer } from '../rpc/jsonRpc.ts'

/** What a client is told of an endpoint's answer. Nothing that a node said is passed on but results and codes. */
export function answerOf(answer: RpcAnswer): ForwardedAnswer {
  switch (answer.kind) {
    case 'result':
      return { ok: true, result: answer.value }
    case 'error':
      return { ok: false, error: answer.code === null ? RPC_INTERNAL_ERROR : rpcNodeError(answer.code) }
    case 'limited':
      return { ok: false, error: RPC_RATE_LIMITED }
    case 'lost':
      return { ok: false, error: errorOf(answer.cause) }
  }
}

function errorOf(cause: LossCause | undefined): RpcError {
  if (cause === undefined) return RPC_NETWORK_ERROR
  if (cause === 'late') return RPC_TIMEOUT
  if (cause === 'unusable') return RPC_NETWORK_CONFIGURATION
  return cause === 502 ? RPC_BAD_GATEWAY : rpcRequestFailed(cause)
}

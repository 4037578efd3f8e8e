import { RelayerError } from '@relayer/core'
import { describeIssues, type RpcError, type RpcId, type RpcRequest, rpcRequest } from '@relayer/schemas'
import { EMPTY_RPC_BATCH, rpcBatchTooLarge, rpcInvalidRequest } from '@relayer/schemas/errors'

/** Most calls of one batch. */
const maxCalls = 100

/** A call, or why an entry of a batch is none; `id` null: it has none that can be echoed. */
export type RpcEntry = { readonly call: RpcRequest } | { readonly id: RpcId; readonly error: RpcError }

/** The one call of a body that is no batch. What is not even an object has no method. */
export function readRpcCall(body: unknown): RpcRequest {
  const result = rpcRequest.safeParse(mapOf(body))
  if (result.success) return result.data
  throw new RelayerError('INVALID_REQUEST', describeIssues(result.error))
}

/** The entries of a batch: each that is no call is answered on its own, the others are not held back by it. */
export function readRpcBatch(entries: readonly unknown[]): readonly RpcEntry[] {
  if (entries.length === 0) throw new RelayerError('INVALID_REQUEST', EMPTY_RPC_BATCH)
  if (entries.length > maxCalls) {
    throw new RelayerError('INVALID_REQUEST', rpcBatchTooLarge(entries.length, maxCalls))
  }
  return entries.map(entry => {
    const result = rpcRequest.safeParse(mapOf(entry))
    if (result.success) return { call: result.data }
    return { id: idOf(mapOf(entry)), error: rpcInvalidRequest(describeIssues(result.error)) }
  })
}

function idOf({ id = null }: Readonly<Record<string, unknown>>): RpcId {
  const result = rpcRequest.safeParse({ id, method: 'any' })
  return result.success ? result.data.id : null
}

function mapOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

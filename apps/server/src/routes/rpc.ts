import type { ForwardedAnswer } from '@relayer/core'
import type { Answer } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { parameter } from '../http/parameter.ts'
import { unwrap } from '../http/unwrap.ts'
import { readRpcBatch, readRpcCall } from '../requests/readRpcCalls.ts'
import { rpcErrorResponse, rpcResponse } from '../responses/rpcResponse.ts'
import { findActiveRelayer } from './findActiveRelayer.ts'

/**
 * POST /relayers/{relayer_id}/rpc: one JSON-RPC call or a batch of them, answered in bare JSON-RPC with status 200 whatever
 * becomes of the calls, so that ordinary clients understand it. Only the relayer and the form of the request are answered in
 * the envelope.
 */
export const rpc: Operation = async ({ engine }, request) => {
  const { body } = request
  const { id: relayerId } = await findActiveRelayer(engine, parameter(request, 'relayerId'))
  if (!Array.isArray(body)) {
    const call = readRpcCall(body)
    const [answer] = unwrap(await engine.forwardCalls({ relayerId, calls: [call] }))
    return bare(rpcResponse(call.id, answer as ForwardedAnswer))
  }
  const batch = readRpcBatch(body)
  const calls = batch.flatMap(entry => ('call' in entry ? entry.call : []))
  const answers = unwrap(await engine.forwardCalls({ relayerId, calls }))
  let next = 0
  return bare(
    batch.map(entry =>
      'call' in entry
        ? rpcResponse(entry.call.id, answers[next++] as ForwardedAnswer)
        : rpcErrorResponse(entry.id, entry.error),
    ),
  )
}

function bare(body: unknown): Answer {
  return { status: 200, body }
}

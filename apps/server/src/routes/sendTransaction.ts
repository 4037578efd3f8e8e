import { ok } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { parameter } from '../http/parameter.ts'
import { readTransactionBody } from '../http/readTransactionBody.ts'
import { readIdempotencyKey } from '../http/readIdempotencyKey.ts'
import { unwrap } from '../http/unwrap.ts'
import { findActiveRelayer } from './findActiveRelayer.ts'

/**
 * POST /relayers/{relayer_id}/transactions. The relayer's network type decides which shape the body must have, so the
 * relayer is looked up first.
 */
export const sendTransaction: Operation = async ({ engine }, request) => {
  const relayer = await findActiveRelayer(engine, parameter(request, 'relayerId'))
  const body = readTransactionBody(relayer, request.body)
  const idempotency = readIdempotencyKey(request, body)
  const { record, replayed } = unwrap(
    await engine.createTransaction({ relayerId: relayer.id, body, idempotency, receivers: request.grant.receivers }),
  )
  request.noteTransaction((record as { readonly id?: unknown }).id)
  return ok(record, replayed ? { 'Idempotent-Replayed': 'true' } : undefined)
}

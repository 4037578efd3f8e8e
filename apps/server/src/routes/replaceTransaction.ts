import { ok } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { parameter } from '../http/parameter.ts'
import { readIdempotencyKey } from '../http/readIdempotencyKey.ts'
import { readTransactionBody } from '../http/readTransactionBody.ts'
import { replayHeader } from '../http/replayHeader.ts'
import { unwrap } from '../http/unwrap.ts'
import { findAdmittingRelayer } from './findAdmittingRelayer.ts'

/** PUT /relayers/{relayer_id}/transactions/{transaction_id} */
export const replaceTransaction: Operation = async ({ engine }, request) => {
  const relayer = await findAdmittingRelayer(engine, request)
  const body = readTransactionBody(relayer, request.body)
  const transactionId = parameter(request, 'transactionId')
  const idempotency = readIdempotencyKey(request, body)
  const { receivers } = request.grant
  const replace = { relayerId: relayer.id, transactionId, body, idempotency, receivers }
  const { record, replayed } = unwrap(await engine.replaceTransaction(replace))
  return ok(record, replayHeader(replayed))
}

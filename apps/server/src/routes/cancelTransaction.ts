import { ok } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { parameter } from '../http/parameter.ts'
import { readIdempotencyKey } from '../http/readIdempotencyKey.ts'
import { replayHeader } from '../http/replayHeader.ts'
import { unwrap } from '../http/unwrap.ts'

/** DELETE /relayers/{relayer_id}/transactions/{transaction_id} */
export const cancelTransaction: Operation = async ({ engine }, request) => {
  const relayerId = parameter(request, 'relayerId')
  const transactionId = parameter(request, 'transactionId')
  const idempotency = readIdempotencyKey(request, null)
  const { record, replayed } = unwrap(await engine.cancelTransaction({ relayerId, transactionId, idempotency }))
  return ok(record, replayHeader(replayed))
}

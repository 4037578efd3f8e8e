import { ok } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { readIdempotencyKey } from '../http/readIdempotencyKey.ts'
import { replayHeader } from '../http/replayHeader.ts'
import { unwrap } from '../http/unwrap.ts'
import { readBatch } from '../requests/readBatch.ts'
import { batchResponse } from '../responses/batchResponse.ts'
import { findAdmittingRelayer } from './findAdmittingRelayer.ts'

/** POST /relayers/{relayer_id}/transactions/batch: up to a thousand transactions in one commit, in the order given. */
export const createBatch: Operation = async ({ engine }, request) => {
  const relayer = await findAdmittingRelayer(engine, request)
  const { items, atomic, fingerprinted } = readBatch(relayer, request.body)
  const idempotency = readIdempotencyKey(request, fingerprinted)
  const { receivers } = request.grant
  const batch = unwrap(await engine.createBatch({ relayerId: relayer.id, items, atomic, idempotency, receivers }))
  return ok(batchResponse(batch.outcomes), replayHeader(batch.replayed))
}

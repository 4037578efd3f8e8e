import { ok } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { parameter } from '../http/parameter.ts'
import { readTransactionBody } from '../http/readTransactionBody.ts'
import { unwrap } from '../http/unwrap.ts'
import { dryRunResponse } from '../responses/dryRunResponse.ts'
import { findActiveRelayer } from './findActiveRelayer.ts'

/** POST /relayers/{relayer_id}/transactions?dry_run=true: what would become of it. An `Idempotency-Key` is not looked at. */
export const dryRunTransaction: Operation = async ({ engine }, request) => {
  const relayer = await findActiveRelayer(engine, parameter(request, 'relayerId'))
  const body = readTransactionBody(relayer, request.body)
  const { receivers } = request.grant
  return ok(dryRunResponse(unwrap(await engine.dryRunTransaction({ relayerId: relayer.id, body, receivers }))))
}

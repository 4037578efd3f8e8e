import { ok } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { parameter } from '../http/parameter.ts'
import { unwrap } from '../http/unwrap.ts'
import { timelineResponse } from '../responses/timelineResponse.ts'

/** GET /relayers/{relayer_id}/transactions/{transaction_id}/timeline */
export const getTimeline: Operation = async ({ engine }, request) => {
  const relayerId = parameter(request, 'relayerId')
  const transactionId = parameter(request, 'transactionId')
  return ok(timelineResponse(unwrap(await engine.readTimeline({ relayerId, transactionId }))))
}

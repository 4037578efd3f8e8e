import { ok } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { parameter } from '../http/parameter.ts'
import { unwrap } from '../http/unwrap.ts'

/** GET /relayers/{relayer_id}/transactions/{transaction_id} */
export const getTransaction: Operation = async ({ engine }, request) => {
  const relayerId = parameter(request, 'relayerId')
  return ok(unwrap(await engine.getTransaction({ relayerId, transactionId: parameter(request, 'transactionId') })))
}

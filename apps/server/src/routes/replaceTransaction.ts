import { ok } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { parameter } from '../http/parameter.ts'
import { readTransactionBody } from '../http/readTransactionBody.ts'
import { unwrap } from '../http/unwrap.ts'
import { findActiveRelayer } from './findActiveRelayer.ts'

/** PUT /relayers/{relayer_id}/transactions/{transaction_id} */
export const replaceTransaction: Operation = async ({ engine }, request) => {
  const relayer = await findActiveRelayer(engine, parameter(request, 'relayerId'))
  const body = readTransactionBody(relayer, request.body)
  const transactionId = parameter(request, 'transactionId')
  const { receivers } = request.grant
  return ok(unwrap(await engine.replaceTransaction({ relayerId: relayer.id, transactionId, body, receivers })))
}

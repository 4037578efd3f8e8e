import { ok } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { parameter } from '../http/parameter.ts'
import { readWait } from '../http/readWait.ts'
import { unwrap } from '../http/unwrap.ts'
import { waitForTransaction } from '../http/waitForTransaction.ts'

/** GET /relayers/{relayer_id}/transactions/{transaction_id} */
export const getTransaction: Operation = async ({ engine }, request) => {
  const transaction = {
    relayerId: parameter(request, 'relayerId'),
    transactionId: parameter(request, 'transactionId'),
  }
  const wait = readWait(request)
  if (wait === null) return ok(unwrap(await engine.getTransaction(transaction)))
  const { record, headers } = await waitForTransaction(engine, request, transaction, wait)
  return ok(record, headers)
}

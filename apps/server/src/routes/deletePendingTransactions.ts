import type { DeletePendingResponse } from '@relayer/schemas'
import { ok } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { parameter } from '../http/parameter.ts'
import { unwrap } from '../http/unwrap.ts'

/** DELETE /relayers/{relayer_id}/transactions/pending: cancels all that are pending, sent or submitted. */
export const deletePendingTransactions: Operation = async ({ engine }, request) => {
  const { canceled, failed } = unwrap(await engine.cancelPendingTransactions(parameter(request, 'relayerId')))
  const response: DeletePendingResponse = {
    queued_for_cancellation_transaction_ids: [...canceled],
    failed_to_queue_transaction_ids: [...failed],
    total_processed: canceled.length + failed.length,
  }
  return ok(response)
}

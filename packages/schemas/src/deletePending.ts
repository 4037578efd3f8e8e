import * as z from 'zod/mini'
import { reason } from './explain.ts'
import { u53 } from './integer.ts'

const ids = /* @__PURE__ */ z.array(/* @__PURE__ */ z.string(reason), reason)

/** Answer of DELETE …/transactions/pending. */
export const deletePendingResponse = /* @__PURE__ */ z.object(
  { queued_for_cancellation_transaction_ids: ids, failed_to_queue_transaction_ids: ids, total_processed: u53 },
  reason,
)
export type DeletePendingResponse = z.output<typeof deletePendingResponse>

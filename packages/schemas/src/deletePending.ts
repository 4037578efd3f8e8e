import * as z from 'zod/mini'
import { array } from './array.ts'
import { reason } from './explain.ts'
import { u53 } from './integer.ts'
import { object } from './object.ts'

const ids = /* @__PURE__ */ array(/* @__PURE__ */ z.string(reason))

/** Answer of DELETE …/transactions/pending. */
export const deletePendingResponse = /* @__PURE__ */ object({
  queued_for_cancellation_transaction_ids: ids,
  failed_to_queue_transaction_ids: ids,
  total_processed: u53,
})
export type DeletePendingResponse = z.output<typeof deletePendingResponse>

import * as z from 'zod/mini'
import { array } from './array.ts'
import { reason } from './explain.ts'
import { u53 } from './integer.ts'
import { object } from './object.ts'

/** Most items of one batch. */
export const MAX_BATCH_ITEMS = 1_000

/**
 * Body of POST …/transactions/batch. Each item has the shape of a POST body; it is read on its own, so that one that is wrong
 * says so at its index. `atomic` (true unless given): all or none.
 */
export const transactionBatchRequest = /* @__PURE__ */ object({
  transactions: /* @__PURE__ */ array(/* @__PURE__ */ z.unknown()),
  atomic: /* @__PURE__ */ z.nullish(/* @__PURE__ */ z.boolean(reason)),
})
export type TransactionBatchRequest = z.output<typeof transactionBatchRequest>

/** Answer: one result per item, in the order given. `transaction` is the record that a POST would have answered with. */
export const transactionBatchResponse = /* @__PURE__ */ object({
  accepted: u53,
  refused: u53,
  results: /* @__PURE__ */ array(
    /* @__PURE__ */ object({
      index: u53,
      status: /* @__PURE__ */ z.enum(['accepted', 'refused'], reason),
      transaction: /* @__PURE__ */ z.unknown(),
      /** Names the item and its field; null when it was accepted. */
      error: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string(reason)),
      field: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string(reason)),
    }),
  ),
})
export type TransactionBatchResponse = z.output<typeof transactionBatchResponse>

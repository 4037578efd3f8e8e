import * as z from 'zod/mini'
import { reason } from './explain.ts'
import { u32, u53 } from './integer.ts'
import { object } from './object.ts'
import { decimalU63 } from './quantity.ts'
import { transactionStatus } from './transactionStatus.ts'

const text = /* @__PURE__ */ z.string(reason)
const nullableText = /* @__PURE__ */ z.nullable(text)

/**
 * Record of a Stellar transaction. `fee` in stroops (0 until known); `sequence_number` parsed as `bigint`, a decimal
 * string on the wire. `transaction_result_xdr` is left out when unset.
 */
export const stellarTransaction = /* @__PURE__ */ object({
  id: text,
  hash: nullableText,
  status: transactionStatus,
  status_reason: nullableText,
  created_at: text,
  sent_at: nullableText,
  confirmed_at: nullableText,
  source_account: text,
  fee: u32,
  sequence_number: decimalU63,
  relayer_id: text,
  transaction_result_xdr: /* @__PURE__ */ z.optional(text),
  /** Number of the latest accepted request. */
  revision: /* @__PURE__ */ z.optional(u53),
  /** Number of the request that reached the chain. */
  executed_revision: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.nullable(u53)),
})
export type StellarTransaction = z.output<typeof stellarTransaction>
/** What goes over the wire. */
export type StellarTransactionWire = z.input<typeof stellarTransaction>

import * as z from 'zod/mini'
import { array } from './array.ts'
import { reason } from './explain.ts'
import { u53, u63, u128 } from './integer.ts'
import { object } from './object.ts'
import { transactionStatus } from './transactionStatus.ts'

const required = /* @__PURE__ */ z.string(reason)
const text = /* @__PURE__ */ z.nullable(required)
const integer = /* @__PURE__ */ z.nullable(u53)
const prices = {
  gas_limit: /* @__PURE__ */ z.nullable(u63),
  gas_price: /* @__PURE__ */ z.nullable(u128),
  max_fee_per_gas: /* @__PURE__ */ z.nullable(u128),
  max_priority_fee_per_gas: /* @__PURE__ */ z.nullable(u128),
}

/** Answer of GET …/transactions/{id}/timeline: what has happened so far, each list oldest first; times as RFC 3339. */
export const transactionTimeline = /* @__PURE__ */ object({
  id: required,
  relayer_id: required,
  status: transactionStatus,
  status_reason: text,
  created_at: required,
  valid_until: required,
  executed_revision: integer,
  /** What was asked for: by POST the first, one more by every PUT. */
  revisions: /* @__PURE__ */ array(
    /* @__PURE__ */ object({
      revision: u53,
      created_at: required,
      executed: /* @__PURE__ */ z.boolean(reason),
      to: text,
      value: text,
      data: text,
      speed: text,
      ...prices,
    }),
  ),
  /**
   * Every signed version. `outcome`: `executed` or `reverted` once it has a receipt, before that `stored` (no answer of a
   * node yet), `acknowledged`, `underpriced`, `refused` or `dead`. `endpoint` is a label, never a URL.
   */
  attempts: /* @__PURE__ */ array(
    /* @__PURE__ */ object({
      hash: required,
      kind: /* @__PURE__ */ z.enum(['transaction', 'noop'], reason),
      revision: integer,
      nonce: integer,
      ...prices,
      outcome: required,
      finality: text,
      reason: text,
      endpoint: text,
      created_at: required,
      broadcast_at: text,
      broadcast_count: u53,
      acknowledged_at: text,
      block_number: integer,
      block_hash: text,
    }),
  ),
  /** As far back as events are kept. */
  events: /* @__PURE__ */ array(
    /* @__PURE__ */ object({ event: required, status: text, status_reason: text, hash: text, created_at: required }),
  ),
})
export type TransactionTimeline = z.output<typeof transactionTimeline>

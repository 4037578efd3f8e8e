import * as z from 'zod/mini'
import { reason } from './explain.ts'
import { u63, u128 } from './integer.ts'
import { object } from './object.ts'

const text = /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string(reason))

/**
 * Answer of POST …/transactions?dry_run=true. `refused`: a POST would be answered 400 with `reason`. `fails`: it would be
 * accepted and fail, `reason` decoded. `waits`: it would wait for `reason`. `passes`: it would be sent with these prices.
 * `max_cost` and `balance` are decimal strings in the smallest unit; what is not known is null.
 */
export const transactionDryRun = /* @__PURE__ */ object({
  dry_run: /* @__PURE__ */ z.literal(true, reason),
  verdict: /* @__PURE__ */ z.enum(['passes', 'waits', 'fails', 'refused'], reason),
  reason: text,
  /** The field of the request that it is refused for. */
  field: text,
  gas_limit: /* @__PURE__ */ z.nullable(u63),
  gas_price: /* @__PURE__ */ z.nullable(u128),
  max_fee_per_gas: /* @__PURE__ */ z.nullable(u128),
  max_priority_fee_per_gas: /* @__PURE__ */ z.nullable(u128),
  max_cost: text,
  balance: text,
  affordable: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.boolean(reason)),
})
export type TransactionDryRun = z.output<typeof transactionDryRun>

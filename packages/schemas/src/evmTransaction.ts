import * as z from 'zod/mini'
import { reason } from './explain.ts'
import { u53, u63, u128 } from './integer.ts'
import { object } from './object.ts'
import { quantity } from './quantity.ts'
import { evmSignature } from './signature.ts'
import { speed } from './speed.ts'
import { transactionStatus } from './transactionStatus.ts'

/**
 * Record of an EVM transaction in answers and webhooks. Every key is always present, except our own `revision` and
 * `executed_revision`. Parsed: `value` (wei, a `0x` quantity on the wire) and the fees (wei, bare integers on the wire;
 * decimal strings are read too) as `bigint`, `nonce` as `number`; timestamps are RFC 3339 strings.
 */
export const evmTransaction = /* @__PURE__ */ object({
  id: /* @__PURE__ */ z.string(reason),
  hash: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string(reason)),
  status: transactionStatus,
  status_reason: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string(reason)),
  created_at: /* @__PURE__ */ z.string(reason),
  sent_at: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string(reason)),
  confirmed_at: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string(reason)),
  gas_price: /* @__PURE__ */ z.nullable(u128),
  gas_limit: /* @__PURE__ */ z.nullable(u63),
  nonce: /* @__PURE__ */ z.nullable(u53),
  value: quantity,
  from: /* @__PURE__ */ z.string(reason),
  to: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string(reason)),
  relayer_id: /* @__PURE__ */ z.string(reason),
  data: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string(reason)),
  max_fee_per_gas: /* @__PURE__ */ z.nullable(u128),
  max_priority_fee_per_gas: /* @__PURE__ */ z.nullable(u128),
  signature: /* @__PURE__ */ z.nullable(evmSignature),
  speed: /* @__PURE__ */ z.nullable(speed),
  is_canceled: /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.boolean(reason)),
  /** Number of the latest accepted request (1 after POST, one more per replacement). */
  revision: /* @__PURE__ */ z.optional(u53),
  /** Number of the request that reached the chain. */
  executed_revision: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.nullable(u53)),
})
export type EvmTransaction = z.output<typeof evmTransaction>
/** What goes over the wire. */
export type EvmTransactionWire = z.input<typeof evmTransaction>

import * as z from 'zod/mini'
import { reason } from './explain.ts'
import { u63, u128 } from './integer.ts'
import { object } from './object.ts'
import { speed } from './speed.ts'

/** `0x` and 40 hex digits in any case. An empty string means the same as null: no receiver, a contract creation. */
const receiver = /* @__PURE__ */ z.codec(
  /* @__PURE__ */ z
    .string(reason)
    .check(/* @__PURE__ */ z.regex(/^(?:0x[\da-fA-F]{40})?$/, 'invalid address, expected 0x and 40 hex digits')),
  /* @__PURE__ */ z.nullable(/* @__PURE__ */ z.string()),
  { decode: text => (text === '' ? null : text), encode: address => address ?? '' },
)

/** Hex bytes with or without `0x`, an even number of digits; kept as given. */
const callData = /* @__PURE__ */ z
  .string(reason)
  .check(
    /* @__PURE__ */ z.regex(/^(?:0x)?(?:[\da-fA-F]{2})*$/, 'invalid hex data, expected an even number of hex digits'),
  )

/**
 * Shape A: what a client asks an EVM relayer to send. Amounts in wei, parsed as `bigint`.
 *
 * Only the shape is checked here (types, ranges, address and hex syntax). What depends on the relayer and on the clock
 * (whitelist, price groups, `valid_until`, caps; http.md 11.2) is checked by the core in its documented order, which is
 * why `valid_until` is any string here. Unknown keys are ignored; null is the same as absent.
 */
export const evmTransactionRequest = /* @__PURE__ */ object({
  value: u128,
  to: /* @__PURE__ */ z.nullish(receiver),
  data: /* @__PURE__ */ z.nullish(callData),
  gas_limit: /* @__PURE__ */ z.nullish(u63),
  gas_price: /* @__PURE__ */ z.nullish(u128),
  max_fee_per_gas: /* @__PURE__ */ z.nullish(u128),
  max_priority_fee_per_gas: /* @__PURE__ */ z.nullish(u128),
  speed: /* @__PURE__ */ z.nullish(speed),
  valid_until: /* @__PURE__ */ z.nullish(/* @__PURE__ */ z.string(reason)),
})
export type EvmTransactionRequest = z.output<typeof evmTransactionRequest>
export type EvmTransactionRequestInput = z.input<typeof evmTransactionRequest>

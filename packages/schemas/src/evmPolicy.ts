import * as z from 'zod/mini'
import { array } from './array.ts'
import { reason } from './explain.ts'
import { u128 } from './integer.ts'
import { object, strictObject } from './object.ts'

const flag = /* @__PURE__ */ z.nullish(/* @__PURE__ */ z.boolean(reason))
const wei = /* @__PURE__ */ z.nullish(u128)
const names = /* @__PURE__ */ z.nullish(/* @__PURE__ */ array(/* @__PURE__ */ z.string(reason)))

const shape = {
  min_balance: wei,
  gas_limit_estimation: flag,
  include_revert_data: flag,
  gas_price_cap: wei,
  whitelist_receivers: names,
  eip1559_pricing: flag,
  private_transactions: flag,
  /** JSON-RPC methods that …/rpc passes on, by their exact names; unset: all that are not refused anyway. */
  rpc_allowed_methods: names,
}

/** Policy of an EVM relayer in requests; amounts in wei. Every field is optional, null unsets it, unknown keys are refused. */
export const evmPolicy = /* @__PURE__ */ strictObject(shape)
export type EvmPolicy = z.output<typeof evmPolicy>

/** Policy of an EVM relayer in answers: the first three are always there, the others only when set. */
export const evmPolicyResponse = /* @__PURE__ */ object({
  ...shape,
  min_balance: u128,
  gas_limit_estimation: /* @__PURE__ */ z.boolean(reason),
})
export type EvmPolicyResponse = z.output<typeof evmPolicyResponse>

import * as z from 'zod/mini'
import { array } from './array.ts'
import { reason } from './explain.ts'
import { float } from './float.ts'
import { u8, u16, u64 } from './integer.ts'
import { object, strictObject } from './object.ts'
import { feePaymentStrategy, tokenSwapConfig } from './swapConfig.ts'

const texts = /* @__PURE__ */ z.nullish(/* @__PURE__ */ array(/* @__PURE__ */ z.string(reason)))
const text = /* @__PURE__ */ z.nullish(/* @__PURE__ */ z.string(reason))
const lamports = /* @__PURE__ */ z.nullish(u64)

/** A token that a user may pay fees in. The server fills in `decimals` and `symbol` from the chain. */
export const solanaAllowedToken = /* @__PURE__ */ strictObject({
  mint: /* @__PURE__ */ z.string(reason),
  decimals: /* @__PURE__ */ z.nullish(u8),
  symbol: text,
  max_allowed_fee: /* @__PURE__ */ z.nullish(u64),
  swap_config: /* @__PURE__ */ z.nullish(tokenSwapConfig),
})

/** How collected tokens become SOL again. `cron_schedule` has 6 or 7 fields, seconds first. */
export const solanaSwapConfig = /* @__PURE__ */ strictObject({
  strategy: /* @__PURE__ */ z.nullish(/* @__PURE__ */ z.enum(['jupiter-swap', 'jupiter-ultra', 'noop'], reason)),
  cron_schedule: text,
  min_balance_threshold: lamports,
  jupiter_swap_options: /* @__PURE__ */ z.nullish(
    /* @__PURE__ */ strictObject({
      priority_fee_max_lamports: lamports,
      priority_level: text,
      dynamic_compute_unit_limit: /* @__PURE__ */ z.nullish(/* @__PURE__ */ z.boolean(reason)),
    }),
  ),
})

const shape = {
  min_balance: lamports,
  max_tx_data_size: /* @__PURE__ */ z.nullish(u16),
  fee_payment_strategy: /* @__PURE__ */ z.nullish(feePaymentStrategy),
  allowed_programs: texts,
  allowed_accounts: texts,
  disallowed_accounts: texts,
  max_signatures: /* @__PURE__ */ z.nullish(u8),
  max_allowed_fee_lamports: lamports,
  fee_margin_percentage: /* @__PURE__ */ z.nullish(float),
  allowed_tokens: /* @__PURE__ */ z.nullish(/* @__PURE__ */ array(solanaAllowedToken)),
  swap_config: /* @__PURE__ */ z.nullish(solanaSwapConfig),
}

/** Policy of a Solana relayer in requests; amounts in lamports. Every field is optional, null unsets it, unknown keys are refused. */
export const solanaPolicy = /* @__PURE__ */ strictObject(shape)
export type SolanaPolicy = z.output<typeof solanaPolicy>

/** Policy of a Solana relayer in answers: the first two are always there, the others only when set. */
export const solanaPolicyResponse = /* @__PURE__ */ object({ ...shape, min_balance: u64, max_tx_data_size: u16 })
export type SolanaPolicyResponse = z.output<typeof solanaPolicyResponse>

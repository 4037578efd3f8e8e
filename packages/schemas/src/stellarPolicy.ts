import * as z from 'zod/mini'
import { array } from './array.ts'
import { reason } from './explain.ts'
import { float } from './float.ts'
import { u32, u64 } from './integer.ts'
import { object, strictObject } from './object.ts'
import { feePaymentStrategy, tokenSwapConfig } from './swapConfig.ts'

const text = /* @__PURE__ */ z.string(reason)

/** What kind of asset a token is. */
export const stellarTokenKind = /* @__PURE__ */ z.union(
  [
    /* @__PURE__ */ z.literal('native', reason),
    /* @__PURE__ */ object({ classic: /* @__PURE__ */ object({ code: text, issuer: text }) }),
    /* @__PURE__ */ object({ contract: /* @__PURE__ */ object({ contract_id: text }) }),
  ],
  { error: () => 'data did not match any variant of untagged enum StellarTokenKind' },
)

/** A token that a user may pay fees in: `native`, `CODE:ISSUER` or a contract. The server fills in `metadata`. */
export const stellarAllowedToken = /* @__PURE__ */ strictObject({
  asset: text,
  metadata: /* @__PURE__ */ z.nullish(
    /* @__PURE__ */ object({ kind: stellarTokenKind, decimals: u32, canonical_asset_id: text }),
  ),
  max_allowed_fee: /* @__PURE__ */ z.nullish(u64),
  swap_config: /* @__PURE__ */ z.nullish(tokenSwapConfig),
})

/** How collected tokens become XLM again. `cron_schedule` has 6 or 7 fields, seconds first. */
export const stellarSwapConfig = /* @__PURE__ */ strictObject({
  strategies: /* @__PURE__ */ z.nullish(
    /* @__PURE__ */ array(/* @__PURE__ */ z.enum(['order-book', 'soroswap'], reason)),
  ),
  cron_schedule: /* @__PURE__ */ z.nullish(text),
  min_balance_threshold: /* @__PURE__ */ z.nullish(u64),
})

const shape = {
  min_balance: /* @__PURE__ */ z.nullish(u64),
  fee_payment_strategy: /* @__PURE__ */ z.nullish(feePaymentStrategy),
  max_fee: /* @__PURE__ */ z.nullish(u32),
  timeout_seconds: /* @__PURE__ */ z.nullish(u64),
  concurrent_transactions: /* @__PURE__ */ z.nullish(/* @__PURE__ */ z.boolean(reason)),
  fee_margin_percentage: /* @__PURE__ */ z.nullish(float),
  slippage_percentage: /* @__PURE__ */ z.nullish(float),
  allowed_tokens: /* @__PURE__ */ z.nullish(/* @__PURE__ */ array(stellarAllowedToken)),
  swap_config: /* @__PURE__ */ z.nullish(stellarSwapConfig),
}

/**
 * Policy of a Stellar relayer in requests; amounts in stroops. Null unsets a field, unknown keys are refused. That
 * `fee_payment_strategy` is there is a rule of `checkRelayerPolicy`, since an update may leave it out.
 */
export const stellarPolicy = /* @__PURE__ */ strictObject(shape)
export type StellarPolicy = z.output<typeof stellarPolicy>

/** Policy of a Stellar relayer in answers: `min_balance` is always there, the others only when set. */
export const stellarPolicyResponse = /* @__PURE__ */ object({ ...shape, min_balance: u64 })
export type StellarPolicyResponse = z.output<typeof stellarPolicyResponse>

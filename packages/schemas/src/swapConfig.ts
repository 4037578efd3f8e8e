import * as z from 'zod/mini'
import { reason } from './explain.ts'
import { float } from './float.ts'
import { u64 } from './integer.ts'
import { strictObject } from './object.ts'

/** Who pays the fee of a transaction: the user in tokens, or the relayer in the native coin. */
export const feePaymentStrategy = /* @__PURE__ */ z.enum(['user', 'relayer'], reason)
export type FeePaymentStrategy = z.output<typeof feePaymentStrategy>

/** How one allowed token is swapped; amounts in the token's smallest unit, slippage in percent. */
export const tokenSwapConfig = /* @__PURE__ */ strictObject({
  slippage_percentage: /* @__PURE__ */ z.nullish(float),
  min_amount: /* @__PURE__ */ z.nullish(u64),
  max_amount: /* @__PURE__ */ z.nullish(u64),
  retain_min_amount: /* @__PURE__ */ z.nullish(u64),
})
export type TokenSwapConfig = z.output<typeof tokenSwapConfig>

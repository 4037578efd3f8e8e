import * as z from 'zod/mini'
import { array } from './array.ts'
import { reason } from './explain.ts'
import { u53 } from './integer.ts'
import { object, strictObject } from './object.ts'
import { stellarOperation } from './stellarOperation.ts'

const text = /* @__PURE__ */ z.string(reason)
const optionalText = /* @__PURE__ */ z.optional(text)

const solana = /* @__PURE__ */ strictObject({ transaction: text, fee_token: text })
const stellar = /* @__PURE__ */ strictObject({
  fee_token: text,
  transaction_xdr: /* @__PURE__ */ z.nullish(text),
  operations: /* @__PURE__ */ z.nullish(/* @__PURE__ */ array(stellarOperation)),
  source_account: /* @__PURE__ */ z.nullish(text),
})

function either(name: string) {
  return z.union([solana, stellar], { error: () => `data did not match any variant of untagged enum ${name}` })
}

/** Body of POST …/sponsored/quote: Solana's when it has `transaction`, else Stellar's; unknown keys are refused. */
export const sponsoredQuoteRequest = /* @__PURE__ */ either('SponsoredTransactionQuoteRequest')
export type SponsoredQuoteRequest = z.output<typeof sponsoredQuoteRequest>

/** Body of POST …/sponsored/build, of the same two shapes. */
export const sponsoredBuildRequest = /* @__PURE__ */ either('SponsoredTransactionBuildRequest')
export type SponsoredBuildRequest = z.output<typeof sponsoredBuildRequest>

/** Answer of a quote on Solana; the fee in the token's smallest unit. */
export const solanaSponsoredQuote = /* @__PURE__ */ object({ estimated_fee: text, conversion_rate: text })
export type SolanaSponsoredQuote = z.output<typeof solanaSponsoredQuote>

/** Answer of a quote on Stellar; the maximum only for contract calls. */
export const stellarSponsoredQuote = /* @__PURE__ */ object({
  fee_in_token_ui: text,
  fee_in_token: text,
  conversion_rate: text,
  max_fee_in_token: optionalText,
  max_fee_in_token_ui: optionalText,
})
export type StellarSponsoredQuote = z.output<typeof stellarSponsoredQuote>

/** Answer of a build on Solana. */
export const solanaSponsoredBuild = /* @__PURE__ */ object({
  transaction: text,
  fee_in_spl: text,
  fee_in_lamports: text,
  fee_token: text,
  valid_until_blockheight: u53,
})
export type SolanaSponsoredBuild = z.output<typeof solanaSponsoredBuild>

/** Answer of a build on Stellar; the last three only for contract calls. */
export const stellarSponsoredBuild = /* @__PURE__ */ object({
  transaction: text,
  fee_in_token: text,
  fee_in_token_ui: text,
  fee_in_stroops: text,
  fee_token: text,
  valid_until: text,
  user_auth_entry: optionalText,
  max_fee_in_token: optionalText,
  max_fee_in_token_ui: optionalText,
})
export type StellarSponsoredBuild = z.output<typeof stellarSponsoredBuild>

import * as z from 'zod/mini'
import { reason } from './explain.ts'
import { object } from './object.ts'
import { stellarAccount } from './stellarAddress.ts'
import { variants } from './variants.ts'

function credit<const Types extends readonly string[], const T extends string>(
  types: Types,
  parsed: T,
  code: RegExp,
  length: string,
) {
  return object({
    type: z.codec(z.literal(types, reason), z.literal(parsed), {
      decode: () => parsed,
      encode: () => parsed as Types[number],
    }),
    code: z.string(reason).check(z.regex(code, `invalid asset code, expected ${length} letters or digits`)),
    issuer: stellarAccount,
  })
}

/**
 * An asset. `credit_alphanum4` and `credit_alphanum12` are read too and parse to `credit4` and `credit12`.
 * @see https://developers.stellar.org/docs/learn/fundamentals/stellar-data-structures/assets
 */
export const stellarAsset = /* @__PURE__ */ variants('type', [
  /* @__PURE__ */ object({ type: /* @__PURE__ */ z.literal('native', reason) }),
  /* @__PURE__ */ credit(['credit4', 'credit_alphanum4'], 'credit4', /^[\da-z]{1,4}$/i, '1 to 4'),
  /* @__PURE__ */ credit(['credit12', 'credit_alphanum12'], 'credit12', /^[\da-z]{5,12}$/i, '5 to 12'),
])
export type StellarAsset = z.output<typeof stellarAsset>

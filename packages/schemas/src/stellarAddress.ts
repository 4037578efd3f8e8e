import * as z from 'zod/mini'
import { reason } from './explain.ts'

// The checksum is the chain adapter's to verify; here the kind, the length and the alphabet.

function strkey(pattern: RegExp, kinds: string) {
  return z.string(reason).check(z.regex(pattern, `invalid address, expected ${kinds}`))
}

/**
 * An account: `G…`, 56 characters.
 * @see https://github.com/stellar/stellar-protocol/blob/master/ecosystem/sep-0023.md
 */
export const stellarAccount = /* @__PURE__ */ strkey(/^G[A-Z2-7]{55}$/, 'an account (G…)')
/** An account, possibly multiplexed: `G…`, or `M…` with 69 characters. */
export const stellarDestination = /* @__PURE__ */ strkey(/^(?:G[A-Z2-7]{55}|M[A-Z2-7]{68})$/, 'an account (G… or M…)')
/** A contract: `C…`, 56 characters. */
export const stellarContract = /* @__PURE__ */ strkey(/^C[A-Z2-7]{55}$/, 'a contract (C…)')

/** 32 bytes in hex, parsed in lower case. */
export const stellarHash = /* @__PURE__ */ z.codec(
  /* @__PURE__ */ z
    .string(reason)
    .check(/* @__PURE__ */ z.regex(/^[\da-f]{64}$/i, 'invalid hash, expected 64 hex digits')),
  /* @__PURE__ */ z.string(),
  { decode: text => text.toLowerCase(), encode: text => text },
)

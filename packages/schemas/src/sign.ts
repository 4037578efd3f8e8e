import * as z from 'zod/mini'
import { reason, wrongType } from './explain.ts'
import { object } from './object.ts'

const text = /* @__PURE__ */ z.string(reason)

/**
 * Body of POST …/sign: text that is signed as a personal message; `0x…` is text too, not bytes.
 * @see https://eips.ethereum.org/EIPS/eip-191
 */
export const signRequest = /* @__PURE__ */ object({ message: text })
export type SignRequest = z.output<typeof signRequest>

/**
 * Body of POST …/sign-typed-data: the two hashes of EIP-712, each 32 bytes in hex with or without `0x`. That they are is
 * the business of `checkTypedData`.
 * @see https://eips.ethereum.org/EIPS/eip-712
 */
export const signTypedDataRequest = /* @__PURE__ */ object({ domain_separator: text, hash_struct_message: text })
export type SignTypedDataRequest = z.output<typeof signTypedDataRequest>

/** What a body is: the shapes are tried in this order. */
export type SignTransactionRequest =
  | { readonly unsigned_xdr: string }
  | readonly number[]
  | { readonly transaction: string }

function isSignTransaction(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(byte => Number.isInteger(byte) && byte >= 0 && byte <= 255)
  const { unsigned_xdr: xdr, transaction } = (value ?? {}) as Record<string, unknown>
  return typeof xdr === 'string' || typeof transaction === 'string'
}

/** Body of POST …/sign-transaction: Stellar `{unsigned_xdr}`, Solana `{transaction}` in base64, EVM bytes (never supported). */
export const signTransactionRequest = /* @__PURE__ */ z.custom<SignTransactionRequest>(isSignTransaction, {
  error: issue =>
    issue.input === undefined
      ? wrongType(issue, 'a map')
      : 'data did not match any variant of untagged enum SignTransactionRequest',
})

/** Answer of …/sign-transaction on Stellar: note the one camelCase key of the protocol. Signature in base64. */
export const stellarSignTransactionResponse = /* @__PURE__ */ object({ signedXdr: text, signature: text })
export type StellarSignTransactionResponse = z.output<typeof stellarSignTransactionResponse>

/** Answer of …/sign-transaction on Solana. Transaction in base64, signature in base58. */
export const solanaSignTransactionResponse = /* @__PURE__ */ object({ transaction: text, signature: text })
export type SolanaSignTransactionResponse = z.output<typeof solanaSignTransactionResponse>

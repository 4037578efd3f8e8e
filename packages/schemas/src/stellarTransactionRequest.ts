import * as z from 'zod/mini'
import { array } from './array.ts'
import { reason, rules } from './explain.ts'
import { u63 } from './integer.ts'
import { object } from './object.ts'
import { stellarDestination } from './stellarAddress.ts'
import { stellarMemo } from './stellarMemo.ts'
import { type StellarOperation, stellarOperation } from './stellarOperation.ts'

const text = /* @__PURE__ */ z.nullish(/* @__PURE__ */ z.string(reason))

/**
 * The limits of a list of operations (stellar.md 4): text without the `Transaction validation error: ` prefixes, or
 * undefined.
 */
export function checkStellarOperations(
  operations: readonly Pick<StellarOperation, 'type'>[],
  memoType?: string | undefined,
): string | undefined {
  const soroban = operations.filter(operation => operation.type !== 'payment').length
  if (operations.length > 100) {
    return `Transaction has ${operations.length} operations, but maximum allowed is 100`
  }
  if (soroban > 1) return 'Transaction can contain at most one Soroban operation'
  if (soroban === 0) return undefined
  if (operations.length > 1) {
    return 'Soroban operations must be exclusive - no other operations allowed in the same transaction'
  }
  return memoType === undefined || memoType === 'none'
    ? undefined
    : 'Soroban operations cannot have a memo (except MemoNone)'
}

function check(request: StellarTransactionRequest): string | undefined {
  const { operations, transaction_xdr: xdr, signed_auth_entry: entry, fee_bump: feeBump } = request
  const hasOperations = (operations?.length ?? 0) > 0
  const hasXdr = typeof xdr === 'string'
  if (hasOperations && hasXdr) return 'Cannot provide both operations and transaction_xdr'
  if (!hasOperations && !hasXdr) return 'Must provide either operations or transaction_xdr'
  if (feeBump && hasOperations) return 'Cannot request fee_bump with operations mode'
  if (typeof entry === 'string' && !hasXdr) return 'signed_auth_entry requires transaction_xdr to be provided'
  if (typeof entry === 'string' && feeBump) return 'Cannot use both signed_auth_entry and fee_bump'
  const refused = hasOperations ? checkStellarOperations(operations ?? [], request.memo?.type) : undefined
  // the prefix stands twice on the wire of the protocol
  return refused && `Transaction validation error: Transaction validation error: ${refused}`
}

/**
 * Shape B: what a client asks a Stellar relayer to send, as operations or as a pre-built envelope. `max_fee` in stroops
 * (default 1,000,000, fee bumps only). `valid_until` is RFC 3339 or unix seconds in decimal and is read later.
 *
 * The rules that need no XDR decoding hold, in the order of stellar.md 2 and 4. Unknown keys are ignored.
 */
export const stellarTransactionRequest = /* @__PURE__ */ object({
  network: /* @__PURE__ */ z.string(reason),
  operations: /* @__PURE__ */ z.nullish(/* @__PURE__ */ array(stellarOperation)),
  transaction_xdr: text,
  source_account: /* @__PURE__ */ z.nullish(stellarDestination),
  memo: /* @__PURE__ */ z.nullish(stellarMemo),
  valid_until: text,
  fee_bump: /* @__PURE__ */ z.nullish(/* @__PURE__ */ z.boolean(reason)),
  max_fee: /* @__PURE__ */ z.nullish(u63),
  signed_auth_entry: text,
}).check(/* @__PURE__ */ rules(value => check(value as StellarTransactionRequest)))
export type StellarTransactionRequest = z.output<typeof stellarTransactionRequest>
export type StellarTransactionRequestInput = z.input<typeof stellarTransactionRequest>

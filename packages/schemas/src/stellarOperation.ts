import * as z from 'zod/mini'
import { array } from './array.ts'
import { reason } from './explain.ts'
import { object } from './object.ts'
import { decimalU63 } from './quantity.ts'
import { scVal } from './scVal.ts'
import { stellarAccount, stellarContract, stellarDestination, stellarHash } from './stellarAddress.ts'
import { stellarAsset } from './stellarAsset.ts'
import { variants } from './variants.ts'

const text = /* @__PURE__ */ z.string(reason)
const args = /* @__PURE__ */ array(scVal)

function tagged<const T extends string, Shape extends z.core.$ZodShape>(type: T, shape: Shape) {
  return object({ type: z.literal(type, reason), ...shape })
}

/**
 * Who authorises a contract call. Absent means `source_account`; `xdr` holds SorobanAuthorizationEntry in base64.
 * @see https://developers.stellar.org/docs/learn/fundamentals/contract-development/authorization
 */
export const stellarAuth = /* @__PURE__ */ variants('type', [
  /* @__PURE__ */ tagged('none', {}),
  /* @__PURE__ */ tagged('source_account', {}),
  /* @__PURE__ */ tagged('addresses', { signers: /* @__PURE__ */ array(text) }),
  /* @__PURE__ */ tagged('xdr', { entries: /* @__PURE__ */ array(text) }),
])
export type StellarAuth = z.output<typeof stellarAuth>
const auth = /* @__PURE__ */ z.nullish(stellarAuth)

/** ContractSource: whose address, with the salt, gives the new contract its id. */
export const stellarContractSource = /* @__PURE__ */ variants('from', [
  /* @__PURE__ */ object({ from: /* @__PURE__ */ z.literal('address', reason), address: stellarAccount }),
  /* @__PURE__ */ object({ from: /* @__PURE__ */ z.literal('contract', reason), contract: stellarContract }),
])
export type StellarContractSource = z.output<typeof stellarContractSource>

type WasmInput = { readonly hex?: string | undefined; readonly base64?: string | undefined }
const isHex = (value: unknown): boolean => typeof value === 'string' && /^(?:[\da-f]{2})+$/i.test(value)
const isBase64 = (value: unknown): boolean =>
  typeof value === 'string' && value !== '' && value.length % 4 === 0 && /^[\da-z+/]+={0,2}$/i.test(value)

/** `{hex}` or `{base64}`; the former wins. Any `type` key is ignored. */
const wasm = /* @__PURE__ */ z.codec(
  /* @__PURE__ */ z.custom<WasmInput>(
    value =>
      typeof value === 'object' &&
      value !== null &&
      (isHex((value as WasmInput).hex) || isBase64((value as WasmInput).base64)),
    { error: () => 'invalid wasm, expected {hex} or {base64}' },
  ),
  /* @__PURE__ */ z.custom<{ readonly hex: string } | { readonly base64: string }>(),
  {
    decode: value => (isHex(value.hex) ? { hex: `${value.hex}` } : { base64: `${value.base64}` }),
    encode: value => value,
  },
)

/**
 * OperationSpec. A payment's `amount` is in stroops, parsed as `bigint` and written as a decimal string. Extra keys are
 * ignored, an operation has no source account of its own.
 * @see https://developers.stellar.org/docs/learn/fundamentals/transactions/list-of-operations
 */
export const stellarOperation = /* @__PURE__ */ variants('type', [
  /* @__PURE__ */ tagged('payment', { destination: stellarDestination, amount: decimalU63, asset: stellarAsset }),
  /* @__PURE__ */ tagged('invoke_contract', { contract_address: stellarContract, function_name: text, args, auth }),
  /* @__PURE__ */ tagged('create_contract', {
    source: stellarContractSource,
    wasm_hash: stellarHash,
    salt: /* @__PURE__ */ z.nullish(stellarHash),
    constructor_args: /* @__PURE__ */ z.nullish(args),
    auth,
  }),
  /* @__PURE__ */ tagged('upload_wasm', { wasm, auth }),
])
export type StellarOperation = z.output<typeof stellarOperation>

import * as z from 'zod/mini'
import { reason } from './explain.ts'
import { u8 } from './integer.ts'
import { object } from './object.ts'

/**
 * A secp256k1 signature; hex without `0x`, lower case. `v` is 27 or 28 for messages and legacy transactions, 0 or 1 for
 * EIP-1559 ones; `sig` is r‖s‖v.
 * @see https://eips.ethereum.org/EIPS/eip-1559
 */
export const evmSignature = /* @__PURE__ */ object({
  r: /* @__PURE__ */ z.string(reason),
  s: /* @__PURE__ */ z.string(reason),
  v: u8,
  sig: /* @__PURE__ */ z.string(reason),
})
export type EvmSignature = z.output<typeof evmSignature>

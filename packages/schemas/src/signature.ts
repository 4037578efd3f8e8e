import * as z from 'zod/mini'
import { reason } from './explain.ts'
import { u8 } from './integer.ts'

/**
 * A secp256k1 signature; hex without `0x`, lower case. `v` is 27 or 28 for messages and legacy transactions, 0 or 1 for
 * EIP-1559 ones; `sig` is r‖s‖v.
 * @see https://eips.ethereum.org/EIPS/eip-1559
 */
export const evmSignature = /* @__PURE__ */ z.object(
  {
    r: /* @__PURE__ */ z.string(reason),
    s: /* @__PURE__ */ z.string(reason),
    v: u8,
    sig: /* @__PURE__ */ z.string(reason),
  },
  reason,
)
export type EvmSignature = z.output<typeof evmSignature>

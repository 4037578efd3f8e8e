import * as z from 'zod/mini'
import { array } from './array.ts'
import { reason } from './explain.ts'
import { u53 } from './integer.ts'
import { object } from './object.ts'
import { solanaInstruction } from './solanaInstruction.ts'
import { transactionStatus } from './transactionStatus.ts'

const text = /* @__PURE__ */ z.string(reason)
const optionalText = /* @__PURE__ */ z.optional(text)

/** Record of a Solana transaction: what is not known is left out, never null. `transaction` is `""` until it is built. */
export const solanaTransaction = /* @__PURE__ */ object({
  id: text,
  signature: optionalText,
  status: transactionStatus,
  status_reason: optionalText,
  created_at: text,
  sent_at: optionalText,
  confirmed_at: optionalText,
  transaction: text,
  instructions: /* @__PURE__ */ z.optional(/* @__PURE__ */ array(solanaInstruction)),
  /** Number of the latest accepted request. */
  revision: /* @__PURE__ */ z.optional(u53),
  /** Number of the request that reached the chain. */
  executed_revision: /* @__PURE__ */ z.optional(u53),
})
export type SolanaTransaction = z.output<typeof solanaTransaction>
/** What goes over the wire. */
export type SolanaTransactionWire = z.input<typeof solanaTransaction>

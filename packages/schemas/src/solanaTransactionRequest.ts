import * as z from 'zod/mini'
import { array } from './array.ts'
import { reason, rules } from './explain.ts'
import { object } from './object.ts'
import { checkSolanaInstructions, solanaInstruction } from './solanaInstruction.ts'
import { parseTimestamp } from './timestamp.ts'

function check(request: SolanaTransactionRequest): string | undefined {
  const { transaction, instructions, valid_until: validUntil } = request
  const hasTransaction = typeof transaction === 'string' && transaction !== ''
  const hasInstructions = (instructions?.length ?? 0) > 0
  if (hasTransaction && hasInstructions) return 'Cannot provide both transaction and instructions'
  if (!hasTransaction && !hasInstructions) return 'Must provide either transaction or instructions'
  const refused = instructions ? checkSolanaInstructions(instructions) : undefined
  if (refused !== undefined) return refused
  return typeof validUntil === 'string' && parseTimestamp(validUntil) === undefined
    ? 'valid_until must be a valid RFC3339 timestamp'
    : undefined
}

/**
 * Shape C: what a client asks a Solana relayer to send. `transaction` is EncodedSerializedTransaction, the base64 of the
 * wire transaction; or a list of instructions.
 *
 * The rules that need neither decoding nor the relayer's address hold, in the order of solana.md 2; the core runs
 * `checkSolanaInstructions(instructions, relayerAddress)` for the signer rule. Unknown keys are ignored.
 */
export const solanaTransactionRequest = /* @__PURE__ */ object({
  transaction: /* @__PURE__ */ z.nullish(/* @__PURE__ */ z.string(reason)),
  instructions: /* @__PURE__ */ z.nullish(/* @__PURE__ */ array(solanaInstruction)),
  valid_until: /* @__PURE__ */ z.nullish(/* @__PURE__ */ z.string(reason)),
}).check(/* @__PURE__ */ rules(value => check(value as SolanaTransactionRequest)))
export type SolanaTransactionRequest = z.output<typeof solanaTransactionRequest>
export type SolanaTransactionRequestInput = z.input<typeof solanaTransactionRequest>

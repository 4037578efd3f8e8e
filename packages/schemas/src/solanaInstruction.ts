import * as z from 'zod/mini'
import { array } from './array.ts'
import { reason } from './explain.ts'
import { object } from './object.ts'

const text = /* @__PURE__ */ z.string(reason)
const flag = /* @__PURE__ */ z.boolean(reason)

/**
 * One Solana instruction: keys in base58, data in base64. Every key is required; accounts and data may be empty.
 * @see https://solana.com/docs/core/instructions
 */
export const solanaInstruction = /* @__PURE__ */ object({
  program_id: text,
  accounts: /* @__PURE__ */ array(/* @__PURE__ */ object({ pubkey: text, is_signer: flag, is_writable: flag })),
  data: text,
})
export type SolanaInstruction = z.output<typeof solanaInstruction>

const keyPattern = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/
const DEFAULT_KEY = '11111111111111111111111111111111'

/** True for 32 to 44 characters of base58, the form of a public key. */
export function isSolanaKey(text: string): boolean {
  return keyPattern.test(text)
}

/** Bytes behind a padded base64 text, or undefined when it is not one. */
export function base64Length(text: string): number | undefined {
  if (text.length % 4 !== 0 || !/^[\da-z+/]*={0,2}$/i.test(text)) return undefined
  return (text.length / 4) * 3 - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0)
}

function checkInstruction(
  { program_id: program, accounts, data }: SolanaInstruction,
  relayer?: string,
): string | undefined {
  if (program.trim() === '') return 'program_id cannot be empty'
  if (!isSolanaKey(program.trim())) return `Invalid program_id '${program.slice(0, 64)}' - Invalid base58 public key`
  if (program.trim() === DEFAULT_KEY) return 'program_id cannot be default pubkey'
  if (accounts.length > 64) return `Too many accounts ${accounts.length} exceeds maximum of 64`
  for (const [j, { pubkey, is_signer: isSigner }] of accounts.entries()) {
    const where = ` account ${j}: `
    if (pubkey.trim() === '') return `${where}pubkey cannot be empty`
    if (!isSolanaKey(pubkey.trim()))
      return `${where}Invalid pubkey '${pubkey.slice(0, 64)}' - Invalid base58 public key`
    if (isSigner && relayer !== undefined && pubkey !== relayer) {
      return `${where}Only the relayer address ${relayer} can be marked as a signer, but '${pubkey}' is marked as a signer. The relayer can only provide its own signature.`
    }
  }
  const length = base64Length(data)
  if (length === undefined) return 'Invalid base64 data - Invalid padding or symbol'
  return length > 1232 ? `Data too large (${length} bytes, max: 1232 bytes)` : undefined
}

/**
 * The rules of a list of instructions (solana.md 2, point 4), in documented order: text of the first one broken, or
 * undefined. The signer rule is checked only when the relayer's address is given.
 */
export function checkSolanaInstructions(
  instructions: readonly SolanaInstruction[],
  relayer?: string,
): string | undefined {
  if (instructions.length === 0) return 'Instructions cannot be empty'
  if (instructions.length > 64) return `Too many instructions: ${instructions.length} exceeds maximum of 64`
  const keys = new Set<string>()
  for (const [i, instruction] of instructions.entries()) {
    const refused = checkInstruction(instruction, relayer)
    if (refused !== undefined) return `Instruction ${i}${refused.startsWith(' account') ? '' : ': '}${refused}`
    keys.add(instruction.program_id)
    for (const { pubkey } of instruction.accounts) keys.add(pubkey)
  }
  return keys.size > 64 ? `Too many unique accounts: ${keys.size} exceeds Solana's limit of 64` : undefined
}

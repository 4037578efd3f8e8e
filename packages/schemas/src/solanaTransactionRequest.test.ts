import { describe, expect, test } from 'vitest'
import { describeIssues } from './describeIssues.ts'
import { base64Length, checkSolanaInstructions } from './solanaInstruction.ts'
import { solanaTransactionRequest } from './solanaTransactionRequest.ts'

const why = (body: unknown): string => {
  const result = solanaTransactionRequest.safeParse(body)
  return result.success ? 'accepted' : describeIssues(result.error)
}
const program = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const key = (n: number) => `${'2'.repeat(40)}${String(n).padStart(2, 'z').replaceAll('0', 'z')}`
const account = (n: number, signer = false) => ({ pubkey: key(n), is_signer: signer, is_writable: false })
const instruction = { program_id: program, accounts: [], data: '' }
const accounts = (count: number, from = 1) => Array.from({ length: count }, (_, i) => account(from + i))

describe('rules, in the documented order', () => {
  test.each([
    [{ transaction: 'AAAA', instructions: [instruction] }, 'Cannot provide both transaction and instructions'],
    [{}, 'Must provide either transaction or instructions'],
    [{ instructions: [] }, 'Must provide either transaction or instructions'],
    [{ transaction: null, instructions: null }, 'Must provide either transaction or instructions'],
    [{ transaction: 'AAAA', instructions: [] }, 'Instructions cannot be empty'],
    [
      { instructions: Array.from({ length: 65 }, () => instruction) },
      'Too many instructions: 65 exceeds maximum of 64',
    ],
    [{ instructions: [instruction, { ...instruction, program_id: ' ' }] }, 'Instruction 1: program_id cannot be empty'],
    [
      { instructions: [{ ...instruction, program_id: 'O0' }] },
      "Instruction 0: Invalid program_id 'O0' - Invalid base58 public key",
    ],
    [
      { instructions: [{ ...instruction, program_id: '1'.repeat(32) }] },
      'Instruction 0: program_id cannot be default pubkey',
    ],
    [
      { instructions: [{ ...instruction, accounts: accounts(65) }] },
      'Instruction 0: Too many accounts 65 exceeds maximum of 64',
    ],
    [
      { instructions: [{ ...instruction, accounts: [{ ...account(1), pubkey: '' }] }] },
      'Instruction 0 account 0: pubkey cannot be empty',
    ],
    [
      { instructions: [{ ...instruction, accounts: [account(1), { ...account(1), pubkey: 'x' }] }] },
      "Instruction 0 account 1: Invalid pubkey 'x' - Invalid base58 public key",
    ],
    [
      { instructions: [{ ...instruction, data: 'a' }] },
      'Instruction 0: Invalid base64 data - Invalid padding or symbol',
    ],
    [
      { instructions: [{ ...instruction, data: 'A'.repeat(1648) }] },
      'Instruction 0: Data too large (1236 bytes, max: 1232 bytes)',
    ],
    [
      {
        instructions: [
          { ...instruction, accounts: accounts(60) },
          { ...instruction, accounts: accounts(10, 60) },
        ],
      },
      "Too many unique accounts: 70 exceeds Solana's limit of 64",
    ],
    [{ transaction: 'AAAA', valid_until: 'soon' }, 'valid_until must be a valid RFC3339 timestamp'],
    [{ instructions: [{ ...instruction, accounts: accounts(63) }], valid_until: null }, 'accepted'],
  ])('rule %#', (body, reason) => {
    expect(why(body)).toBe(reason)
  })

  test('the signer rule needs the address of the relayer', () => {
    const instructions = [{ ...instruction, accounts: [account(1, true), account(2, true)] }]
    expect(checkSolanaInstructions(instructions)).toBeUndefined()
    expect(checkSolanaInstructions(instructions, key(1))).toBe(
      `Instruction 0 account 1: Only the relayer address ${key(1)} can be marked as a signer, but '${key(2)}' is marked as a signer. The relayer can only provide its own signature.`,
    )
  })
})

test('the length behind base64', () => {
  expect(['', 'AA==', 'AAA=', 'AAAA', 'AAAAAA=='].map(base64Length)).toEqual([0, 1, 2, 3, 4])
  expect(['A', 'A===', '====A', 'A-_A'].map(base64Length)).toEqual([undefined, undefined, undefined, undefined])
})

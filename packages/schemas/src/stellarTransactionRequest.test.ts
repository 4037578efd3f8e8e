/// <reference types="node" />
import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import * as s from './index.ts'

const why = (schema: z.ZodMiniType, body: unknown): string => {
  const result = schema.safeParse(body)
  return result.success ? 'accepted' : s.describeIssues(result.error)
}
const account = `G${'A'.repeat(55)}`
const contract = `C${'A'.repeat(55)}`
const payment = { type: 'payment', destination: account, amount: '1', asset: { type: 'native' } }
const invoke = { type: 'invoke_contract', contract_address: contract, function_name: 'f', args: [] }
const network = 'testnet'
const twice = 'Transaction validation error: Transaction validation error: '

describe('rules, in the documented order', () => {
  test.each([
    [
      { operations: [payment], transaction_xdr: 'AAAA', fee_bump: true },
      'Cannot provide both operations and transaction_xdr',
    ],
    [{ operations: [] }, 'Must provide either operations or transaction_xdr'],
    [{ signed_auth_entry: 'AAAA' }, 'Must provide either operations or transaction_xdr'],
    [
      { operations: [payment], fee_bump: true, signed_auth_entry: 'AAAA' },
      'Cannot request fee_bump with operations mode',
    ],
    [{ operations: [payment], signed_auth_entry: 'AAAA' }, 'signed_auth_entry requires transaction_xdr to be provided'],
    [
      { transaction_xdr: 'AAAA', fee_bump: true, signed_auth_entry: 'AAAA' },
      'Cannot use both signed_auth_entry and fee_bump',
    ],
    [
      { operations: Array.from({ length: 101 }, () => payment) },
      `${twice}Transaction has 101 operations, but maximum allowed is 100`,
    ],
    [{ operations: [invoke, invoke] }, `${twice}Transaction can contain at most one Soroban operation`],
    [
      { operations: [invoke, payment] },
      `${twice}Soroban operations must be exclusive - no other operations allowed in the same transaction`,
    ],
    [
      { operations: [invoke], memo: { type: 'text', value: 'a' } },
      `${twice}Soroban operations cannot have a memo (except MemoNone)`,
    ],
    [{ operations: [invoke], memo: { type: 'none' } }, 'accepted'],
    [{ operations: [], transaction_xdr: 'AAAA', max_fee: '1000000', memo: null }, 'accepted'],
    [{ operations: Array.from({ length: 100 }, () => payment) }, 'accepted'],
  ])('rule %#', (body, reason) => {
    expect(why(s.stellarTransactionRequest, { network, ...body })).toBe(reason)
  })

  test('network is required', () => {
    expect(why(s.stellarTransactionRequest, { transaction_xdr: 'AAAA' })).toBe('missing field `network`')
  })
})

describe('memo', () => {
  const bytes = Array.from({ length: 32 }, (_, i) => i)
  const hex = Buffer.from(bytes).toString('hex')

  test('hash and return come as 32 integers or 64 hex digits and parse alike', () => {
    for (const type of ['hash', 'return']) {
      for (const value of [bytes, hex, hex.toUpperCase()]) {
        expect(s.stellarMemo.parse({ type, value })).toEqual({ type, value: hex })
      }
    }
  })

  test('id is a u64 as integer or string', () => {
    for (const value of [5, '5', 5n])
      expect(s.stellarMemo.parse({ type: 'id', value })).toEqual({ type: 'id', value: 5n })
  })

  test.each([
    [{ type: 'hash', value: [1] }, 'value: invalid hash, expected 32 integers from 0 to 255 or 64 hex digits'],
    [
      { type: 'hash', value: [...bytes.slice(1), 256] },
      'value: invalid hash, expected 32 integers from 0 to 255 or 64 hex digits',
    ],
    [{ type: 'return', value: 'ab' }, 'value: invalid hash, expected 32 integers from 0 to 255 or 64 hex digits'],
    [{ type: 'return' }, 'missing field `value`'],
    [
      { type: 'hash', value: 5 },
      'value: invalid type: integer `5`, expected 32 integers from 0 to 255 or 64 hex digits',
    ],
    [{ type: 'text', value: 'ü'.repeat(15) }, 'value: memo text exceeds 28 bytes'],
    [
      { type: 'id', value: -1 },
      `value: invalid value: integer \`-1\`, expected u64 (an integer from 0 to ${2n ** 64n - 1n})`,
    ],
    [{ type: 'md5' }, 'type: unknown variant `md5`, expected one of `none`, `text`, `id`, `hash`, `return`'],
  ])('%j: %s', (memo, reason) => {
    expect(why(s.stellarMemo, memo)).toBe(reason)
  })
})

describe('operations', () => {
  test('both spellings of an asset parse alike', () => {
    for (const type of ['credit4', 'credit_alphanum4']) {
      expect(s.stellarAsset.parse({ type, code: 'USDC', issuer: account })).toEqual({
        type: 'credit4',
        code: 'USDC',
        issuer: account,
      })
    }
    for (const type of ['credit12', 'credit_alphanum12']) {
      expect(s.stellarAsset.parse({ type, code: 'LONGNAME', issuer: account }).type).toBe('credit12')
    }
  })

  test('wasm comes as hex or base64, hex first, whatever type says', () => {
    const upload = (wasm: object) => s.stellarOperation.parse({ type: 'upload_wasm', wasm })
    expect(upload({ type: 'hex', hex: '00ff', base64: 'AAEC' })).toEqual({ type: 'upload_wasm', wasm: { hex: '00ff' } })
    expect(upload({ base64: 'AAEC' })).toEqual({ type: 'upload_wasm', wasm: { base64: 'AAEC' } })
  })

  test.each([
    [{ ...payment, destination: 'bob' }, 'destination: invalid address, expected an account (G… or M…)'],
    [
      { ...payment, amount: '-1' },
      'amount: invalid value: string "-1", expected u63 (an integer from 0 to 9223372036854775807)',
    ],
    [
      { ...payment, asset: { type: 'credit4', code: 'TOOLONG', issuer: account } },
      'asset.code: invalid asset code, expected 1 to 4 letters or digits',
    ],
    [
      { ...payment, asset: { type: 'gold' } },
      'asset.type: unknown variant `gold`, expected one of `native`, `credit4`, `credit_alphanum4`, `credit12`, `credit_alphanum12`',
    ],
    [{ ...invoke, contract_address: account }, 'contract_address: invalid address, expected a contract (C…)'],
    [{ type: 'invoke_contract', contract_address: contract, function_name: 'f' }, 'missing field `args`'],
    [{ type: 'upload_wasm', wasm: { hex: 'abc' } }, 'wasm: invalid wasm, expected {hex} or {base64}'],
    [
      { type: 'bump_sequence' },
      'type: unknown variant `bump_sequence`, expected one of `payment`, `invoke_contract`, `create_contract`, `upload_wasm`',
    ],
  ])('%j: %s', (operation, reason) => {
    expect(why(s.stellarOperation, operation)).toBe(reason)
  })
})

describe('scVal', () => {
  test.each([
    ['void', 'void'],
    [{ u64: '1000' }, { u64: 1000n }],
    [{ u64: 1000 }, { u64: 1000n }],
    [{ i128: '-5' }, { i128: -5n }],
    [{ i128: { hi: '0', lo: '100' } }, { i128: 100n }],
    [{ i128: { hi: -1, lo: `${2n ** 64n - 5n}` } }, { i128: -5n }],
    [{ u256: { hi_hi: 0, hi_lo: 0, lo_hi: 1, lo_lo: '2' } }, { u256: 2n ** 64n + 2n }],
    [{ bytes: 'DEADbeef' }, { bytes: 'deadbeef' }],
    [{ vec: null }, { vec: null }],
    [{ map: [{ key: { symbol: 'b' }, val: 'void' }] }, { map: [{ key: { symbol: 'b' }, val: 'void' }] }],
    [{ error: { contract: 5 } }, { error: { contract: 5 } }],
    [
      { contract_instance: { executable: 'stellar_asset' } },
      { contract_instance: { executable: 'stellar_asset', storage: null } },
    ],
    [{ ledger_key_nonce: { nonce: '1' } }, { ledger_key_nonce: { nonce: 1n } }],
  ])('%o is read', (wire, parsed) => {
    expect(s.scVal.parse(wire)).toEqual(parsed)
  })

  test.each([
    [{ u32: '1' }, 'invalid ScVal: u32: expected u32 (0 to 4294967295)'],
    [{ i32: 1.5 }, 'invalid ScVal: i32: expected i32 (-2147483648 to 2147483647)'],
    [{ u128: { hi: 1 } }, 'invalid ScVal: u128.lo: expected u64 (0 to 18446744073709551615)'],
    [
      { vec: [{ map: [{ key: { bool: 1 }, val: 'void' }] }] },
      'invalid ScVal: vec[0].map[0].key.bool: expected a boolean',
    ],
    [{ symbol: 'no space' }, 'invalid ScVal: symbol: expected a symbol of up to 32 letters, digits and underscores'],
    [{ a: 1 }, 'invalid ScVal: value: expected one ScVal type as the only key'],
    [{ bool: true, u32: 1 }, 'invalid ScVal: value: expected one ScVal type as the only key'],
    [{ constructor: 1 }, 'invalid ScVal: value: expected one ScVal type as the only key'],
    ['nothing', 'invalid ScVal: value: expected an ScVal'],
    [{ error: { gas: 'x' } }, 'invalid ScVal: error: expected a known error class'],
    [
      { contract_instance: { executable: null } },
      'invalid ScVal: contract_instance.executable.wasm: expected 64 hex digits',
    ],
  ])('%j is refused: %s', (wire, reason) => {
    expect(why(s.scVal, wire)).toBe(reason)
  })

  test('a very deep value does not exhaust the stack', () => {
    let deep: unknown = 'void'
    for (let i = 0; i < 5000; i++) deep = { vec: [deep] }
    expect(why(s.scVal, deep)).toMatch(/expected at most 200 levels$/)
  })
})

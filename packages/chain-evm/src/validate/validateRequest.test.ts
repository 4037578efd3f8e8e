import type { AttemptRecord, JsonObject } from '@relayer/core'
import { evmTransactionRequest } from '@relayer/schemas'
import { describe, expect, it } from 'vitest'
import { validateRequest } from './validateRequest.ts'

const account = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const now = Date.parse('2026-01-01T00:00:00Z')

const validate = (
  body: object,
  policies: JsonObject | null = null,
  previous: readonly AttemptRecord[] = [],
  hasPrivate = false,
) => {
  const parsed = evmTransactionRequest.parse({ value: 0, ...body })
  return validateRequest({ account, policies, body: parsed, previous, now }, { hasPrivate })
}
const reasonOf = (body: object, policies?: JsonObject) => {
  const verdict = validate(body, policies)
  return verdict.kind === 'invalid' ? verdict.reason : verdict.kind
}

describe('validateRequest', () => {
  it('keeps what the client gave and names the price that is meant', () => {
    expect(validate({ value: 2n ** 128n - 1n, to, data: 'ABcd', valid_until: '2026-01-01T01:00:00+00:00' })).toEqual({
      kind: 'valid',
      request: {
        to,
        value: `0x${'f'.repeat(32)}`,
        data: 'ABcd',
        gas_limit: null,
        gas_price: null,
        max_fee_per_gas: null,
        max_priority_fee_per_gas: null,
        speed: 'fast',
        valid_until: '2026-01-01T01:00:00+00:00',
      },
      sequenceAccount: { kind: 'account', account },
      rebuildable: true,
      admission: 'async',
      validUntil: now + 3_600_000,
    })
    expect(validate({ to, gas_price: 5 })).toMatchObject({ request: { gas_price: '5', speed: null }, validUntil: null })
    expect(validate({ to, speed: 'safeLow' })).toMatchObject({ request: { speed: 'safeLow' } })
  })

  it.each<[string, object, JsonObject | undefined, string]>([
    ['a receiver off the list', { to }, { whitelist_receivers: [] }, 'Transaction target address is not whitelisted'],
    [
      'a creation under a list',
      { data: '0x00' },
      { whitelist_receivers: [to] },
      'Transaction target address is not whitelisted',
    ],
    ['a receiver on the list in another case', { to: to.toLowerCase() }, { whitelist_receivers: [to] }, 'valid'],
    ['itself under a list', { to: account }, { whitelist_receivers: [] }, 'valid'],
    ['the zero address under a list', { to: `0x${'0'.repeat(40)}` }, { whitelist_receivers: [] }, 'valid'],
    [
      'neither receiver nor data',
      {},
      undefined,
      'Both txs `to` and `data` fields are missing. At least one of them has to be set.',
    ],
    [
      'no gas limit where none is estimated',
      { to },
      { gas_limit_estimation: false },
      'gas_limit is required when gas_limit_estimation policy is disabled',
    ],
    [
      'too little gas for the data',
      { to, data: '0x0001', gas_limit: 21_019 },
      undefined,
      'gas_limit is too low, intrinsic gas is 21020 and gas_limit is 21019',
    ],
    [
      'too little gas for the floor of EIP-7623',
      { to, data: '0x0001', gas_limit: 21_049 },
      undefined,
      'gas_limit is too low, intrinsic gas is 21050 and gas_limit is 21049',
    ],
    ['just enough gas', { to, data: '0x0001', gas_limit: 21_050 }, undefined, 'valid'],
    ['just enough gas for a creation', { data: '0x00', gas_limit: 53_004 }, undefined, 'valid'],
    [
      'too little gas for a creation',
      { data: '0x00', gas_limit: 53_003 },
      undefined,
      'gas_limit is too low, intrinsic gas is 53004 and gas_limit is 53003',
    ],
    ['as much data as nodes take', { to, data: `0x${'00'.repeat(130_560)}` }, undefined, 'valid'],
    ['more data', { to, data: `0x${'00'.repeat(130_561)}` }, undefined, 'data: must be at most 130560 bytes'],
    ['no timestamp', { to, valid_until: 'tomorrow' }, undefined, 'Invalid validUntil datetime format'],
    ['the past', { to, valid_until: '2025-12-31T23:59:59Z' }, undefined, 'The validUntil time cannot be in the past'],
    [
      'two kinds of price',
      { to, gas_price: 1, speed: 'fast' },
      undefined,
      'Cannot mix different transaction types. Use either gasPrice, speed, or EIP1559 parameters',
    ],
    [
      'half a pair',
      { to, max_fee_per_gas: 1 },
      undefined,
      'EIP1559 transactions require both maxFeePerGas and maxPriorityFeePerGas',
    ],
    [
      'a tip above the fee',
      { to, max_fee_per_gas: 1, max_priority_fee_per_gas: 2 },
      undefined,
      'maxFeePerGas must be greater than or equal to maxPriorityFeePerGas',
    ],
    ['a price above the cap', { to, gas_price: 11 }, { gas_price_cap: '10' }, 'Gas price is too high'],
    ['a price at the cap', { to, gas_price: 10 }, { gas_price_cap: 10 }, 'valid'],
    [
      'a fee above the cap, which is lowered later',
      { to, max_fee_per_gas: 11, max_priority_fee_per_gas: 1 },
      { gas_price_cap: 10 },
      'valid',
    ],
  ])('%s', (_, body, policies, reason) => {
    expect(reasonOf(body, policies)).toBe(reason)
  })

  it('lets the earlier check speak', () => {
    const body = { gas_price: 1, speed: 'fast', valid_until: 'x' }
    expect(reasonOf(body, { whitelist_receivers: [] })).toBe('Transaction target address is not whitelisted')
    expect(reasonOf(body)).toContain('Both txs')
    expect(reasonOf({ ...body, to })).toBe('Invalid validUntil datetime format')
  })

  it('raises an explicit price to what replaces, and refuses it where the cap forbids that', () => {
    const previous = [{ details: { gas_price: '10' } } as unknown as AttemptRecord]
    expect(validate({ to, gas_price: 1 }, { gas_price_cap: 11 }, previous).kind).toBe('valid')
    expect(validate({ to, gas_price: 1 }, { gas_price_cap: 10 }, previous)).toEqual({
      kind: 'invalid',
      reason: 'Replacement transaction underpriced: the least price that replaces is 11 wei, above the cap',
    })
  })

  it('refuses a speed that can never outbid under the cap', () => {
    const previous = [{ details: { gas_price: '10' } } as unknown as AttemptRecord]
    expect(validate({ to, speed: 'fast' }, { gas_price_cap: 11 }, previous).kind).toBe('valid')
    expect(validate({ to, speed: 'fast' }, { gas_price_cap: 10 }, previous)).toEqual({
      kind: 'invalid',
      reason: 'Unable to calculate sufficient price bump for speed-based replacement',
    })
  })

  it.each<[string, object, JsonObject | null, string]>([
    ['100 gwei', { gas_price: 100_000_000_000n }, null, 'valid'],
    ['more', { gas_price: 100_000_000_001n }, null, 'Gas price is too high'],
    [
      'more, as a pair',
      { max_fee_per_gas: 100_000_000_001n, max_priority_fee_per_gas: 1 },
      null,
      'Gas price is too high',
    ],
    ['more where the policy says so', { gas_price: 100_000_000_001n }, { gas_price_cap: 100_000_000_001 }, 'valid'],
    [
      'a pair above the cap',
      { max_fee_per_gas: 11, max_priority_fee_per_gas: 1 },
      { gas_price_cap: 10 },
      'Gas price is too high',
    ],
  ])('a replacement without a cap pays at most 100 gwei: %s', (_, price, policies, reason) => {
    const body = evmTransactionRequest.parse({ value: 0, to, ...price })
    const input = { account, policies, body, previous: [], now, replaces: true }
    const verdict = validateRequest(input, { hasPrivate: false })
    expect(verdict.kind === 'invalid' ? verdict.reason : verdict.kind).toBe(reason)
  })

  it('takes private transactions only where there is a private endpoint', () => {
    expect(validate({ to }, { private_transactions: true })).toEqual({
      kind: 'invalid',
      reason: 'private_transactions: the network has no private RPC endpoint',
    })
    expect(validate({ to }, { private_transactions: false }).kind).toBe('valid')
    expect(validate({ to }, { private_transactions: true }, [], true).kind).toBe('valid')
  })

  it('refuses what no schema has seen', () => {
    const body = { value: 0n, to: 'https://example.org', data: '0xz' }
    const verdictOf = (unparsed: object) =>
      validateRequest({ account, policies: null, body: unparsed, previous: [], now }, { hasPrivate: false })
    expect(verdictOf(body)).toEqual({ kind: 'invalid', reason: 'Invalid address', field: 'to' })
    expect(verdictOf({ ...body, to })).toEqual({ kind: 'invalid', reason: 'Invalid data', field: 'data' })
  })
})

import { describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import * as s from './index.ts'

const why = (schema: z.ZodMiniType, body: unknown): string => {
  const result = schema.safeParse(body)
  return result.success ? 'accepted' : s.describeIssues(result.error)
}
const address = `0x${'aB'.repeat(20)}`
const url = 'https://example.com/hook'

describe('evmTransactionRequest', () => {
  test.each([
    [{}, 'missing field `value`'],
    [null, 'invalid type: null, expected a map'],
    [[], 'invalid type: sequence, expected a map'],
    ['x', 'invalid type: string, expected a map'],
    [{ value: 1, to: '0x12' }, 'to: invalid address, expected 0x and 40 hex digits'],
    [{ value: 1, to: 5 }, 'to: invalid type: integer `5`, expected a string'],
    [{ value: 1, data: '0x123' }, 'data: invalid hex data, expected an even number of hex digits'],
    [{ value: 1, data: 'zz' }, 'data: invalid hex data, expected an even number of hex digits'],
    [
      { value: 1, gas_limit: `${2n ** 63n}` },
      `gas_limit: invalid value: string "${2n ** 63n}", expected u63 (an integer from 0 to ${2n ** 63n - 1n})`,
    ],
    [
      { value: 1, speed: 'slow' },
      'speed: unknown variant `slow`, expected one of `fastest`, `fast`, `average`, `safeLow`',
    ],
    [{ value: 1, speed: {} }, 'speed: invalid type: map, expected one of `fastest`, `fast`, `average`, `safeLow`'],
    [{ value: 1, valid_until: 5 }, 'valid_until: invalid type: integer `5`, expected a string'],
    [
      { to: 1, data: 2 },
      'missing field `value`; to: invalid type: integer `1`, expected a string; data: invalid type: integer `2`, expected a string',
    ],
  ])('%j: %s', (body, reason) => {
    expect(why(s.evmTransactionRequest, body)).toBe(reason)
  })

  test('takes null for every optional field, any case of address, hex with and without 0x, and ignores unknown keys', () => {
    const nulls = { to: null, data: null, gas_limit: null, gas_price: null, speed: null, valid_until: null }
    expect(s.evmTransactionRequest.parse({ value: '0x10', ...nulls, network: 'x' })).toEqual({ value: 16n, ...nulls })
    expect(s.evmTransactionRequest.parse({ value: 0, to: address, data: 'aB' })).toEqual({
      value: 0n,
      to: address,
      data: 'aB',
    })
    expect(s.evmTransactionRequest.parse({ value: 0, to: '', data: '' })).toEqual({ value: 0n, to: null, data: '' })
  })
})

describe('unknown keys', () => {
  test.each<[string, z.ZodMiniType, unknown, string]>([
    [
      'notificationCreate',
      s.notificationCreate,
      { url, x: 1 },
      'unknown field `x`, expected one of `id`, `type`, `url`, `signing_key`',
    ],
    [
      'notificationUpdate',
      s.notificationUpdate,
      { x: 1 },
      'unknown field `x`, expected one of `type`, `url`, `signing_key`',
    ],
    ['signerUpdate', s.signerUpdate, { x: 1 }, 'unknown field `x`, there are no fields'],
    [
      'signerRequest',
      s.signerRequest,
      { type: 'plain', config: { key: 'a' }, x: 1 },
      'unknown field `x`, expected one of `id`, `type`, `config`',
    ],
    [
      'signerRequest config',
      s.signerRequest,
      { type: 'plain', config: { key: 'a', x: 1 } },
      'config: unknown field `x`, expected `key`',
    ],
    [
      'relayerUpdate',
      s.relayerUpdate,
      { id: 'a' },
      'unknown field `id`, expected one of `name`, `paused`, `policies`, `notification_id`, `custom_rpc_urls`',
    ],
    [
      'relayerCreate policies',
      s.relayerCreate,
      {
        name: 'a',
        network: 'b',
        paused: false,
        network_type: 'stellar',
        signer_id: 'c',
        policies: { swap_config: { x: 1 } },
      },
      'policies.swap_config: unknown field `x`, expected one of `strategies`, `cron_schedule`, `min_balance_threshold`',
    ],
    ['networkUpdate', s.networkUpdate, { name: 1 }, 'unknown field `name`, expected `rpc_urls`'],
    [
      'pluginUpdate',
      s.pluginUpdate,
      { id: 'a', path: 'b' },
      'unknown field `id`, `path`, expected one of `timeout`, `emit_logs`, `emit_traces`, `raw_response`, `allow_get_invocation`, `config`, `forward_logs`',
    ],
    [
      'a __proto__ key',
      s.notificationUpdate,
      s.parseJson('{"__proto__":{}}'),
      'unknown field `__proto__`, expected one of `type`, `url`, `signing_key`',
    ],
  ])('%s refuses them', (_name, schema, body, reason) => {
    expect(why(schema, body)).toBe(reason)
  })

  test('are ignored in transaction, sign and rpc bodies', () => {
    expect(s.signRequest.parse({ message: 'a', x: 1 })).toEqual({ message: 'a' })
    expect(s.solanaTransactionRequest.parse({ transaction: 'AAAA', x: 1 })).toEqual({ transaction: 'AAAA' })
    expect(s.stellarTransactionRequest.parse({ network: 'testnet', transaction_xdr: 'AAAA', x: 1 })).toEqual({
      network: 'testnet',
      transaction_xdr: 'AAAA',
    })
    expect(s.rpcRequest.parse({ jsonrpc: '2.0', method: 'x', x: 1 })).toEqual({ id: 1, method: 'x', params: null })
  })
})

describe('paths', () => {
  test('lead to the place', () => {
    const body = {
      network: 'x',
      operations: [{ type: 'payment', destination: `G${'A'.repeat(55)}`, asset: { type: 'native' } }],
    }
    expect(why(s.stellarTransactionRequest, body)).toBe('operations[0]: missing field `amount`')
    const instructions = [{ program_id: 'x', accounts: [{ pubkey: 'x', is_signer: 1, is_writable: true }], data: '' }]
    expect(why(s.solanaTransactionRequest, { instructions })).toBe(
      'instructions[0].accounts[0].is_signer: invalid type: integer `1`, expected a boolean',
    )
  })

  test('a value that could be a secret is never quoted', () => {
    for (const body of [
      { type: 'plain', config: { key: ['hunter2'] } },
      { type: 'plain', config: 'hunter2' },
      { type: 'aws_kms', config: { region: { hunter2: 'hunter2' }, key_id: 'hunter2' } },
      {
        type: 'cdp',
        config: { api_key_id: 'a', api_key_secret: 'hunter2', wallet_secret: 'hunter2', account_address: 'hunter2' },
      },
    ]) {
      expect(why(s.signerRequest, body)).not.toContain('hunter2')
    }
  })

  test('at most five reasons, unknown fields first', () => {
    const reasons = why(s.relayerCreate, { network_type: 'evm', x: 1, custom_rpc_urls: [1, 2] }).split('; ')
    expect(reasons).toHaveLength(5)
    expect(reasons[0]).toMatch(/^unknown field `x`/)
    expect(reasons[1]).toBe('missing field `name`')
  })
})

test('isRuleError tells a broken rule from a wrong shape', () => {
  const rule = s.notificationCreate.safeParse({ url: 'nope' })
  const shape = s.notificationCreate.safeParse({})
  const both = s.notificationCreate.safeParse({ url: 'nope', x: 1 })
  expect(rule.error && s.isRuleError(rule.error)).toBe(true)
  expect(shape.error && s.isRuleError(shape.error)).toBe(false)
  expect(both.error && s.isRuleError(both.error)).toBe(false)
  expect(both.error && s.describeIssues(both.error)).toMatch(/^unknown field `x`/)
})

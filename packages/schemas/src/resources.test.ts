import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import * as s from './index.ts'

const why = (schema: z.ZodMiniType, body: unknown): string => {
  const result = schema.safeParse(body)
  return result.success ? 'accepted' : s.describeIssues(result.error)
}

describe('envelope', () => {
  test('success, list and failure', () => {
    expect(s.stringifyJson(s.success({ id: 'x' }))).toBe('{"success":true,"data":{"id":"x"},"error":null}')
    expect(s.stringifyJson(s.success([], { current_page: 1, per_page: 10, total_items: 0 }))).toBe(
      '{"success":true,"data":[],"error":null,"pagination":{"current_page":1,"per_page":10,"total_items":0}}',
    )
    expect(s.stringifyJson(s.failure('Not found', 'Transaction with ID x not found'))).toBe(
      '{"success":false,"data":null,"message":"Not found","error":"Transaction with ID x not found"}',
    )
    expect(s.failure('Too Many Requests', 'TooManyRequests', { code: 429, after: 1 })).toMatchObject({
      code: 429,
      after: 1,
    })
  })
})

describe('paginationQuery', () => {
  test('defaults, zero, and unknown parameters', () => {
    expect(s.paginationQuery.parse({})).toEqual({ page: 1, per_page: 10 })
    expect(s.paginationQuery.parse({ page: '0', per_page: '0', x: '1' })).toEqual({ page: 0, per_page: 0 })
    expect(s.paginationQuery.parse({ page: '4294967295' }).page).toBe(4294967295)
  })

  test.each([
    ['abc', 'page: invalid digit found in string'],
    ['-1', 'page: invalid digit found in string'],
    ['1.5', 'page: invalid digit found in string'],
    ['0x10', 'page: invalid digit found in string'],
    ['', 'page: cannot parse integer from empty string'],
    ['4294967296', 'page: number too large to fit in target type'],
    [['1', '2'], 'page: duplicate field'],
  ])('%j: %s', (page, reason) => {
    expect(why(s.paginationQuery, { page })).toBe(reason)
  })
})

describe('notifications', () => {
  const url = 'https://example.com'
  test.each([
    [{ url: 'nope' }, 'Invalid URL format'],
    [{ url, signing_key: '' }, 'Signing key must be at least 32 characters long'],
    [{ url, signing_key: 'a'.repeat(31) }, 'Signing key must be at least 32 characters long'],
    [{ url, id: 'a/b' }, s.INVALID_ID],
    [{ url, type: 'email' }, 'type: unknown variant `email`, expected `webhook`'],
    [{ url: 'mailto:x', id: null, type: null, signing_key: null }, 'accepted'],
    [{ url, signing_key: 'a'.repeat(32), id: 'my_hook-1' }, 'accepted'],
  ])('%j: %s', (body, reason) => {
    expect(why(s.notificationCreate, body)).toBe(reason)
  })

  test('an update has only a shape: "" removes the key, the rules run on the outcome', () => {
    expect(s.notificationUpdate.parse({ signing_key: '' })).toEqual({ signing_key: '' })
    expect(s.notificationUpdate.parse({})).toEqual({})
    expect(s.checkNotification({ url: 'nope' })).toBe('Invalid URL format')
  })
})

describe('relayers', () => {
  const evm = { name: 'a', network: 'sepolia', paused: false, network_type: 'evm', signer_id: 's' }

  test('network_type chooses the policies', () => {
    const max = 2n ** 128n - 1n
    expect(s.relayerCreate.parse({ ...evm, policies: { min_balance: `${max}`, gas_price_cap: 5 } }).policies).toEqual({
      min_balance: max,
      gas_price_cap: 5n,
    })
    expect(why(s.relayerCreate, { ...evm, policies: { max_fee: 1 } })).toMatch(
      /^policies: unknown field `max_fee`, expected one of `min_balance`/,
    )
    expect(s.relayerPolicyFor('solana')).toBe(s.solanaPolicy)
    expect(s.relayerPolicyFor('stellar').parse({ fee_margin_percentage: new s.NumberLiteral('1.0') })).toEqual({
      fee_margin_percentage: 1,
    })
  })

  test.each([
    [{ ...evm, paused: undefined }, 'missing field `paused`'],
    [
      { ...evm, network_type: 'tron' },
      'network_type: unknown variant `tron`, expected one of `evm`, `solana`, `stellar`',
    ],
    [{ ...evm, custom_rpc_urls: ['https://a'] }, 'custom_rpc_urls[0]: invalid type: string, expected a map'],
    [
      { ...evm, custom_rpc_urls: [{ url: 'https://a', weight: 256 }] },
      'custom_rpc_urls[0].weight: invalid value: integer `256`, expected u8 (an integer from 0 to 255)',
    ],
  ])('%j: %s', (body, reason) => {
    expect(why(s.relayerCreate, body)).toBe(reason)
  })

  test('a patch keeps its nulls', () => {
    const patch = { policies: { gas_price_cap: null }, notification_id: null }
    expect(s.relayerUpdate.parse(patch)).toEqual(patch)
    expect(s.evmPolicy.parse(patch.policies)).toEqual(patch.policies)
    expect(why(s.relayerUpdate, null)).toBe('invalid type: null, expected a map')
  })

  test('amounts in answers are bare integers, those of the status strings', () => {
    expect(s.stringifyJson(z.encode(s.relayerBalance, { balance: 2n ** 100n, unit: 'wei' }))).toBe(
      `{"balance":${2n ** 100n},"unit":"wei"}`,
    )
    const status = {
      network_type: 'evm',
      balance: 5n,
      nonce: 7n,
      pending_transactions_count: 0,
      last_confirmed_transaction_timestamp: null,
      system_disabled: false,
      paused: false,
    } as const
    expect(z.encode(s.relayerStatus, status)).toMatchObject({ balance: '5', nonce: '7', pending_transactions_count: 0 })
  })
})

describe('networks', () => {
  test('endpoints are strings or objects', () => {
    expect(
      s.networkUpdate.parse({
        rpc_urls: ['https://a', { url: 'https://b', weight: null, x: 1 }, { url: 'https://c', weight: 5 }],
      }),
    ).toEqual({
      rpc_urls: [
        { url: 'https://a', weight: 100 },
        { url: 'https://b', weight: 100 },
        { url: 'https://c', weight: 5 },
      ],
    })
    for (const rpc_urls of ['https://a', [5], [{ url: 'x', weight: 256 }]]) {
      expect(why(s.networkUpdate, { rpc_urls })).toContain('rpc_urls must be an array of strings or RpcConfig objects')
    }
    expect(why(s.networkUpdate, { rpc_urls: null })).toBe('accepted')
  })
})

describe('json-rpc', () => {
  test('ids', () => {
    for (const id of ['a', 1, -5, 2n ** 63n - 1n, null]) expect(s.rpcRequest.parse({ id, method: 'x' }).id).toBe(id)
    expect(s.rpcRequest.parse({ method: 'x' }).id).toBe(1)
    for (const id of [1.5, true, {}, [], 2n ** 63n, new s.NumberLiteral('1.0')]) {
      expect(why(s.rpcRequest, { id, method: '' })).toBe(s.INVALID_RPC_ID)
    }
  })

  test('method', () => {
    for (const method of ['', 5, null, undefined]) expect(why(s.rpcRequest, { method })).toBe(s.MISSING_RPC_METHOD)
    expect(why(s.rpcBatchRequest, [])).toBe('empty batch')
  })

  test('params pass exactly', () => {
    const params = '[123456789012345678901234567890,1.5,{"a":null},12345678901234567890.0,[1e30]]'
    const request = s.rpcRequest.parse(s.parseJson(`{"method":"x","params":${params}}`))
    expect(s.stringifyJson(request.params)).toBe(params)
  })
})

test('an EVM record goes out with integers, a 0x value and null where nothing is known', () => {
  const record: s.EvmTransaction = {
    id: 'i',
    hash: null,
    status: 'pending',
    status_reason: null,
    created_at: s.formatTimestamp(0),
    sent_at: null,
    confirmed_at: null,
    gas_price: 2n ** 70n,
    gas_limit: 21000n,
    nonce: null,
    value: 10n ** 18n,
    from: '0x',
    to: null,
    relayer_id: 'r',
    data: null,
    max_fee_per_gas: null,
    max_priority_fee_per_gas: null,
    signature: null,
    speed: 'fast',
    is_canceled: false,
  }
  expect(s.stringifyJson(z.encode(s.evmTransaction, record))).toBe(
    `{"id":"i","hash":null,"status":"pending","status_reason":null,"created_at":"1970-01-01T00:00:00.000+00:00","sent_at":null,"confirmed_at":null,"gas_price":${2n ** 70n},"gas_limit":21000,"nonce":null,"value":"0xde0b6b3a7640000","from":"0x","to":null,"relayer_id":"r","data":null,"max_fee_per_gas":null,"max_priority_fee_per_gas":null,"signature":null,"speed":"fast","is_canceled":false}`,
  )
  // the other service writes fees as decimal strings
  expect(s.evmTransaction.parse({ ...z.encode(s.evmTransaction, record), gas_price: '5' }).gas_price).toBe(5n)
})

test('sign bodies', () => {
  const hash = 'ab'.repeat(32)
  expect(why(s.signTypedDataRequest, { domain_separator: `0x${hash}`, hash_struct_message: hash })).toBe('accepted')
  expect(why(s.signTypedDataRequest, { domain_separator: 5 })).toBe(
    'domain_separator: invalid type: integer `5`, expected a string; missing field `hash_struct_message`',
  )
  for (const body of [{ unsigned_xdr: 'A' }, { transaction: 'A' }, [1, 255]])
    expect(why(s.signTransactionRequest, body)).toBe('accepted')
  expect(why(s.signTransactionRequest, {})).toBe(
    'data did not match any variant of untagged enum SignTransactionRequest',
  )
})

test('sponsored bodies are one of two shapes without other keys', () => {
  expect(why(s.sponsoredQuoteRequest, { transaction: 'A', fee_token: 'm' })).toBe('accepted')
  expect(why(s.sponsoredBuildRequest, { fee_token: 'native', transaction_xdr: 'A' })).toBe('accepted')
  expect(why(s.sponsoredQuoteRequest, { stellar: {} })).toBe(
    'data did not match any variant of untagged enum SponsoredTransactionQuoteRequest',
  )
  expect(why(s.sponsoredBuildRequest, {})).toBe(
    'data did not match any variant of untagged enum SponsoredTransactionBuildRequest',
  )
})

test('plugin params are the value of `params`, else the whole body', () => {
  expect(s.pluginParams({ params: null, x: 1 })).toBeNull()
  expect(s.pluginParams({ params: [1] })).toEqual([1])
  expect(s.pluginParams({ x: 1 })).toEqual({ x: 1 })
  expect(s.pluginParams([1])).toEqual([1])
  expect(s.pluginParams(5)).toBe(5)
})

test('status filter: one name in any case', () => {
  expect(s.parseStatusFilter('Confirmed')).toBe('confirmed')
  expect(s.parseStatusFilter('cancelled')).toBeUndefined()
  expect(s.parseStatusFilter('')).toBeUndefined()
  expect(s.transactionStatus.options.filter(s.isFinalStatus)).toEqual(['canceled', 'confirmed', 'failed', 'expired'])
})

test('transactionRequestFor: the network type decides', () => {
  expect(s.transactionRequestFor('evm')).toBe(s.evmTransactionRequest)
  expect(s.transactionRequestFor('stellar')).toBe(s.stellarTransactionRequest)
  expect(s.transactionRequestFor('solana')).toBe(s.solanaTransactionRequest)
})

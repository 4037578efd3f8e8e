import { describe, expect, test } from 'vitest'
import { describeIssues } from './describeIssues.ts'
import { INVALID_ID } from './id.ts'
import { signerRequest } from './signerRequest.ts'
import { signerKind, signerRequestType, signerResponseType, signerTypeLabel } from './signerType.ts'

const why = (body: unknown): string => {
  const result = signerRequest.safeParse(body)
  return result.success ? 'accepted' : describeIssues(result.error)
}
const key = '0123456789abcdef'.repeat(4)
const vault = { address: 'http://vault:8200', role_id: 'r', secret_id: 's', key_name: 'k' }
const google = {
  service_account: {
    private_key: 'p',
    private_key_id: 'i',
    project_id: 'x',
    client_email: 'e',
    client_id: 'c',
    auth_uri: 'https://a',
    token_uri: 'https://b',
    auth_provider_x509_cert_url: 'https://c',
    client_x509_cert_url: 'https://d',
    universe_domain: 'googleapis.com',
  },
  key: { location: 'global', key_ring_id: 'r', key_id: 'k', key_version: 1 },
}
const invalid = 'Invalid signer configuration: '

describe('both name families', () => {
  test.each([
    ['plain', 'plain', { key }],
    ['kms_a', 'aws_kms', { region: 'eu', key_id: 'k' }],
    ['secrets_store', 'vault', vault],
    ['secrets_store_transit', 'vault_transit', { ...vault, pubkey: 'p' }],
    [
      'hosted_keys',
      'turnkey',
      { api_private_key: 'a', api_public_key: 'b', organization_id: 'c', private_key_id: 'd', public_key: 'e' },
    ],
    ['kms_b', 'google_cloud_kms', google],
  ])('%s is %s', (neutral, canonical, config) => {
    expect(why({ type: neutral, config })).toBe('accepted')
    expect(why({ type: canonical, config, id: 'x' })).toBe('accepted')
    expect(signerRequest.parse({ type: neutral, config }).type).toBe(neutral)
    expect(signerKind(neutral as 'plain')).toBe(canonical)
  })

  test('are echoed as given, plain reads back as local', () => {
    for (const type of signerRequestType.options) {
      expect(signerResponseType(type)).toBe(type === 'plain' ? 'local' : type)
      expect(signerTypeLabel(type)).toMatch(/^[A-Z]\w+$/)
    }
    expect(signerKind('local')).toBe('plain')
  })
})

describe('shape', () => {
  test.each([
    [{}, 'missing field `type`'],
    [{ type: 'plain' }, 'missing field `config`'],
    [{ type: 'aws_kms', config: { region: 'a' } }, 'config: missing field `key_id`'],
    [{ type: 'plain', config: 5 }, 'config: invalid type: integer `5`, expected a map'],
    [
      { type: 'kms_b', config: { ...google, key: { ...google.key, key_version: '1.5' } } },
      'config.key.key_version: invalid value: string "1.5", expected u32 (an integer from 0 to 4294967295)',
    ],
  ])('%j: %s', (body, reason) => {
    expect(why(body)).toBe(reason)
  })

  test('an unknown type is named', () => {
    expect(why({ type: 'ledger', config: {} })).toMatch(
      /^type: unknown variant `ledger`, expected one of `plain`, `aws_kms`, `kms_a`/,
    )
  })

  test('a config of another type', () => {
    expect(why({ type: 'kms_a', config: { key } })).toBe(
      "Signer type 'AwsKms' does not match the provided configuration",
    )
    expect(why({ type: 'plain', config: vault })).toBe("Signer type 'Local' does not match the provided configuration")
    expect(why({ type: 'vault', config: { ...vault, pubkey: 'x' } })).toBe(
      "Signer type 'Vault' does not match the provided configuration",
    )
  })
})

describe('rules, with the documented texts', () => {
  test.each([
    [
      'plain',
      { key: `0x${key}` },
      "Invalid hex key format: Invalid character 'x' at position 1. Key must be a 64-character hex string (32 bytes).",
    ],
    [
      'plain',
      { key: 'abc' },
      'Invalid hex key format: Odd number of digits. Key must be a 64-character hex string (32 bytes).',
    ],
    ['plain', { key: 'abcd' }, `${invalid}Raw key must be exactly 32 bytes, got 2 bytes`],
    ['plain', { key: '00'.repeat(32) }, `${invalid}Raw key cannot be all zeros`],
    [
      'aws_kms',
      { region: '', key_id: '' },
      `${invalid}AWS KMS validation failed: region: Region cannot be empty; key_id: Key ID cannot be empty`,
    ],
    [
      'vault',
      { ...vault, address: 'vault', key_name: '' },
      `${invalid}Vault validation failed: address: Address must be a valid URL; key_name: Vault key name cannot be empty`,
    ],
    [
      'secrets_store_transit',
      { ...vault, pubkey: '' },
      `${invalid}Vault Transit validation failed: pubkey: pubkey cannot be empty`,
    ],
    [
      'azure_key_vault',
      { vault_url: 'x', key_name: 'k' },
      `${invalid}Azure Key Vault validation failed: vault_url: Vault URL must be a valid URL`,
    ],
    [
      'azure_key_vault',
      { vault_url: 'https://v', key_name: 'k' },
      `${invalid}Azure Key Vault validation failed: __all__: Tenant ID cannot be empty, Client ID cannot be empty, Client secret cannot be empty`,
    ],
    ['azure_key_vault', { vault_url: 'https://v', key_name: 'k', auth_type: 'managed_identity' }, 'accepted'],
    [
      'azure_key_vault',
      { vault_url: 'https://v', key_name: 'k', auth_type: 'workload_identity', tenant_id: 't' },
      `${invalid}Azure Key Vault validation failed: __all__: Client ID cannot be empty`,
    ],
    [
      'cdp',
      { api_key_id: 'a', api_key_secret: '', wallet_secret: '!', account_address: '0x' },
      `${invalid}CDP validation failed: api_key_secret: API Key Secret cannot be empty`,
    ],
    [
      'cdp',
      { api_key_id: 'a', api_key_secret: '!', wallet_secret: 'a_==', account_address: '0x12' },
      `${invalid}CDP validation failed: __all__: API Key Secret is not valid base64, Wallet Secret is not valid base64, EVM account address must be a valid 0x-prefixed 40-character hex string`,
    ],
    [
      'cdp',
      { api_key_id: 'a', api_key_secret: 'AAAA', wallet_secret: 'AAAA', account_address: `0x${'z'.repeat(40)}` },
      `${invalid}CDP validation failed: __all__: EVM account address contains invalid hex characters`,
    ],
    [
      'cdp',
      { api_key_id: 'a', api_key_secret: 'AAAA', wallet_secret: 'AAAA', account_address: 'l0' },
      `${invalid}CDP validation failed: __all__: Invalid Solana account address format`,
    ],
    [
      'google_cloud_kms',
      {
        service_account: { ...google.service_account, universe_domain: 'evil.example', client_id: '' },
        key: { ...google.key, key_id: '' },
      },
      `${invalid}Google Cloud KMS validation failed: service_account.client_id: Client ID cannot be empty; service_account.universe_domain: Universe domain must be a valid Google Cloud KMS domain; key.key_id: Key ID cannot be empty`,
    ],
  ])('%s %j', (type, config, reason) => {
    expect(why({ type, config })).toBe(reason)
  })

  test('the id comes last', () => {
    for (const id of ['', 'a b', 'a'.repeat(37), 'ü']) {
      expect(why({ id, type: 'plain', config: { key } })).toBe(INVALID_ID)
      expect(why({ id, type: 'plain', config: { key: 'abcd' } })).not.toBe(INVALID_ID)
    }
    expect(why({ id: null, type: 'plain', config: { key } })).toBe('accepted')
  })
})

import { type SignerKind, type SignerRequestType, signerKind } from './signerType.ts'
import { isUrl } from './url.ts'

type Fields = Readonly<Record<string, unknown>>
/** Field, how the message calls it, and the demand: by default that it is not empty. */
type FieldRule = readonly [field: string, label: string, demand?: Demand]
type Demand = readonly [holds: (value: string) => boolean, otherwise: string]
type Rules = {
  readonly title: string
  readonly fields: readonly FieldRule[]
  /** Rules over several fields; they run only when every field rule held. */
  readonly whole?: (config: Fields) => readonly (string | false)[]
}

const notEmpty: Demand = [value => value !== '', 'cannot be empty']
const url: Demand = [isUrl, 'must be a valid URL']
const isBase64 = (value: string): boolean =>
  value.length % 4 === 0 && /^[\w+/]*={0,2}$/.test(value) && !value.includes('_')

const vaultFields: readonly FieldRule[] = [
  ['address', 'Address', url],
  ['role_id', 'Role ID'],
  ['secret_id', 'Secret ID'],
]

function checkAzureAuth(config: Fields): readonly (string | false)[] {
  const missing = (key: string): boolean => !config[key]
  const type = config['auth_type'] ?? 'client_secret'
  if (type === 'managed_identity') return [config['client_id'] === '' && 'Client ID']
  return [
    missing('tenant_id') && 'Tenant ID cannot be empty',
    missing('client_id') && 'Client ID cannot be empty',
    type === 'client_secret' && missing('client_secret') && 'Client secret cannot be empty',
    type === 'workload_identity' && config['federated_token_file'] === '' && 'Federated token file cannot be empty',
  ]
}

function checkCdp(config: Fields): readonly (string | false)[] {
  const address = `${config['account_address']}`
  const isEvm = address.startsWith('0x')
  return [
    !isBase64(`${config['api_key_secret']}`) && 'API Key Secret is not valid base64',
    !isBase64(`${config['wallet_secret']}`) && 'Wallet Secret is not valid base64',
    isEvm && address.length !== 42 && 'EVM account address must be a valid 0x-prefixed 40-character hex string',
    isEvm &&
      address.length === 42 &&
      !/^0x[\da-f]{40}$/i.test(address) &&
      'EVM account address contains invalid hex characters',
    !isEvm && !/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address) && 'Invalid Solana account address format',
  ]
}

const rules: Record<Exclude<SignerKind, 'plain'>, Rules> = {
  aws_kms: {
    title: 'AWS KMS',
    fields: [
      ['region', 'Region'],
      ['key_id', 'Key ID'],
    ],
  },
  azure_key_vault: {
    title: 'Azure Key Vault',
    fields: [
      ['vault_url', 'Vault URL', url],
      ['key_name', 'Key name'],
    ],
    whole: checkAzureAuth,
  },
  vault: { title: 'Vault', fields: [...vaultFields, ['key_name', 'Vault key name']] },
  vault_transit: {
    title: 'Vault Transit',
    fields: [['key_name', 'Key name'], ...vaultFields, ['pubkey', 'pubkey']],
  },
  turnkey: {
    title: 'Turnkey',
    fields: [
      ['api_public_key', 'API public key'],
      ['api_private_key', 'API private key'],
      ['organization_id', 'Organization ID'],
      ['private_key_id', 'Private key ID'],
      ['public_key', 'Public key'],
    ],
  },
  cdp: {
    title: 'CDP',
    fields: [
      ['api_key_id', 'API Key ID'],
      ['api_key_secret', 'API Key Secret'],
      ['wallet_secret', 'API Wallet Secret'],
      ['account_address', 'Account address'],
    ],
    whole: checkCdp,
  },
  google_cloud_kms: {
    title: 'Google Cloud KMS',
    fields: [
      ['service_account.private_key', 'Private key'],
      ['service_account.private_key_id', 'Private key ID'],
      ['service_account.project_id', 'Project ID'],
      ['service_account.client_email', 'Client email'],
      ['service_account.client_id', 'Client ID'],
      ['service_account.auth_uri', 'Auth URI', url],
      ['service_account.token_uri', 'Token URI', url],
      ['service_account.auth_provider_x509_cert_url', 'Auth provider x509 cert URL', url],
      ['service_account.client_x509_cert_url', 'Client x509 cert URL', url],
      ['service_account.universe_domain', 'Universe domain'],
      [
        'service_account.universe_domain',
        'Universe domain',
        // else the credentials would be sent to another host than cloudkms.googleapis.com
        [
          domain => domain === '' || domain.toLowerCase() === 'googleapis.com',
          'must be a valid Google Cloud KMS domain',
        ],
      ],
      ['key.location', 'Location'],
      ['key.key_ring_id', 'Key ring ID'],
      ['key.key_id', 'Key ID'],
    ],
  },
}

/** Why a `plain` key is refused. Tells at most one character of it, and only one that is not hex. */
function checkPlainKey(key: string): string | undefined {
  const position = key.search(/[^\da-f]/i)
  const malformed =
    key.length % 2 === 1
      ? 'Odd number of digits'
      : position >= 0 && `Invalid character '${key[position]}' at position ${position}`
  if (malformed) return `Invalid hex key format: ${malformed}. Key must be a 64-character hex string (32 bytes).`
  if (key.length !== 64)
    return `Invalid signer configuration: Raw key must be exactly 32 bytes, got ${key.length / 2} bytes`
  return /^0+$/.test(key) ? 'Invalid signer configuration: Raw key cannot be all zeros' : undefined
}

function read(config: Fields, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (value as Fields)[key], config)
}

/**
 * The rules of a signer's configuration (http.md 7.2): the message, or undefined when all hold. Several broken rules are
 * reported together, in the form `Invalid signer configuration: AWS KMS validation failed: region: Region cannot be
 * empty; key_id: Key ID cannot be empty`. No key service is contacted.
 */
export function checkSignerConfig(request: {
  readonly type: SignerRequestType
  readonly config: object
}): string | undefined {
  const kind = signerKind(request.type)
  const config = request.config as Fields
  if (kind === 'plain') return checkPlainKey(`${config['key']}`)
  const { title, fields, whole } = rules[kind]
  const byField = new Map<string, string[]>()
  for (const [field, label, [holds, otherwise] = notEmpty] of fields) {
    if (holds(`${read(config, field)}`)) continue
    byField.set(field, [...(byField.get(field) ?? []), `${label} ${otherwise}`])
  }
  if (byField.size === 0) {
    const messages = (whole?.(config) ?? []).filter(message => message !== false)
    if (messages.length > 0) byField.set('__all__', messages)
  }
  if (byField.size === 0) return undefined
  const reasons = [...byField].map(([field, messages]) => `${field}: ${messages.join(', ')}`)
  return `Invalid signer configuration: ${title} validation failed: ${reasons.join('; ')}`
}

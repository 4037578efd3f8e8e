import type { JsonObject } from '@relayer/core'
import type { SignerKind } from '@relayer/schemas'

type Fields = readonly (string | readonly [name: string, fields: readonly string[]])[]

/** Per signer type what of its configuration may be shown (http.md 7.1); everything else is secret. */
const shownFields: Readonly<Record<SignerKind, Fields>> = {
  plain: [],
  aws_kms: ['region', 'key_id'],
  azure_key_vault: ['auth_type', 'tenant_id', 'client_id', 'vault_url', 'key_name', 'key_version'],
  vault: ['address', 'namespace', 'key_name', 'mount_point'],
  vault_transit: ['key_name', 'address', 'namespace', 'pubkey', 'mount_point'],
  turnkey: ['api_public_key', 'organization_id', 'private_key_id', 'public_key'],
  cdp: ['api_key_id', 'account_address'],
  google_cloud_kms: [
    [
      'service_account',
      [
        'project_id',
        'client_id',
        'auth_uri',
        'token_uri',
        'auth_provider_x509_cert_url',
        'client_x509_cert_url',
        'universe_domain',
      ],
    ],
    ['key', ['location', 'key_ring_id', 'key_id', 'key_version']],
  ],
}

/** The part of a signer's configuration that clients may see; what is not given is null. */
export function publicSignerConfig(kind: SignerKind, config: JsonObject): JsonObject {
  const shown = pick(config, shownFields[kind])
  return kind === 'azure_key_vault' ? { ...shown, auth_type: shown['auth_type'] ?? 'client_secret' } : shown
}

function pick(config: JsonObject, fields: Fields): JsonObject {
  return Object.fromEntries(
    fields.map(field => {
      if (typeof field === 'string') return [field, config[field] ?? null]
      const [name, inner] = field
      return [name, pick((config[name] ?? {}) as JsonObject, inner)]
    }),
  )
}

import * as z from 'zod'
import { plainOrEnv } from './plainOrEnv.ts'

const text = z.string()
const optional = z.string().nullish()
const secret = plainOrEnv
const u32 = z.int().min(0).max(4_294_967_295)

/** One signer as it stands in the file; `config` depends on the type. */
export const signerEntry = z.strictObject({ id: text, type: text, config: z.unknown() })

/** `config` of a keystore. */
export const keystoreEntry = z.strictObject({ path: text.min(1, 'a path expected'), passphrase: secret })

const vault = {
  address: text,
  namespace: optional,
  role_id: secret,
  secret_id: secret,
  key_name: text,
  mount_point: optional,
}

/** `config` of the key services. Secrets are plain or name a variable; the defaults are those of the file only. */
export const keyServiceEntries = {
  aws_kms: z.strictObject({ region: text, key_id: text }),
  google_cloud_kms: z.strictObject({
    service_account: z.strictObject({
      project_id: text,
      private_key_id: secret,
      private_key: secret,
      client_email: secret,
      client_id: text,
      auth_uri: text.default('https://accounts.google.com/o/oauth2/auth'),
      token_uri: text.default('https://oauth2.googleapis.com/token'),
      auth_provider_x509_cert_url: text.default('https://www.googleapis.com/oauth2/v1/certs'),
      client_x509_cert_url: text.default('https://www.googleapis.com/robot/v1/metadata/x509'),
      universe_domain: text.default('googleapis.com'),
    }),
    key: z.strictObject({
      location: text.default('global'),
      key_ring_id: text,
      key_id: text,
      key_version: u32.default(1),
    }),
  }),
  vault: z.strictObject(vault),
  vault_transit: z.strictObject({ ...vault, pubkey: text }),
  turnkey: z.strictObject({
    api_public_key: text,
    api_private_key: secret,
    organization_id: text,
    private_key_id: text,
    public_key: text,
  }),
  cdp: z.strictObject({ api_key_id: text, api_key_secret: secret, wallet_secret: secret, account_address: text }),
  azure_key_vault: z.strictObject({
    auth_type: z.enum(['client_secret', 'managed_identity', 'workload_identity']).nullish(),
    tenant_id: secret.nullish(),
    client_id: secret.nullish(),
    client_secret: secret.nullish(),
    federated_token_file: optional,
    vault_url: text,
    key_name: text,
    key_version: optional,
  }),
} as const
export type KeyServiceType = keyof typeof keyServiceEntries

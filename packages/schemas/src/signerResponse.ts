import * as z from 'zod/mini'
import { reason } from './explain.ts'
import { u32 } from './integer.ts'
import { object } from './object.ts'
import { variants } from './variants.ts'

// No secret may appear here: noSecrets.test.ts fails to compile if a key of this file could hold one.

const optionalText = /* @__PURE__ */ z.nullish(/* @__PURE__ */ z.string(reason))

function variant<const Types extends readonly string[], Config extends z.core.$ZodType>(types: Types, config: Config) {
  return object({ id: z.string(reason), type: z.literal(types, reason), config })
}

/** `local`: nothing to tell. */
export const localSigner = /* @__PURE__ */ variant(['local'], /* @__PURE__ */ object({}))

/** `aws_kms`, `kms_a`. */
export const awsKmsSigner = /* @__PURE__ */ variant(
  ['aws_kms', 'kms_a'],
  /* @__PURE__ */ object({ region: optionalText, key_id: /* @__PURE__ */ z.string(reason) }),
)

/** `azure_key_vault`. */
export const azureKeyVaultSigner = /* @__PURE__ */ variant(
  ['azure_key_vault'],
  /* @__PURE__ */ object({
    auth_type: /* @__PURE__ */ z.enum(['client_secret', 'managed_identity', 'workload_identity'], reason),
    tenant_id: optionalText,
    client_id: optionalText,
    vault_url: /* @__PURE__ */ z.string(reason),
    key_name: /* @__PURE__ */ z.string(reason),
    key_version: optionalText,
  }),
)

/** `vault`, `secrets_store`. */
export const vaultSigner = /* @__PURE__ */ variant(
  ['vault', 'secrets_store'],
  /* @__PURE__ */ object({
    address: /* @__PURE__ */ z.string(reason),
    namespace: optionalText,
    key_name: /* @__PURE__ */ z.string(reason),
    mount_point: optionalText,
  }),
)

/** `vault_transit`, `secrets_store_transit`. */
export const vaultTransitSigner = /* @__PURE__ */ variant(
  ['vault_transit', 'secrets_store_transit'],
  /* @__PURE__ */ object({
    key_name: /* @__PURE__ */ z.string(reason),
    address: /* @__PURE__ */ z.string(reason),
    namespace: optionalText,
    pubkey: /* @__PURE__ */ z.string(reason),
    mount_point: optionalText,
  }),
)

/** `turnkey`, `hosted_keys`. */
export const turnkeySigner = /* @__PURE__ */ variant(
  ['turnkey', 'hosted_keys'],
  /* @__PURE__ */ object({
    api_public_key: /* @__PURE__ */ z.string(reason),
    organization_id: /* @__PURE__ */ z.string(reason),
    private_key_id: /* @__PURE__ */ z.string(reason),
    public_key: /* @__PURE__ */ z.string(reason),
  }),
)

/** `cdp`. */
export const cdpSigner = /* @__PURE__ */ variant(
  ['cdp'],
  /* @__PURE__ */ object({
    api_key_id: /* @__PURE__ */ z.string(reason),
    account_address: /* @__PURE__ */ z.string(reason),
  }),
)

/** `google_cloud_kms`, `kms_b`. */
export const googleCloudKmsSigner = /* @__PURE__ */ variant(
  ['google_cloud_kms', 'kms_b'],
  /* @__PURE__ */ object({
    service_account: /* @__PURE__ */ object({
      project_id: /* @__PURE__ */ z.string(reason),
      client_id: /* @__PURE__ */ z.string(reason),
      auth_uri: /* @__PURE__ */ z.string(reason),
      token_uri: /* @__PURE__ */ z.string(reason),
      auth_provider_x509_cert_url: /* @__PURE__ */ z.string(reason),
      client_x509_cert_url: /* @__PURE__ */ z.string(reason),
      universe_domain: /* @__PURE__ */ z.string(reason),
    }),
    key: /* @__PURE__ */ object({
      location: /* @__PURE__ */ z.string(reason),
      key_ring_id: /* @__PURE__ */ z.string(reason),
      key_id: /* @__PURE__ */ z.string(reason),
      key_version: u32,
    }),
  }),
)

/** Record of a signer in answers. Encoding strips every key that is not listed, so a secret cannot slip through. */
export const signerResponse = /* @__PURE__ */ variants('type', [
  localSigner,
  awsKmsSigner,
  azureKeyVaultSigner,
  vaultSigner,
  vaultTransitSigner,
  turnkeySigner,
  cdpSigner,
  googleCloudKmsSigner,
])
export type SignerResponse = z.output<typeof signerResponse>

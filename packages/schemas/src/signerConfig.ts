import * as z from 'zod/mini'
import { reason } from './explain.ts'
import { u32 } from './integer.ts'
import { strictObject } from './object.ts'

// These hold secrets. They belong to requests only; a response never refers to them.

/** `plain`: `key` is 64 hex digits without `0x`. */
export const plainSignerConfig = /* @__PURE__ */ strictObject({ key: /* @__PURE__ */ z.string(reason) })

/** `aws_kms`, `kms_a`. */
export const awsKmsSignerConfig = /* @__PURE__ */ strictObject({
  region: /* @__PURE__ */ z.string(reason),
  key_id: /* @__PURE__ */ z.string(reason),
})

/** How the Azure client proves who it is. */
export const azureAuthType = /* @__PURE__ */ z.enum(['client_secret', 'managed_identity', 'workload_identity'], reason)

/** `azure_key_vault`. */
export const azureKeyVaultSignerConfig = /* @__PURE__ */ strictObject({
  auth_type: /* @__PURE__ */ z.nullish(azureAuthType),
  tenant_id: /* @__PURE__ */ z.nullish(/* @__PURE__ */ z.string(reason)),
  client_id: /* @__PURE__ */ z.nullish(/* @__PURE__ */ z.string(reason)),
  client_secret: /* @__PURE__ */ z.nullish(/* @__PURE__ */ z.string(reason)),
  federated_token_file: /* @__PURE__ */ z.nullish(/* @__PURE__ */ z.string(reason)),
  vault_url: /* @__PURE__ */ z.string(reason),
  key_name: /* @__PURE__ */ z.string(reason),
  key_version: /* @__PURE__ */ z.nullish(/* @__PURE__ */ z.string(reason)),
})

/** `vault`, `secrets_store`. */
export const vaultSignerConfig = /* @__PURE__ */ strictObject({
  address: /* @__PURE__ */ z.string(reason),
  namespace: /* @__PURE__ */ z.nullish(/* @__PURE__ */ z.string(reason)),
  role_id: /* @__PURE__ */ z.string(reason),
  secret_id: /* @__PURE__ */ z.string(reason),
  key_name: /* @__PURE__ */ z.string(reason),
  mount_point: /* @__PURE__ */ z.nullish(/* @__PURE__ */ z.string(reason)),
})

/** `vault_transit`, `secrets_store_transit`. */
export const vaultTransitSignerConfig = /* @__PURE__ */ strictObject({
  key_name: /* @__PURE__ */ z.string(reason),
  address: /* @__PURE__ */ z.string(reason),
  namespace: /* @__PURE__ */ z.nullish(/* @__PURE__ */ z.string(reason)),
  role_id: /* @__PURE__ */ z.string(reason),
  secret_id: /* @__PURE__ */ z.string(reason),
  pubkey: /* @__PURE__ */ z.string(reason),
  mount_point: /* @__PURE__ */ z.nullish(/* @__PURE__ */ z.string(reason)),
})

/** `turnkey`, `hosted_keys`. */
export const turnkeySignerConfig = /* @__PURE__ */ strictObject({
  api_public_key: /* @__PURE__ */ z.string(reason),
  api_private_key: /* @__PURE__ */ z.string(reason),
  organization_id: /* @__PURE__ */ z.string(reason),
  private_key_id: /* @__PURE__ */ z.string(reason),
  public_key: /* @__PURE__ */ z.string(reason),
})

/** `cdp`; both secrets in base64. */
export const cdpSignerConfig = /* @__PURE__ */ strictObject({
  api_key_id: /* @__PURE__ */ z.string(reason),
  api_key_secret: /* @__PURE__ */ z.string(reason),
  wallet_secret: /* @__PURE__ */ z.string(reason),
  account_address: /* @__PURE__ */ z.string(reason),
})

/** `google_cloud_kms`, `kms_b`. */
export const googleCloudKmsSignerConfig = /* @__PURE__ */ strictObject({
  service_account: /* @__PURE__ */ strictObject({
    private_key: /* @__PURE__ */ z.string(reason),
    private_key_id: /* @__PURE__ */ z.string(reason),
    project_id: /* @__PURE__ */ z.string(reason),
    client_email: /* @__PURE__ */ z.string(reason),
    client_id: /* @__PURE__ */ z.string(reason),
    auth_uri: /* @__PURE__ */ z.string(reason),
    token_uri: /* @__PURE__ */ z.string(reason),
    auth_provider_x509_cert_url: /* @__PURE__ */ z.string(reason),
    client_x509_cert_url: /* @__PURE__ */ z.string(reason),
    universe_domain: /* @__PURE__ */ z.string(reason),
  }),
  key: /* @__PURE__ */ strictObject({
    location: /* @__PURE__ */ z.string(reason),
    key_ring_id: /* @__PURE__ */ z.string(reason),
    key_id: /* @__PURE__ */ z.string(reason),
    key_version: u32,
  }),
})

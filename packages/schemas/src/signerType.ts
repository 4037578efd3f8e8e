import * as z from 'zod/mini'
import { reason } from './explain.ts'

// canonical name, neutral name of interface.md, name in mismatch texts
const names = {
  plain: ['local', 'Local'],
  aws_kms: ['kms_a', 'AwsKms'],
  azure_key_vault: ['azure_key_vault', 'AzureKeyVault'],
  vault: ['secrets_store', 'Vault'],
  vault_transit: ['secrets_store_transit', 'VaultTransit'],
  turnkey: ['hosted_keys', 'Turnkey'],
  cdp: ['cdp', 'Cdp'],
  google_cloud_kms: ['kms_b', 'GoogleCloudKms'],
} as const

/** The signer types under one name each. Both name families of the wire map to these. */
export type SignerKind = keyof typeof names

/** Type of a signer in a create request, in either name family. */
export const signerRequestType = /* @__PURE__ */ z.enum(
  [
    'plain',
    'aws_kms',
    'kms_a',
    'azure_key_vault',
    'vault',
    'secrets_store',
    'vault_transit',
    'secrets_store_transit',
    'turnkey',
    'hosted_keys',
    'cdp',
    'google_cloud_kms',
    'kms_b',
  ],
  reason,
)
export type SignerRequestType = z.output<typeof signerRequestType>

/** Type of a signer in a response: echoed as it was given, `plain` reads back as `local`. */
export type SignerResponseType = Exclude<SignerRequestType, 'plain'> | 'local'

/** The one name of a signer type: `kms_a` and `aws_kms` → `aws_kms`, `local` and `plain` → `plain`. */
export function signerKind(type: SignerRequestType | SignerResponseType): SignerKind {
  for (const kind of Object.keys(names) as SignerKind[]) {
    if (kind === type || names[kind][0] === type) return kind
  }
  throw new TypeError(`not a signer type: ${type}`)
}

/** What a request's type reads back as. */
export function signerResponseType(type: SignerRequestType): SignerResponseType {
  return type === 'plain' ? 'local' : type
}

/** How error texts spell a signer type: `AwsKms`. */
export function signerTypeLabel(type: SignerRequestType | SignerResponseType): string {
  return names[signerKind(type)][1]
}

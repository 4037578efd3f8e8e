import * as z from 'zod/mini'
import { checkSignerConfig } from './checkSignerConfig.ts'
import { reason, rules } from './explain.ts'
import { INVALID_ID, isId } from './id.ts'
import { strictObject } from './object.ts'
import * as configs from './signerConfig.ts'
import { signerRequestType, signerTypeLabel } from './signerType.ts'
import { variants } from './variants.ts'

function variant<const Types extends readonly string[], Config extends z.core.$ZodType>(types: Types, config: Config) {
  return strictObject({ id: z.nullish(z.string(reason)), type: z.literal(types, reason), config })
}

const body = /* @__PURE__ */ variants('type', [
  /* @__PURE__ */ variant(['plain'], configs.plainSignerConfig),
  /* @__PURE__ */ variant(['aws_kms', 'kms_a'], configs.awsKmsSignerConfig),
  /* @__PURE__ */ variant(['azure_key_vault'], configs.azureKeyVaultSignerConfig),
  /* @__PURE__ */ variant(['vault', 'secrets_store'], configs.vaultSignerConfig),
  /* @__PURE__ */ variant(['vault_transit', 'secrets_store_transit'], configs.vaultTransitSignerConfig),
  /* @__PURE__ */ variant(['turnkey', 'hosted_keys'], configs.turnkeySignerConfig),
  /* @__PURE__ */ variant(['cdp'], configs.cdpSignerConfig),
  /* @__PURE__ */ variant(['google_cloud_kms', 'kms_b'], configs.googleCloudKmsSignerConfig),
])

/** `Signer type 'AwsKms' does not match the provided configuration`, when the config is that of another type. */
function mismatch(input: unknown): string | undefined {
  const { type, config } = (input ?? {}) as { type?: unknown; config?: unknown }
  const parsed = signerRequestType.safeParse(type)
  if (!parsed.success) return undefined
  const fits = (name: string): boolean => body.safeParse({ type: name, config }).success
  if (fits(parsed.data) || !signerRequestType.options.some(fits)) return undefined
  return `Signer type '${signerTypeLabel(parsed.data)}' does not match the provided configuration`
}

const matching = /* @__PURE__ */ z.custom<z.input<typeof body>>(input => mismatch(input) === undefined, {
  error: issue => mismatch(issue.input),
  params: { rule: true },
})

function check(request: SignerRequest): string | undefined {
  return checkSignerConfig(request) ?? (typeof request.id === 'string' && !isId(request.id) ? INVALID_ID : undefined)
}

/**
 * Body of POST /signers, in either name family. Holds secrets: never log it, never answer with it.
 *
 * Unknown keys are refused at every level. Then, in the order of http.md 7.2: `type` and `config` agree, the rules of
 * `checkSignerConfig`, the id.
 */
export const signerRequest = /* @__PURE__ */ z.codec(
  matching,
  /* @__PURE__ */ body.check(/* @__PURE__ */ rules(check)),
  { decode: value => value, encode: value => value },
)
export type SignerRequest = z.output<typeof body>

/** Body of PATCH /signers/{id}: an object without keys. It is always refused, see `SIGNER_UPDATE_REFUSED`. */
export const signerUpdate = /* @__PURE__ */ strictObject({})

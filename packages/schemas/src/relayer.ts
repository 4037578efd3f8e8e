import * as z from 'zod/mini'
import { array } from './array.ts'
import { evmPolicy, evmPolicyResponse } from './evmPolicy.ts'
import { reason } from './explain.ts'
import { jsonObject } from './jsonValue.ts'
import type { NetworkType } from './networkType.ts'
import { object, strictObject } from './object.ts'
import { rpcUrl } from './rpcUrl.ts'
import { solanaPolicy, solanaPolicyResponse } from './solanaPolicy.ts'
import { stellarPolicy, stellarPolicyResponse } from './stellarPolicy.ts'
import { variants } from './variants.ts'

const text = /* @__PURE__ */ z.string(reason)
const optionalText = /* @__PURE__ */ z.nullish(text)
const flag = /* @__PURE__ */ z.boolean(reason)
const urls = /* @__PURE__ */ z.nullish(/* @__PURE__ */ array(rpcUrl))

function creating<const T extends NetworkType, P extends z.core.$ZodType>(type: T, policy: P) {
  return strictObject({
    id: optionalText,
    name: text,
    network: text,
    paused: flag,
    network_type: z.literal(type, reason),
    policies: z.nullish(policy),
    signer_id: text,
    notification_id: optionalText,
    custom_rpc_urls: urls,
  })
}

/**
 * Body of POST /relayers. `network_type` chooses the schema of `policies`; unknown keys are refused at every level.
 * The rules of the fields (`checkRelayerFields`, `checkRelayerPolicy` of `@relayer/schemas/errors`) come after the shape.
 */
export const relayerCreate = /* @__PURE__ */ variants('network_type', [
  /* @__PURE__ */ creating('evm', evmPolicy),
  /* @__PURE__ */ creating('solana', solanaPolicy),
  /* @__PURE__ */ creating('stellar', stellarPolicy),
])
export type RelayerCreate = z.output<typeof relayerCreate>

/**
 * Body of PATCH /relayers/{id}, a JSON merge patch: absent keeps, null clears. `policies` is any object here; read it
 * with `relayerPolicyFor(networkType)` of the stored relayer, keeping the nulls. `name` and `paused` may be null on the
 * wire and are then refused as missing by whoever applies the patch.
 * @see https://www.rfc-editor.org/rfc/rfc7396
 */
export const relayerUpdate = /* @__PURE__ */ strictObject({
  name: optionalText,
  paused: /* @__PURE__ */ z.nullish(flag),
  policies: /* @__PURE__ */ z.nullish(jsonObject),
  notification_id: optionalText,
  custom_rpc_urls: urls,
})
export type RelayerUpdate = z.output<typeof relayerUpdate>

/** The request policy schema of a chain family. */
export function relayerPolicyFor(networkType: 'evm'): typeof evmPolicy
export function relayerPolicyFor(networkType: 'solana'): typeof solanaPolicy
export function relayerPolicyFor(networkType: 'stellar'): typeof stellarPolicy
export function relayerPolicyFor(
  networkType: NetworkType,
): typeof evmPolicy | typeof solanaPolicy | typeof stellarPolicy
export function relayerPolicyFor(networkType: NetworkType) {
  return { evm: evmPolicy, solana: solanaPolicy, stellar: stellarPolicy }[networkType]
}

const reasonType = /* @__PURE__ */ z.enum(
  ['NonceSyncFailed', 'RpcValidationFailed', 'BalanceCheckFailed', 'SequenceSyncFailed'],
  reason,
)

/** Why the server switched a relayer off; `details` is one of `DISABLED_DETAILS`, never the underlying error. */
export const disabledReason = /* @__PURE__ */ variants('type', [
  /* @__PURE__ */ object({ type: reasonType, details: text }),
  /* @__PURE__ */ object({
    type: /* @__PURE__ */ z.literal('Multiple', reason),
    details: /* @__PURE__ */ array(/* @__PURE__ */ object({ type: reasonType, details: text })),
  }),
])
export type DisabledReason = z.output<typeof disabledReason>

/** The fixed `details` per kind of disabled reason. */
export const DISABLED_DETAILS = {
  NonceSyncFailed: 'Nonce synchronization failed',
  RpcValidationFailed: 'RPC endpoint validation failed',
  BalanceCheckFailed: 'Insufficient balance',
  SequenceSyncFailed: 'Sequence synchronization failed',
} as const

function answering<const T extends NetworkType, P extends z.core.$ZodType>(type: T, policy: P) {
  return object({
    id: text,
    name: text,
    network: text,
    network_type: z.literal(type, reason),
    paused: flag,
    policies: z.optional(policy),
    signer_id: text,
    notification_id: z.optional(text),
    custom_rpc_urls: z.optional(array(rpcUrl)),
    address: text,
    system_disabled: flag,
    disabled_reason: z.optional(disabledReason),
  })
}

/**
 * Record of a relayer. `network` is the bare name (`sepolia`); an EVM `address` is lower case. `policies`,
 * `notification_id`, `custom_rpc_urls` (masked) and `disabled_reason` are left out when unset.
 */
export const relayerResponse = /* @__PURE__ */ variants('network_type', [
  /* @__PURE__ */ answering('evm', evmPolicyResponse),
  /* @__PURE__ */ answering('solana', solanaPolicyResponse),
  /* @__PURE__ */ answering('stellar', stellarPolicyResponse),
])
export type RelayerResponse = z.output<typeof relayerResponse>

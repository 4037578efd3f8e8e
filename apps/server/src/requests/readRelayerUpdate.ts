import { type JsonObject, RelayerError, type RelayerRecord, type UpdateRelayerInput } from '@relayer/core'
import { describeIssues, type RelayerUpdate, relayerPolicyFor, relayerUpdate } from '@relayer/schemas'
import {
  checkRelayerFields,
  invalidPatchResult,
  invalidPolicyUpdate,
  invalidUpdateRequest,
  missingField,
} from '@relayer/schemas/errors'
import type { RpcUrlRules } from '../config/checkRpcUrl.ts'
import { readCustomRpcUrls } from './readCustomRpcUrls.ts'
import { toPolicyPatch } from './toPolicyRecord.ts'

/** A patch of the right shape, with its policies as core keeps them; their nulls stay, because they unset. */
export type ReadUpdate = Omit<RelayerUpdate, 'policies'> & { readonly policies: JsonObject | null | undefined }

/** The body of PATCH /relayers/{id}. The policy schema is that of the stored relayer's family. */
export function readRelayerUpdate({ networkType }: RelayerRecord, body: unknown): ReadUpdate {
  const update = relayerUpdate.safeParse(body)
  if (!update.success) throw new RelayerError('INVALID_REQUEST', invalidUpdateRequest(describeIssues(update.error)))
  const { policies, ...rest } = update.data
  if (policies === null || policies === undefined) return { ...rest, policies }
  const policy = relayerPolicyFor(networkType).safeParse(policies)
  if (policy.success) return { ...rest, policies: toPolicyPatch(policy.data) }
  throw new RelayerError('INVALID_REQUEST', invalidPolicyUpdate(networkType, describeIssues(policy.error)))
}

/** The rules of the fields, on what the relayer would be after the patch. */
export function checkRelayerUpdate(
  relayer: RelayerRecord,
  { name, paused, policies, notification_id: notificationId, custom_rpc_urls: urls }: ReadUpdate,
  rules: RpcUrlRules,
): UpdateRelayerInput {
  if (name === null) throw new RelayerError('INVALID_REQUEST', invalidPatchResult(missingField('name')))
  if (paused === null) throw new RelayerError('INVALID_REQUEST', invalidPatchResult(missingField('paused')))
  const { id, network, signerId } = relayer
  const broken = checkRelayerFields({ id, name: name ?? relayer.name, network, signer_id: signerId })
  if (broken !== undefined) throw new RelayerError('INVALID_REQUEST', broken)
  const customRpcUrls = urls && readCustomRpcUrls(urls, rules)
  return { id, name, paused, policies, notificationId, customRpcUrls }
}

import { type CreateRelayerInput, RelayerError } from '@relayer/core'
import { describeIssues, networkType, relayerCreate, relayerPolicyFor } from '@relayer/schemas'
import { checkRelayerFields, invalidPolicyShape, jsonDeserializeError } from '@relayer/schemas/errors'
import type { RpcUrlRules } from '../config/checkRpcUrl.ts'
import { readShape } from '../http/readShape.ts'
import { readCustomRpcUrls } from './readCustomRpcUrls.ts'
import { toPolicyRecord } from './toPolicyRecord.ts'

/** The body of POST /relayers. What needs the store (signer, network, names in use) is core's to check. */
export function readRelayerCreate(body: unknown, rules: RpcUrlRules): CreateRelayerInput {
  refusePolicyShape(body)
  const relayer = readShape(relayerCreate, body)
  const broken = checkRelayerFields(relayer)
  if (broken !== undefined) throw new RelayerError('INVALID_REQUEST', broken)
  const customRpcUrls = relayer.custom_rpc_urls ? readCustomRpcUrls(relayer.custom_rpc_urls, rules) : null
  if (relayer.network_type !== 'evm') {
    throw new RelayerError('UNSUPPORTED', `Relayers of type ${relayer.network_type} cannot be created yet`)
  }
  return {
    id: relayer.id ?? null,
    name: relayer.name,
    network: relayer.network,
    networkType: relayer.network_type,
    paused: relayer.paused,
    signerId: relayer.signer_id,
    notificationId: relayer.notification_id ?? null,
    policies: toPolicyRecord(relayer.policies),
    customRpcUrls,
  }
}

/** A policy of the wrong shape has a text of its own that names the chain family. */
function refusePolicyShape(body: unknown): void {
  if (typeof body !== 'object' || body === null || !('policies' in body) || !('network_type' in body)) return
  const type = networkType.safeParse(body.network_type)
  if (!type.success || body.policies === null || body.policies === undefined) return
  const policy = relayerPolicyFor(type.data).safeParse(body.policies)
  if (policy.success) return
  const detail = describeIssues(policy.error)
  throw new RelayerError('INVALID_REQUEST', jsonDeserializeError(invalidPolicyShape(type.data, detail)))
}

import type { Configuration } from '@relayer/core'
import { networkType, relayerPolicyFor } from '@relayer/schemas'
import * as z from 'zod'
import { toPolicyRecord } from '../requests/toPolicyRecord.ts'
import { checkIds } from './checkIds.ts'
import type { RpcUrlRules } from './checkRpcUrl.ts'
import { checkShape } from './checkShape.ts'
import { misplaced, type Place, within } from './place.ts'
import { readRpcUrls, rpcUrlEntry } from './rpcUrlEntry.ts'

const relayerEntry = z.looseObject({
  id: z.string(),
  name: z.string().min(1, 'Name cannot be empty'),
  network: z.string().min(1, 'Network cannot be empty'),
  network_type: z.enum(networkType.options),
  paused: z.boolean(),
  signer_id: z.string(),
  notification_id: z.string().nullish(),
  policies: z.unknown().optional(),
  custom_rpc_urls: z.array(rpcUrlEntry).nullish(),
})

/** `relayers` of config.json. Unknown keys of a relayer are ignored with a warning; those of its policies are refused. */
export function readRelayers(
  entries: readonly unknown[],
  rules: RpcUrlRules,
  place: Place,
  warnings: string[],
): Configuration['relayers'] {
  const relayers = entries.map((entry, index) => {
    const at = within(place, index)
    const relayer = checkShape(relayerEntry, entry, at)
    const unknown = Object.keys(relayer).filter(key => !(key in relayerEntry.shape))
    if (unknown.length > 0) warnings.push(misplaced(at, `ignored: ${unknown.join(', ')}`).message)
    if (relayer.network_type !== 'evm') {
      throw misplaced(
        within(at, 'network_type'),
        `relayers of type ${relayer.network_type} are not built yet; only evm ones are`,
      )
    }
    const urls = relayer.custom_rpc_urls ?? null
    return {
      id: relayer.id,
      name: relayer.name,
      network: relayer.network,
      networkType: relayer.network_type,
      paused: relayer.paused,
      signerId: relayer.signer_id,
      notificationId: relayer.notification_id ?? null,
      policies: readPolicies(relayer.network_type, relayer.policies, within(at, 'policies')),
      customRpcUrls: urls && readRpcUrls(urls, rules, within(at, 'custom_rpc_urls')),
    }
  })
  checkIds(relayers, place)
  return relayers
}

function readPolicies(type: 'evm', policies: unknown, place: Place) {
  if (policies === undefined || policies === null) return null
  return toPolicyRecord(checkShape(relayerPolicyFor(type), policies, place))
}

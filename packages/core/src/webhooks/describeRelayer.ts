import { maskUrl } from '../records/maskUrl.ts'
import type { RelayerRecord } from '../records/resources.ts'
import { describeDisabledReason, type DisabledReasonBody } from './describeDisabledReason.ts'
import { describePolicies } from './describePolicies.ts'

/** What a client sees of a relayer, in answers and webhooks alike; undefined keys are left out. */
export interface RelayerBody {
  readonly id: string
  readonly name: string
  readonly network: string
  readonly network_type: RelayerRecord['networkType']
  readonly paused: boolean
  readonly policies: Readonly<Record<string, unknown>> | undefined
  readonly signer_id: string
  readonly notification_id: string | undefined
  readonly custom_rpc_urls: readonly { readonly url: string; readonly weight: number }[] | undefined
  readonly address: string
  readonly system_disabled: boolean
  readonly disabled_reason: DisabledReasonBody | undefined
}

/** The wire form of a relayer, for `stringifyJson`: RPC URLs masked, amounts as bigint where they are large. */
export function describeRelayer(relayer: RelayerRecord): RelayerBody {
  return {
    id: relayer.id,
    name: relayer.name,
    network: relayer.network,
    network_type: relayer.networkType,
    paused: relayer.paused,
    policies: describePolicies(relayer.networkType, relayer.policies),
    signer_id: relayer.signerId,
    notification_id: relayer.notificationId ?? undefined,
    custom_rpc_urls: relayer.customRpcUrls?.map(({ url, weight }) => ({ url: maskUrl(url), weight })),
    address: relayer.address,
    system_disabled: relayer.systemDisabled,
    disabled_reason: relayer.disabledReason ? describeDisabledReason(relayer.disabledReason) : undefined,
  }
}

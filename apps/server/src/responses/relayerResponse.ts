import type { RelayerRecord } from '@relayer/core'
import { type DisabledReasonBody, disabledReasonResponse } from './disabledReasonResponse.ts'
import { maskUrl } from './maskUrl.ts'
import { policiesResponse } from './policiesResponse.ts'

/** What a client sees of a relayer; undefined keys are left out. */
export interface RelayerResponseBody {
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

export function relayerResponse(relayer: RelayerRecord): RelayerResponseBody {
  return {
    id: relayer.id,
    name: relayer.name,
    network: relayer.network,
    network_type: relayer.networkType,
    paused: relayer.paused,
    policies: policiesResponse(relayer.networkType, relayer.policies),
    signer_id: relayer.signerId,
    notification_id: relayer.notificationId ?? undefined,
    custom_rpc_urls: relayer.customRpcUrls?.map(({ url, weight }) => ({ url: maskUrl(url), weight })),
    address: relayer.address,
    system_disabled: relayer.systemDisabled,
    disabled_reason: relayer.disabledReason ? disabledReasonResponse(relayer.disabledReason) : undefined,
  }
}

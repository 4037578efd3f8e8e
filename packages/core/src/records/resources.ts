import type { NetworkType } from '@relayer/schemas'
import type { JsonObject } from './json.ts'
import type { LaneKey } from './slot.ts'

/** What the four configured resources have in common. `version` grows with every write. */
export interface ResourceRecord {
  readonly id: string
  readonly createdAt: number
  readonly version: number
}

/** Why the service itself took a relayer out of service; null: it works. */
export interface DisabledReason {
  readonly type: 'NonceSyncFailed' | 'RpcValidationFailed' | 'BalanceCheckFailed' | 'SequenceSyncFailed' | 'Multiple'
  readonly details: string | readonly DisabledReason[]
}

/** A configured sending account: one signer's key on one network, with policies. */
export interface RelayerRecord extends ResourceRecord {
  readonly name: string
  /** The bare network name, such as `sepolia`. */
  readonly network: string
  readonly networkType: NetworkType
  readonly paused: boolean
  readonly signerId: string
  readonly notificationId: string | null
  /** Policies as given on the wire (integers beyond 2^53 as decimal strings); null: none was ever set. */
  readonly policies: JsonObject | null
  readonly customRpcUrls: readonly RpcUrl[] | null
  /** The account, in the chain's own notation (EVM: lower-case hex). */
  readonly address: string
  /** Unique among relayers that are not deleted. */
  readonly lane: LaneKey
  readonly systemDisabled: boolean
  readonly disabledReason: DisabledReason | null
  /** Deletion is soft: the lane's slots must never be handed out again. */
  readonly deletedAt: number | null
}

/** One endpoint and its share of the calls, 0 – 100; 0 takes it out of rotation. */
export interface RpcUrl {
  readonly url: string
  readonly weight: number
}

/** A configured deployment of a chain. Its id is `type:name` in lower case. */
export interface NetworkRecord extends ResourceRecord {
  readonly name: string
  readonly networkType: NetworkType
  readonly rpcUrls: readonly RpcUrl[]
  /** From the list that is shipped, and neither a configuration nor a client has changed it since. */
  readonly predefined: boolean
  /** Everything else as configured and flattened: chain_id, required_confirmations, features, tags, passphrase … */
  readonly settings: JsonObject
}

/**
 * Reaches a key; knows no chain. `type` and the public part of the configuration are shown to clients; the secret part is
 * encrypted at rest by the store and never leaves the service.
 */
export interface SignerRecord extends ResourceRecord {
  /** As the client gave it, either name family (`kms_a`, `aws_kms`); `plain` reads back as `local`. */
  readonly type: string
  readonly config: JsonObject
  /** JSON text with the secret fields; null when there are none. The store encrypts it. */
  readonly secret: string | null
}

/** A webhook target. The signing key is encrypted at rest by the store and never shown. */
export interface NotificationRecord extends ResourceRecord {
  readonly type: 'webhook'
  readonly url: string
  readonly signingKey: string | null
}

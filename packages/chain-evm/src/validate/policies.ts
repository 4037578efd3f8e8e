import type { JsonObject } from '@relayer/core'
import { readInteger } from '@relayer/schemas'

/** The policies that this package reads, with their defaults. */
export interface EvmPolicies {
  /** wei; null: no cap. */
  readonly gasPriceCap: bigint | null
  /** What the account keeps, wei. */
  readonly minBalance: bigint
  /** Lower case; null: no list. */
  readonly whitelistReceivers: readonly string[] | null
  readonly gasLimitEstimation: boolean
  /** False forces a legacy gas price on networks that have EIP-1559. */
  readonly eip1559Pricing: boolean
  readonly privateTransactions: boolean
  readonly includeRevertData: boolean
  /** JSON-RPC methods that are passed on, by their exact names; null: no list. */
  readonly rpcAllowedMethods: ReadonlySet<string> | null
}

/** wei */
const DEFAULT_MIN_BALANCE = 1n

/** Reads policies as they are stored; what is absent has its default. */
export function readPolicies(policies: JsonObject | null): EvmPolicies {
  const receivers = policies?.['whitelist_receivers']
  const methods = policies?.['rpc_allowed_methods']
  return {
    gasPriceCap: readInteger(policies?.['gas_price_cap']) ?? null,
    minBalance: readInteger(policies?.['min_balance']) ?? DEFAULT_MIN_BALANCE,
    whitelistReceivers: Array.isArray(receivers) ? receivers.map(receiver => String(receiver).toLowerCase()) : null,
    gasLimitEstimation: policies?.['gas_limit_estimation'] !== false,
    eip1559Pricing: policies?.['eip1559_pricing'] !== false,
    privateTransactions: policies?.['private_transactions'] === true,
    includeRevertData: policies?.['include_revert_data'] === true,
    rpcAllowedMethods: Array.isArray(methods) ? new Set(methods.map(String)) : null,
  }
}

import type { JsonObject } from '@relayer/core'
import { readPolicies } from './policies.ts'

/** Why a relayer's policies can't be honoured on this network, or null. `hasPrivate`: whether there are private endpoints. */
export function checkPolicies(
  stored: JsonObject | null,
  { hasPrivate }: { readonly hasPrivate: boolean },
): string | null {
  return readPolicies(stored).privateTransactions && !hasPrivate ? NO_PRIVATE_ENDPOINT : null
}

const NO_PRIVATE_ENDPOINT = 'private_transactions: the network has no private RPC endpoint'

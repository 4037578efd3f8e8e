import type { JsonObject } from '../records/json.ts'
import type { RelayerRecord } from '../records/resources.ts'

type Policies = Readonly<Record<string, unknown>>

/** What a policy that was never set means; shown once any policy was set. */
const defaults: Readonly<Record<RelayerRecord['networkType'], Policies>> = {
  evm: { min_balance: 1, gas_limit_estimation: true, include_revert_data: false },
  solana: { min_balance: 10_000_000, max_tx_data_size: 1232 },
  stellar: { min_balance: 1_000_000 },
}

const amounts: ReadonlySet<string> = new Set(['min_balance', 'gas_price_cap', 'max_allowed_fee_lamports'])

/** Policies with their defaults; amounts as integers of any size. Undefined when none was ever set. */
export function describePolicies(
  type: RelayerRecord['networkType'],
  policies: JsonObject | null,
): Policies | undefined {
  if (policies === null) return undefined
  const shown = Object.entries(policies)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [name, amounts.has(name) && typeof value === 'string' ? BigInt(value) : value])
  return { ...defaults[type], ...Object.fromEntries(shown) }
}

import type { DryRun } from '@relayer/core'

/** `transactionDryRun` of `@relayer/schemas`. Nothing in it tells what a policy contains. */
export function dryRunResponse({ verdict, reason, field, record, maxCost, balance }: DryRun): object {
  return {
    dry_run: true,
    verdict,
    reason,
    field,
    gas_limit: record?.['gas_limit'] ?? null,
    gas_price: record?.['gas_price'] ?? null,
    max_fee_per_gas: record?.['max_fee_per_gas'] ?? null,
    max_priority_fee_per_gas: record?.['max_priority_fee_per_gas'] ?? null,
    max_cost: maxCost?.toString() ?? null,
    balance: balance?.toString() ?? null,
    affordable: maxCost === null || balance === null ? null : balance >= maxCost,
  }
}

import * as z from 'zod/mini'
import { reason } from './explain.ts'

/**
 * State of a transaction on the wire. `sent`: signed, not yet taken by a node; `submitted`: a node took it; `mined`: in a
 * block, waiting for confirmations. `canceled`, `confirmed`, `failed` and `expired` are final.
 */
export const transactionStatus = /* @__PURE__ */ z.enum(
  ['canceled', 'pending', 'sent', 'submitted', 'mined', 'confirmed', 'failed', 'expired'],
  reason,
)
export type TransactionStatus = z.output<typeof transactionStatus>

/** True for the statuses that never change again. */
export function isFinalStatus(status: TransactionStatus): boolean {
  return status === 'canceled' || status === 'confirmed' || status === 'failed' || status === 'expired'
}

/** The `status` of a list query: one name in any case, else undefined. */
export function parseStatusFilter(raw: string): TransactionStatus | undefined {
  const parsed = transactionStatus.safeParse(raw.toLowerCase())
  return parsed.success ? parsed.data : undefined
}

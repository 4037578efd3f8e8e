import { type Description, newestRevision, sequenceToBigint, type WireRecord } from '@relayer/core'
import { formatTimestamp } from '@relayer/schemas'
import type { EvmRequest } from '../validate/evmRequest.ts'

/**
 * The record of a transaction as `evmTransaction` of `@relayer/schemas` has it. Fees and gas are bigint (wei; `stringifyJson`
 * writes them as bare integers), `value` is a `0x` quantity, `to` and `data` are as the client gave them. Before anything is
 * signed the price fields are those that the client named.
 */
export function describeTransaction({ transaction, revision, shown, account }: Description): WireRecord {
  const request = revision.request as EvmRequest
  const priced = shown?.details ?? request
  const nonce = shown?.details['nonce'] ?? nonceOf(transaction.slot?.sequence)
  return {
    id: transaction.id,
    hash: shown?.id ?? null,
    status: transaction.status,
    status_reason: transaction.statusReason,
    created_at: formatTimestamp(transaction.createdAt),
    sent_at: timeOf(transaction.sentAt),
    confirmed_at: timeOf(transaction.confirmedAt),
    gas_price: integerOf(priced['gas_price']),
    gas_limit: integerOf(priced['gas_limit']),
    nonce: nonce ?? null,
    value: request.value,
    from: account,
    to: request.to,
    relayer_id: transaction.relayerId,
    data: request.data,
    max_fee_per_gas: integerOf(priced['max_fee_per_gas']),
    max_priority_fee_per_gas: integerOf(priced['max_priority_fee_per_gas']),
    signature: shown?.details['signature'] ?? null,
    speed: request.speed,
    // A cancellation that came too late, because a revision was executed, is none.
    is_canceled: transaction.void?.outcome === 'canceled' && transaction.executedRevision === null,
    revision: newestRevision(transaction).number,
    executed_revision: transaction.executedRevision,
  }
}

function integerOf(value: unknown): bigint | null {
  return typeof value === 'string' || typeof value === 'number' ? BigInt(value) : null
}

function timeOf(timeMs: number | null): string | null {
  return timeMs === null ? null : formatTimestamp(timeMs)
}

function nonceOf(sequence: string | undefined): number | null {
  return sequence === undefined ? null : Number(sequenceToBigint(sequence))
}

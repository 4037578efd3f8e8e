import type { AttemptRecord, Timeline, WireRecord } from '@relayer/core'
import { formatTimestamp } from '@relayer/schemas'

/** `transactionTimeline` of `@relayer/schemas`. Signed bytes stay inside; an endpoint is named by its label. */
export function timelineResponse({ transaction, revisions, attempts, events }: Timeline): object {
  return {
    id: transaction.id,
    relayer_id: transaction.relayerId,
    status: transaction.status,
    status_reason: transaction.statusReason,
    created_at: formatTimestamp(transaction.createdAt),
    valid_until: formatTimestamp(transaction.validUntil),
    executed_revision: transaction.executedRevision,
    revisions: revisions.map(({ revision, record }) => ({
      revision: revision.number,
      created_at: formatTimestamp(revision.createdAt),
      executed: revision.number === transaction.executedRevision,
      to: record['to'] ?? null,
      value: record['value'] ?? null,
      data: record['data'] ?? null,
      speed: record['speed'] ?? null,
      ...pricesOf(record),
    })),
    attempts: attempts.map(({ attempt, record }) => attemptResponse(attempt, record)),
    events: events.map(({ kind, status, statusReason, hash, createdAt }) => ({
      event: kind,
      status,
      status_reason: statusReason,
      hash,
      created_at: formatTimestamp(createdAt),
    })),
  }
}

function attemptResponse(attempt: AttemptRecord, record: WireRecord): object {
  const { landing } = attempt
  return {
    hash: attempt.id,
    kind: attempt.revision === null ? 'noop' : 'transaction',
    revision: attempt.revision,
    nonce: record['nonce'] ?? null,
    ...pricesOf(record),
    outcome: landing === null ? attempt.broadcast : landing.success ? 'executed' : 'reverted',
    finality: landing?.finality ?? null,
    reason: landing === null ? attempt.broadcastReason : landing.reason,
    endpoint: attempt.endpoint,
    created_at: formatTimestamp(attempt.createdAt),
    broadcast_at: timeOf(attempt.broadcastAt),
    broadcast_count: attempt.broadcastCount,
    acknowledged_at: timeOf(attempt.acknowledgedAt),
    block_number: landing?.blockHeight ?? null,
    block_hash: landing?.blockHash ?? null,
  }
}

function pricesOf(record: WireRecord): object {
  return {
    gas_limit: record['gas_limit'] ?? null,
    gas_price: record['gas_price'] ?? null,
    max_fee_per_gas: record['max_fee_per_gas'] ?? null,
    max_priority_fee_per_gas: record['max_priority_fee_per_gas'] ?? null,
  }
}

function timeOf(timeMs: number | null): string | null {
  return timeMs === null ? null : formatTimestamp(timeMs)
}

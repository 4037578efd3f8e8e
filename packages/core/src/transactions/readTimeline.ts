import { parseJson } from '@relayer/schemas'
import type { Context } from '../context/context.ts'
import { succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import type { WireRecord } from '../ports/chain.ts'
import type { AttemptRecord } from '../records/attempt.ts'
import type { Revision, TransactionRecord } from '../records/transaction.ts'
import { findRelayer } from './findRelayer.ts'
import { findTransaction, type TransactionInput } from './findTransaction.ts'

/**
 * What has happened to a transaction so far, each list oldest first. `record` is the wire record as it would show that
 * revision or attempt: prices, gas and hash are taken from it.
 */
export interface Timeline {
  readonly transaction: TransactionRecord
  readonly revisions: readonly { readonly revision: Revision; readonly record: WireRecord }[]
  readonly attempts: readonly { readonly attempt: AttemptRecord; readonly record: WireRecord }[]
  /** As far back as events are kept. */
  readonly events: readonly TimelineEvent[]
}

export interface TimelineEvent {
  readonly kind: string
  readonly status: string | null
  readonly statusReason: string | null
  readonly hash: string | null
  /** ms since the epoch */
  readonly createdAt: number
}

/** The history of one transaction of a relayer. */
export async function readTimeline(ctx: Context, input: TransactionInput): Promise<Result<Timeline>> {
  const found = await findRelayer(ctx, input.relayerId)
  if (!found.ok) return found
  const known = await findTransaction(ctx, input)
  if (!known.ok) return known
  const transaction = known.value
  const { chain, relayer } = found.value
  const [attempts, events] = await Promise.all([
    ctx.store.transactions.attempts(transaction.id),
    ctx.store.events.ofTransaction(transaction.id),
  ])
  const account = relayer.address
  const revisionOf = (number: number | null): Revision =>
    transaction.revisions[(number ?? transaction.revisions.length) - 1] ?? (transaction.revisions[0] as Revision)
  return succeed({
    transaction,
    revisions: transaction.revisions.map(revision => ({
      revision,
      record: chain.describe({ transaction, revision, shown: null, account }),
    })),
    attempts: attempts.map(attempt => {
      const details = { ...attempt.details, ...attempt.landing?.details }
      const shown = { id: attempt.id, revision: attempt.revision, details }
      return {
        attempt,
        record: chain.describe({ transaction, revision: revisionOf(attempt.revision), shown, account }),
      }
    }),
    events: events.map(({ kind, payload, createdAt }) => {
      const told = parseJson(payload) as Readonly<Record<string, unknown>>
      const [status, statusReason, hash] = ['status', 'status_reason', 'hash'].map(name => textOf(told[name]))
      return { kind, status: status ?? null, statusReason: statusReason ?? null, hash: hash ?? null, createdAt }
    }),
  })
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

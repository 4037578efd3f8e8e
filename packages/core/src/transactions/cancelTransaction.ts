import { CANCELED_BY_NOOP, CANCELED_BY_USER } from '@relayer/schemas/errors'
import type { Context } from '../context/context.ts'
import { succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import { nextStatus } from '../records/statusTable.ts'
import type { TransactionRecord } from '../records/transaction.ts'
import { type AmendInput, amendTransaction, checkAmendable } from './amendTransaction.ts'
import type { AcceptedTransaction } from './createTransaction.ts'
import { checkActive, findRelayer, type FoundRelayer } from './findRelayer.ts'
import { replayOr } from './replayOr.ts'

/**
 * Cancels: an unbound transaction ends at once; a bound one keeps its status, and the lane has a no-op compete for its slot.
 * Whoever wins decides: `canceled`, or `confirmed`/`failed` when the original was faster.
 * Under an idempotency key the call may be repeated.
 */
export async function cancelTransaction(ctx: Context, input: AmendInput): Promise<Result<AcceptedTransaction>> {
  const found = await findRelayer(ctx, input.relayerId)
  if (!found.ok) return found
  return replayOr(ctx, input.idempotency ?? null, () => cancel(ctx, found.value, input))
}

async function cancel(ctx: Context, found: FoundRelayer, input: AmendInput): Promise<Result<AcceptedTransaction>> {
  const active = checkActive(found.relayer)
  if (!active.ok) return active
  const { chain } = found
  return amendTransaction(ctx, found, input, transaction =>
    planCancel(transaction, chain.traits.replaceable, ctx.clock.now()),
  )
}

/** The row of a transaction that is cancelled at `now` (ms), or why it can't be any more (`INVALID_STATE`). Pure. */
export function planCancel(
  transaction: TransactionRecord,
  replaceable: boolean,
  now: number,
): Result<TransactionRecord> {
  const amendable = checkAmendable(transaction, replaceable, 'cancel_transaction')
  return amendable.ok ? succeed(withCancel(transaction, now)) : amendable
}

function withCancel(transaction: TransactionRecord, now: number): TransactionRecord {
  if (transaction.slot === null) {
    const status = nextStatus(transaction.status, 'cancelUnbound')
    return { ...transaction, status, statusReason: CANCELED_BY_USER, dueAt: null }
  }
  return {
    ...transaction,
    void: { outcome: 'canceled', reason: CANCELED_BY_USER },
    statusReason: CANCELED_BY_NOOP,
    dueAt: now,
  }
}

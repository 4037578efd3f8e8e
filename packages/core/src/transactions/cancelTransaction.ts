import { CANCELED_BY_NOOP, CANCELED_BY_USER } from '@relayer/schemas/errors'
import type { Context } from '../context/context.ts'
import { succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import type { WireRecord } from '../ports/chain.ts'
import { nextStatus } from '../records/statusTable.ts'
import type { TransactionRecord } from '../records/transaction.ts'
import { amendTransaction, checkAmendable } from './amendTransaction.ts'
import { describeTransaction } from './describeTransaction.ts'
import { checkActive, findRelayer } from './findRelayer.ts'
import type { TransactionInput } from './findTransaction.ts'

/**
 * Cancels: an unbound transaction ends at once; a bound one keeps its status, and the lane has a no-op compete for its slot.
 * Whoever wins decides: `canceled`, or `confirmed`/`failed` when the original was faster.
 */
export async function cancelTransaction(ctx: Context, input: TransactionInput): Promise<Result<WireRecord>> {
  const found = await findRelayer(ctx, input.relayerId)
  if (!found.ok) return found
  const active = checkActive(found.value.relayer)
  if (!active.ok) return active
  const { chain, relayer } = found.value
  const canceled = await amendTransaction(ctx, found.value, input, transaction => {
    const amendable = checkAmendable(transaction, chain.traits.replaceable, 'cancel_transaction')
    return amendable.ok ? succeed(withCancel(transaction, ctx.clock.now())) : amendable
  })
  return canceled.ok ? succeed(describeTransaction(chain, relayer, canceled.value)) : canceled
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

import { invalidTransactionState } from '@relayer/schemas/errors'
import type { Context } from '../context/context.ts'
import { fail, succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import { deliveriesWake, laneWake } from '../reconcile/wakes.ts'
import type { TransactionRecord } from '../records/transaction.ts'
import type { FoundRelayer } from './findRelayer.ts'
import { findTransaction, type TransactionInput } from './findTransaction.ts'
import { transactionEvent } from './transactionEvent.ts'

/** Clients that change one transaction at the same time in this process take turns; other processes are met by the retries. */
const turns = new Map<string, Promise<unknown>>()

/** How often a write is tried again when the lane wrote the row in between. */
const TRIES = 8

/**
 * Applies a client's change to a transaction, compare-and-set on its version: read, decide, write, and again when the lane
 * was faster. The event that tells of it is in the same commit; the lane is woken after it.
 */
export async function amendTransaction(
  ctx: Context,
  found: FoundRelayer,
  input: TransactionInput,
  change: (transaction: TransactionRecord) => Result<TransactionRecord>,
): Promise<Result<TransactionRecord>> {
  const before = turns.get(input.transactionId) ?? Promise.resolve()
  const turn = before.then(() => amend(ctx, found, input, change))
  const settled = turn.catch(() => null)
  turns.set(input.transactionId, settled)
  try {
    return await turn
  } finally {
    if (turns.get(input.transactionId) === settled) turns.delete(input.transactionId)
  }
}

async function amend(
  ctx: Context,
  { relayer, chain }: FoundRelayer,
  input: TransactionInput,
  change: (transaction: TransactionRecord) => Result<TransactionRecord>,
): Promise<Result<TransactionRecord>> {
  for (let tries = 0; tries < TRIES; tries++) {
    const found = await findTransaction(ctx, input)
    if (!found.ok) return found
    const changed = change(found.value)
    if (!changed.ok) return changed
    const transaction = { ...changed.value, version: found.value.version + 1 }
    const event = transactionEvent(ctx, 'transaction_update', chain, relayer, transaction)
    const [written] = await ctx.store.transactions.write([{ transaction, expectedVersion: found.value.version, event }])
    if (written === 'written') {
      ctx.changes.publish([transaction])
      ctx.queue.add(laneWake(relayer.id))
      if (relayer.notificationId !== null) ctx.queue.add(deliveriesWake(relayer.notificationId))
      return succeed(transaction)
    }
  }
  return fail('CONFLICT', 'The transaction is changing too fast; try again')
}

/**
 * Whether a client may still change a transaction: it is pending, sent or submitted, not being voided, and, once it is bound,
 * on a chain where another attempt may compete for its slot.
 */
export function checkAmendable(transaction: TransactionRecord, replaceable: boolean, operation: string): Result<null> {
  const { status } = transaction
  const open = status === 'pending' || status === 'sent' || status === 'submitted'
  const bound = transaction.slot !== null
  if (!open || transaction.executedRevision !== null || (bound && !replaceable)) {
    return fail('INVALID_STATE', invalidTransactionState(operation, status.charAt(0).toUpperCase() + status.slice(1)))
  }
  return transaction.void === null
    ? succeed(null)
    : fail('INVALID_STATE', `Transaction is already ${voidWord(transaction)}`)
}

function voidWord(transaction: TransactionRecord): string {
  return transaction.void?.outcome === 'canceled' ? 'being canceled' : 'being taken off the chain'
}

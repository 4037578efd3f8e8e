import { invalidTransactionState } from '@relayer/schemas/errors'
import type { Context } from '../context/context.ts'
import { fail, succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import type { WireRecord } from '../ports/chain.ts'
import type { OnceResult, TransactionWrite } from '../ports/store.ts'
import { deliveriesWake, laneWake } from '../reconcile/wakes.ts'
import type { TransactionRecord } from '../records/transaction.ts'
import { type AcceptedTransaction, asReplayed } from './createTransaction.ts'
import { describeTransaction } from './describeTransaction.ts'
import type { FoundRelayer } from './findRelayer.ts'
import { claimOf, type IdempotencyKey, idempotencyConflict, replay } from './findReplay.ts'
import { findTransaction, type TransactionInput } from './findTransaction.ts'
import { transactionEvent } from './transactionEvent.ts'

/** Clients that change one transaction at the same time in this process take turns; other processes are met by the retries. */
const turns = new Map<string, Promise<unknown>>()

/** A client's change to a transaction; under an idempotency key it may be repeated (I8). */
export interface AmendInput extends TransactionInput {
  readonly idempotency?: IdempotencyKey | null
}

/** How often a write is tried again when the lane wrote the row in between. */
const TRIES = 8

/**
 * Applies a client's change to a transaction, compare-and-set on its version: read, decide, write, and again when the lane
 * was faster. The event that tells of it, and the idempotency key, are in the same commit; the lane is woken after it.
 */
export async function amendTransaction(
  ctx: Context,
  found: FoundRelayer,
  input: AmendInput,
  change: (transaction: TransactionRecord) => Result<TransactionRecord>,
): Promise<Result<AcceptedTransaction>> {
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
  input: AmendInput,
  change: (transaction: TransactionRecord) => Result<TransactionRecord>,
): Promise<Result<AcceptedTransaction>> {
  for (let tries = 0; tries < TRIES; tries++) {
    const found = await findTransaction(ctx, input)
    if (!found.ok) return found
    const changed = change(found.value)
    if (!changed.ok) return changed
    const transaction = { ...changed.value, version: found.value.version + 1 }
    const event = transactionEvent(ctx, 'transaction_update', chain, relayer, transaction)
    const record = describeTransaction(chain, relayer, transaction)
    const write = { transaction, expectedVersion: found.value.version, event }
    const result = await writeOnce(ctx, input.idempotency ?? null, write, record)
    if (result.kind === 'conflict') return idempotencyConflict()
    if (result.kind === 'replayed') return asReplayed(replay(result.answer))
    if (result.kind === 'done') {
      ctx.changes.publish([transaction])
      ctx.queue.add(laneWake(relayer.lane))
      if (relayer.notificationId !== null) ctx.queue.add(deliveriesWake(relayer.notificationId))
      return succeed({ record, replayed: false })
    }
  }
  return fail('CONFLICT', 'The transaction is changing too fast; try again')
}

async function writeOnce(
  ctx: Context,
  idempotency: IdempotencyKey | null,
  write: TransactionWrite,
  record: WireRecord,
): Promise<OnceResult> {
  if (idempotency !== null) {
    const claim = claimOf(ctx, idempotency, record)
    return ctx.store.transactions.commitOnce({ claim, now: ctx.clock.now(), creates: [], writes: [write] })
  }
  const [written] = await ctx.store.transactions.write([write])
  return { kind: written === 'written' ? 'done' : 'stale' }
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

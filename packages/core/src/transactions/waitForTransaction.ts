import type { TransactionStatus } from '@relayer/schemas'
import type { Context } from '../context/context.ts'
import { succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import type { WireRecord } from '../ports/chain.ts'
import { terminalStatuses } from '../records/statusTable.ts'
import type { TransactionRecord } from '../records/transaction.ts'
import { describeTransaction } from './describeTransaction.ts'
import { findRelayer } from './findRelayer.ts'
import { findTransaction, type TransactionInput } from './findTransaction.ts'

export interface WaitInput extends TransactionInput {
  /** Waited for until the transaction is there or beyond, or its status is terminal. */
  readonly status: TransactionStatus
  readonly timeoutMs: number
  /** Calls back when nobody listens any more; that ends the wait, not the transaction. */
  readonly whenGone?: ((listener: () => void) => void) | undefined
}

/** `honoured` false: it was not waited for, because too many wait already or this process stops. */
export interface WaitedTransaction {
  readonly record: WireRecord
  readonly honoured: boolean
}

/** The way of a transaction that succeeds; every other status is terminal. */
const way: readonly TransactionStatus[] = ['pending', 'sent', 'submitted', 'mined', 'confirmed']

/** One transaction in wire form as soon as it has come as far as asked, at the latest after the time-out. */
export async function waitForTransaction(ctx: Context, input: WaitInput): Promise<Result<WaitedTransaction>> {
  const found = await findRelayer(ctx, input.relayerId)
  if (!found.ok) return found
  const known = await findTransaction(ctx, input)
  if (!known.ok) return known
  const { chain, relayer } = found.value
  const isDone = (transaction: TransactionRecord): boolean => hasReached(transaction.status, input.status)
  const answer = (transaction: TransactionRecord, honoured: boolean): Result<WaitedTransaction> =>
    succeed({ record: describeTransaction(chain, relayer, transaction), honoured })
  if (isDone(known.value)) return answer(known.value, true)
  const { transactionId, timeoutMs, whenGone } = input
  const waited = await ctx.waiters.wait({ transactionId, isDone, timeoutMs, whenGone })
  return answer(waited?.newest ?? known.value, waited !== null && waited.end !== 'interrupted')
}

function hasReached(status: TransactionStatus, wanted: TransactionStatus): boolean {
  if (terminalStatuses.has(status)) return true
  return way.includes(wanted) && way.indexOf(status) >= way.indexOf(wanted)
}

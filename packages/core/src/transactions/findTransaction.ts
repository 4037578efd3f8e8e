import { transactionNotFound } from '@relayer/schemas/errors'
import type { Context } from '../context/context.ts'
import { fail, succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import type { TransactionRecord } from '../records/transaction.ts'

/** Which transaction of which relayer. */
export interface TransactionInput {
  readonly relayerId: string
  readonly transactionId: string
}

/** Looks a transaction up. One that belongs to another relayer is `NOT_FOUND`, as if it did not exist. */
export async function findTransaction(ctx: Context, input: TransactionInput): Promise<Result<TransactionRecord>> {
  const [transaction] = await ctx.store.transactions.get([input.transactionId])
  if (!transaction || transaction.relayerId !== input.relayerId)
    return fail('NOT_FOUND', transactionNotFound(input.transactionId))
  return succeed(transaction)
}

import type { TransactionStatus } from '@relayer/schemas'
import type { Context } from '../context/context.ts'
import { succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import type { WireRecord } from '../ports/chain.ts'
import type { Page, PageQuery } from '../ports/store.ts'
import { describeTransaction } from './describeTransaction.ts'
import { findRelayer } from './findRelayer.ts'

/** `statuses` empty: all. */
export interface ListTransactionsInput extends PageQuery {
  readonly relayerId: string
  readonly statuses: readonly TransactionStatus[]
}

/** A page of a relayer's transactions, newest first, in wire form. Asked by status, what is being cancelled is left out. */
export async function listTransactions(ctx: Context, input: ListTransactionsInput): Promise<Result<Page<WireRecord>>> {
  const found = await findRelayer(ctx, input.relayerId)
  if (!found.ok) return found
  const { chain, relayer } = found.value
  const page = await ctx.store.transactions.list({ ...input, hideCanceling: input.statuses.length > 0 })
  return succeed({ ...page, items: page.items.map(transaction => describeTransaction(chain, relayer, transaction)) })
}

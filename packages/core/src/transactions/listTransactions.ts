import type { TransactionStatus } from '@relayer/schemas'
import { pageTooLarge } from '@relayer/schemas/errors'
import type { Context } from '../context/context.ts'
import { fail, succeed } from '../errors/outcome.ts'
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

/** Most transactions of one answer: it is put together in memory, in a turn or two of the event loop. */
const MOST = 10_000

/**
 * A page of a relayer's transactions, newest first, in wire form. Asked by status, what is being cancelled is left out.
 * Any size may be asked for; `INVALID_REQUEST` where there really is too much for one answer.
 */
export async function listTransactions(ctx: Context, input: ListTransactionsInput): Promise<Result<Page<WireRecord>>> {
  const found = await findRelayer(ctx, input.relayerId)
  if (!found.ok) return found
  const { chain, relayer } = found.value
  const many = input.perPage > MOST ? await countOnPage(ctx, input) : 0
  if (many > MOST) return fail('INVALID_REQUEST', pageTooLarge(many, MOST))
  const page = await ctx.store.transactions.list({ ...input, hideCanceling: input.statuses.length > 0 })
  return succeed({ ...page, items: page.items.map(transaction => describeTransaction(chain, relayer, transaction)) })
}

/** How many transactions a page would hold at most. */
async function countOnPage(
  ctx: Context,
  { relayerId, statuses, page, perPage }: ListTransactionsInput,
): Promise<number> {
  const counts = await ctx.store.transactions.counts(relayerId)
  const asked = statuses.length === 0 ? [...counts.keys()] : statuses
  const total = asked.reduce((sum, status) => sum + (counts.get(status) ?? 0), 0)
  return page < 1 ? 0 : Math.min(perPage, Math.max(0, total - (page - 1) * perPage))
}

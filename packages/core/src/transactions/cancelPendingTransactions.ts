import type { TransactionStatus } from '@relayer/schemas'
import type { Context } from '../context/context.ts'
import { succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import type { TransactionWrite } from '../ports/store.ts'
import { deliveriesWake, laneWake } from '../reconcile/wakes.ts'
import type { TransactionRecord } from '../records/transaction.ts'
import { cancelTransaction, planCancel } from './cancelTransaction.ts'
import { checkActive, findRelayer, type FoundRelayer } from './findRelayer.ts'
import { transactionEvent } from './transactionEvent.ts'

/** Ids of what is canceled or on its way to be, and of what can't be any more. */
export interface CanceledPending {
  readonly canceled: readonly string[]
  readonly failed: readonly string[]
}

/** Rows read and written at a time. */
const BATCH = 500

const open: readonly TransactionStatus[] = ['pending', 'sent', 'submitted']

/**
 * Cancels everything of a relayer that is pending, sent or submitted when it is called, each as `cancelTransaction` does:
 * unbound ones end at once, bound ones are taken off the chain by no-ops. What is being cancelled already is left out.
 */
export async function cancelPendingTransactions(ctx: Context, relayerId: string): Promise<Result<CanceledPending>> {
  const found = await findRelayer(ctx, relayerId)
  if (!found.ok) return found
  const active = checkActive(found.value.relayer)
  if (!active.ok) return active
  const canceled: string[] = []
  const failed: string[] = []
  for (const transactions of batches(await readOpen(ctx, relayerId))) {
    const written = await cancelBatch(ctx, found.value, transactions)
    for (const [index, { id }] of transactions.entries()) {
      // The lane was faster: one by one, with its patience.
      const done = written[index] || (await cancelTransaction(ctx, { relayerId, transactionId: id })).ok
      ;(done ? canceled : failed).push(id)
    }
  }
  return succeed({ canceled, failed })
}

/** Everything open now. Pages shift while rows end, so it is read until a pass finds nothing new. */
async function readOpen(ctx: Context, relayerId: string): Promise<readonly TransactionRecord[]> {
  const startedAt = ctx.clock.now()
  const seen = new Map<string, TransactionRecord>()
  for (let grown = true; grown; ) {
    const before = seen.size
    for (let page = 1; ; page++) {
      const query = { relayerId, statuses: open, page, perPage: BATCH, hideCanceling: true }
      const { items } = await ctx.store.transactions.list(query)
      for (const item of items) if (item.createdAt <= startedAt) seen.set(item.id, item)
      if (items.length < BATCH) break
    }
    grown = seen.size > before && seen.size >= BATCH
  }
  return [...seen.values()]
}

function* batches(transactions: readonly TransactionRecord[]): Iterable<readonly TransactionRecord[]> {
  for (let start = 0; start < transactions.length; start += BATCH) yield transactions.slice(start, start + BATCH)
}

/** One commit for all that have not changed since they were read; true: it was written. */
async function cancelBatch(
  ctx: Context,
  { relayer, chain }: FoundRelayer,
  transactions: readonly TransactionRecord[],
): Promise<readonly boolean[]> {
  const writes = transactions.map((known): TransactionWrite | null => {
    const planned = planCancel(known, chain.traits.replaceable, ctx.clock.now())
    if (!planned.ok) return null
    const transaction = { ...planned.value, version: known.version + 1 }
    const event = transactionEvent(ctx, 'transaction_update', chain, relayer, transaction)
    return { transaction, expectedVersion: known.version, event }
  })
  const possible = writes.filter(write => write !== null)
  const results = await ctx.store.transactions.write(possible)
  const written = new Set(possible.filter((_, index) => results[index] === 'written'))
  ctx.changes.publish([...written].map(({ transaction }) => transaction))
  ctx.queue.add(laneWake(relayer.lane))
  if (relayer.notificationId !== null) ctx.queue.add(deliveriesWake(relayer.notificationId))
  return writes.map(write => write !== null && written.has(write))
}

import type { Context } from '../context/context.ts'
import type { TransactionRecord } from '../records/transaction.ts'

/**
 * Waits until a node has answered for a transaction (any status beyond `pending` and `sent`), at most
 * `settings.firstBroadcastMs`. Resolves with the newest record seen; giving up changes nothing.
 */
export function waitForBroadcast(ctx: Context, transaction: TransactionRecord): Promise<TransactionRecord> {
  return new Promise(resolve => {
    let newest = transaction
    const end = (): void => {
      cancel()
      unsubscribe()
      resolve(newest)
    }
    const cancel = ctx.clock.after(ctx.settings.firstBroadcastMs, end)
    const look = (record: TransactionRecord): void => {
      if (record.version > newest.version) newest = record
      if (newest.status !== 'pending' && newest.status !== 'sent') end()
    }
    const unsubscribe = ctx.changes.subscribe(transaction.id, look)
    // It may have been broadcast between the commit and the subscription.
    void ctx.store.transactions.get([transaction.id]).then(([record]) => record && look(record), end)
  })
}

import type { TransactionRecord } from '../records/transaction.ts'

/** Tells waiters in this process what was committed. A hint like a wake-up: who missed it reads the store. */
export interface Changes {
  publish(transactions: readonly TransactionRecord[]): void
  /** Calls back for every published version of a transaction until cancelled by the returned function. */
  subscribe(transactionId: string, listener: (transaction: TransactionRecord) => void): () => void
}

/** An in-process {@link Changes}. */
export function createChanges(): Changes {
  const listeners = new Map<string, Set<(transaction: TransactionRecord) => void>>()
  return {
    publish(transactions) {
      if (listeners.size === 0) return
      for (const transaction of transactions) {
        listeners.get(transaction.id)?.forEach(listener => listener(transaction))
      }
    },
    subscribe(transactionId, listener) {
      const set = listeners.get(transactionId) ?? new Set()
      listeners.set(transactionId, set.add(listener))
      return () => {
        set.delete(listener)
        if (set.size === 0 && listeners.get(transactionId) === set) listeners.delete(transactionId)
      }
    },
  }
}

import type { Clock } from '../ports/clock.ts'
import type { Logger } from '../ports/logger.ts'
import type { Store } from '../ports/store.ts'
import type { TransactionRecord } from '../records/transaction.ts'
import type { Changes } from './changes.ts'

/** What a waiter waits for. */
export interface WaitFor {
  readonly transactionId: string
  readonly isDone: (transaction: TransactionRecord) => boolean
  readonly timeoutMs: number
  /** Calls back when nobody listens any more; that ends the wait. */
  readonly whenGone?: ((listener: () => void) => void) | undefined
}

/** How a wait ended, and the newest record it saw; null when it saw none. */
export interface Waited {
  readonly end: 'done' | 'late' | 'interrupted'
  readonly newest: TransactionRecord | null
}

/**
 * Calls that wait for transactions to change. What this process commits reaches them at once; what others commit, with the
 * next of the reads that all of them share. So a waiter costs one read when it comes, however long it stays.
 */
export interface Waiters {
  /** Never rejects. Null: as many wait already as may. */
  wait(wait: WaitFor): Promise<Waited> | null
  /** Interrupts everybody, and whoever comes later. */
  interrupt(): void
}

/** {@link Waiters} of one process. */
export function createWaiters(
  ports: { readonly store: Store; readonly clock: Clock; readonly logger: Logger; readonly changes: Changes },
  options: { readonly limit: number; readonly pollMs: number },
): Waiters {
  const { store, clock, logger, changes } = ports
  const waiting = new Map<() => void, string>()
  let polling = false
  let interrupted = false

  const read = async (transactionIds: Iterable<string>): Promise<void> => {
    try {
      const records = await store.transactions.get([...new Set(transactionIds)])
      changes.publish(records.filter(record => record !== null))
    } catch (error) {
      logger.warn({ err: error }, 'transactions that are waited for cannot be read')
    }
  }
  const poll = (): void => {
    if (polling) return
    polling = true
    clock.after(options.pollMs, () => {
      const pending = waiting.size === 0 ? Promise.resolve() : read(waiting.values())
      void pending.then(() => {
        polling = false
        if (waiting.size > 0) poll()
      })
    })
  }

  return {
    wait({ transactionId, isDone, timeoutMs, whenGone }) {
      if (waiting.size >= options.limit) return null
      return new Promise(resolve => {
        let newest: TransactionRecord | null = null
        const end = (how: Waited['end']): void => {
          if (!waiting.delete(interrupt)) return
          cancel()
          unsubscribe()
          resolve({ end: how, newest })
        }
        const interrupt = (): void => end('interrupted')
        waiting.set(interrupt, transactionId)
        const cancel = clock.after(timeoutMs, () => end('late'))
        const unsubscribe = changes.subscribe(transactionId, record => {
          if (newest !== null && record.version <= newest.version) return
          newest = record
          if (isDone(record)) end('done')
        })
        whenGone?.(interrupt)
        if (interrupted) return interrupt()
        // It may have changed before anybody here listened.
        void read([transactionId])
        poll()
      })
    },
    interrupt() {
      interrupted = true
      for (const end of waiting.keys()) end()
    },
  }
}

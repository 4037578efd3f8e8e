import type { WorkQueue } from '@relayer/core'
import type { Instruments } from './createInstruments.ts'

/** The queue with its runs timed, and how late each began. Keys are `kind:id`; only the kind is told. */
export function observeQueue(queue: WorkQueue, instruments: Instruments, now: () => number): WorkQueue {
  const { pickupSeconds, runSeconds, runFailures } = instruments
  const dueAt = new Map<string, number>()
  const note = (key: string, at: number) => dueAt.set(key, Math.min(at, dueAt.get(key) ?? at))
  return {
    add(key) {
      note(key, now())
      queue.add(key)
    },
    addAfter(key, delayMs) {
      note(key, now() + delayMs)
      queue.addAfter(key, delayMs)
    },
    start(handler) {
      queue.start(async key => {
        const kind = key.slice(0, key.indexOf(':'))
        const startedAt = now()
        const due = dueAt.get(key)
        dueAt.delete(key)
        if (due !== undefined) {
          pickupSeconds.observe({ queue_type: kind, backend: 'memory' }, Math.max(0, startedAt - due) / 1000)
        }
        try {
          const requeue = await handler(key)
          if (requeue.requeueAfterMs !== null) note(key, now() + requeue.requeueAfterMs)
          return requeue
        } catch (error) {
          runFailures.inc({ queue_type: kind })
          throw error
        } finally {
          runSeconds.observe({ queue_type: kind }, (now() - startedAt) / 1000)
        }
      })
    },
    stop: () => queue.stop(),
  }
}

import { describe, expect, it } from 'vitest'
import type { IdempotencyClaim, OnceCommit, Store } from '../../ports/store.ts'
import type { TransactionRecord } from '../../records/transaction.ts'
import { eventOf, newTransaction, start, transactionOf, writeOf } from './records.ts'

const claim = (change: Partial<IdempotencyClaim> = {}): IdempotencyClaim => ({
  key: 'k',
  fingerprint: 'f1',
  answer: 'first answer',
  expiresAt: start + 1_000,
  ...change,
})

const once = (change: Partial<OnceCommit> = {}): OnceCommit => ({
  claim: claim(),
  now: start,
  creates: [],
  writes: [],
  ...change,
})

/** Calls under an idempotency key that create or change several transactions (I8). */
export function testOnce(store: () => Store): void {
  const create = async (...ids: string[]): Promise<TransactionRecord[]> => {
    await store().transactions.create(ids.map(id => newTransaction(id)))
    return ids.map(id => transactionOf(id))
  }
  const cancel = (old: TransactionRecord) => writeOf(old, { status: 'canceled', dueAt: null }, eventOf(old.id))
  const eventCount = async () => {
    await store().events.stamp()
    return (await store().events.after(0, 10_000)).length
  }

  describe('commitOnce', () => {
    it('I8 creations, writes, events, counters and key are one commit; again, the first answer', async () => {
      const [a, b] = (await create('a', 'b')) as [TransactionRecord, TransactionRecord]
      const creates = ['c', 'd'].map(id => {
        const { transaction, event } = newTransaction(id)
        return { transaction, event }
      })
      const commit = once({ creates, writes: [cancel(a), cancel(b)] })
      expect(await store().transactions.commitOnce(commit)).toEqual({ kind: 'done' })
      const counts = new Map([
        ['pending', 2],
        ['canceled', 2],
      ])
      expect(await store().transactions.counts('r1')).toEqual(counts)
      expect((await store().transactions.get(['a', 'b', 'c', 'd'])).map(item => item?.status)).toEqual([
        'canceled',
        'canceled',
        'pending',
        'pending',
      ])
      expect(await eventCount()).toBe(6)
      expect(await store().transactions.idempotent('k', start)).toEqual({ fingerprint: 'f1', answer: 'first answer' })

      const again = await store().transactions.commitOnce(once({ claim: claim({ answer: 'later' }) }))
      expect(again).toEqual({ kind: 'replayed', answer: 'first answer' })
      const other = once({ claim: claim({ fingerprint: 'f2' }), creates: [newTransaction('e')] })
      expect(await store().transactions.commitOnce(other)).toEqual({ kind: 'conflict' })
      expect(await store().transactions.get(['e'])).toEqual([null])
      expect(await eventCount()).toBe(6)
    })

    it('a stale row: nothing is written and the key stays free', async () => {
      const [a, b] = (await create('a', 'b')) as [TransactionRecord, TransactionRecord]
      const stale = once({ creates: [newTransaction('c')], writes: [cancel(a), cancel({ ...b, version: 7 })] })
      expect(await store().transactions.commitOnce(stale)).toEqual({ kind: 'stale' })
      expect(await store().transactions.get(['a', 'b', 'c'])).toEqual([a, b, null])
      expect(await store().transactions.idempotent('k', start)).toBeNull()
      expect(await store().transactions.commitOnce(once({ writes: [cancel(a)] }))).toEqual({ kind: 'done' })
    })

    it('a taken id undoes the claim too', async () => {
      await create('a')
      const taken = once({ creates: [newTransaction('b'), newTransaction('a')] })
      await expect(store().transactions.commitOnce(taken)).rejects.toMatchObject({ code: 'STORE_FAILED' })
      expect(await store().transactions.idempotent('k', start)).toBeNull()
      expect(await store().transactions.get(['b'])).toEqual([null])
    })

    it('an expired key may be used anew; nothing at all may be written under one', async () => {
      expect(await store().transactions.commitOnce(once())).toEqual({ kind: 'done' })
      const anew = once({ now: start + 1_000, claim: claim({ fingerprint: 'f2', expiresAt: start + 9_000 }) })
      expect(await store().transactions.commitOnce({ ...anew, now: start + 999 })).toEqual({ kind: 'conflict' })
      expect(await store().transactions.commitOnce(anew)).toEqual({ kind: 'done' })
    })

    it('I8 of 50 at once with one key, one is done; single creates under the key see it too', async () => {
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          store().transactions.commitOnce(
            once({ claim: claim({ answer: `t${i}` }), creates: [newTransaction(`t${i}`), newTransaction(`u${i}`)] }),
          ),
        ),
      )
      const winner = results.findIndex(result => result.kind === 'done')
      expect(results.filter(result => result.kind === 'done')).toHaveLength(1)
      expect(results.filter(result => result.kind === 'replayed')).toEqual(
        Array.from({ length: 49 }, () => ({ kind: 'replayed', answer: `t${winner}` })),
      )
      expect(await store().transactions.counts('r1')).toEqual(new Map([['pending', 2]]))
      const single = newTransaction('single', {}, claim())
      expect(await store().transactions.create([single])).toEqual([{ kind: 'replayed', answer: `t${winner}` }])
    })
  })
}

import { describe, expect, it } from 'vitest'
import type { CreateResult, IdempotencyClaim, Store } from '../../ports/store.ts'
import { newTransaction, revisionOf, start, transactionOf, withoutPosition } from './records.ts'

const claim = (key: string, change: Partial<IdempotencyClaim> = {}): IdempotencyClaim => ({
  key,
  fingerprint: 'f1',
  answer: `{"answer":"${key}"}`,
  expiresAt: start + 86_400_000,
  ...change,
})

const kinds = (results: readonly CreateResult[]) => results.map(result => result.kind)

/** Accepting transactions: group commit and idempotency (I8). */
export function testCreate(store: () => Store): void {
  describe('create', () => {
    it('stores row and event; results in order', async () => {
      const items = ['c', 'a', 'b'].map(id => newTransaction(id))
      expect(kinds(await store().transactions.create(items))).toEqual(['created', 'created', 'created'])
      expect(await store().transactions.get(['a', 'missing', 'c', 'a'])).toEqual([
        transactionOf('a'),
        null,
        transactionOf('c'),
        transactionOf('a'),
      ])
      await store().events.stamp()
      const events = await store().events.after(0, 10)
      expect(events.map(withoutPosition)).toEqual(items.map(item => item.event))
    })

    it('nothing to create', async () => {
      expect(await store().transactions.create([])).toEqual([])
      expect(await store().transactions.get([])).toEqual([])
    })

    it('I8 the same key: same body replays the first answer, another body conflicts, nothing is written', async () => {
      const first = newTransaction('a', {}, claim('k'))
      expect(await store().transactions.create([first])).toEqual([{ kind: 'created' }])
      const again = newTransaction('b', {}, claim('k', { answer: 'another answer' }))
      expect(await store().transactions.create([again])).toEqual([{ kind: 'replayed', answer: '{"answer":"k"}' }])
      const other = newTransaction('c', {}, claim('k', { fingerprint: 'f2' }))
      expect(await store().transactions.create([other])).toEqual([{ kind: 'conflict' }])
      expect(await store().transactions.get(['b', 'c'])).toEqual([null, null])
      expect(await store().transactions.counts('r1')).toEqual(new Map([['pending', 1]]))
      await store().events.stamp()
      expect(await store().events.after(0, 10)).toHaveLength(1)
    })

    it('I8 within one call: the first use of a key wins, the others are replayed or conflict', async () => {
      const items = [
        newTransaction('a', {}, claim('k')),
        newTransaction('b'),
        newTransaction('c', {}, claim('k', { answer: 'later' })),
        newTransaction('d', {}, claim('k', { fingerprint: 'f2' })),
        newTransaction('e', {}, claim('j')),
      ]
      expect(await store().transactions.create(items)).toEqual([
        { kind: 'created' },
        { kind: 'created' },
        { kind: 'replayed', answer: '{"answer":"k"}' },
        { kind: 'conflict' },
        { kind: 'created' },
      ])
      expect(await store().transactions.counts('r1')).toEqual(new Map([['pending', 3]]))
    })

    it('I8 of 200 concurrent creates with 50 keys, 50 are created and 150 replayed', async () => {
      const items = Array.from({ length: 200 }, (_, i) =>
        newTransaction(`t${i}`, {}, claim(`k${i % 50}`, { answer: `t${i}` })),
      )
      const results = (await Promise.all(items.map(item => store().transactions.create([item])))).flat()
      const winners = new Map<string, string>()
      for (const [i, result] of results.entries()) if (result.kind === 'created') winners.set(`k${i % 50}`, `t${i}`)
      expect(winners.size).toBe(50)
      for (const [i, result] of results.entries()) {
        if (result.kind !== 'created') expect(result).toEqual({ kind: 'replayed', answer: winners.get(`k${i % 50}`) })
      }
      expect(await store().transactions.counts('r1')).toEqual(new Map([['pending', 50]]))
      expect((await store().transactions.list({ relayerId: 'r1', statuses: [], page: 1, perPage: 999 })).total).toBe(50)
    })

    it('a key may be used anew after it expired', async () => {
      await store().transactions.create([newTransaction('a', {}, claim('k', { expiresAt: start + 10 }))])
      expect(await store().transactions.idempotent('k', start + 9)).toEqual({
        fingerprint: 'f1',
        answer: '{"answer":"k"}',
      })
      expect(await store().transactions.idempotent('k', start + 10)).toBeNull()
      expect(await store().transactions.idempotent('missing', start)).toBeNull()
      const early = newTransaction('b', { createdAt: start + 9 }, claim('k', { fingerprint: 'f2' }))
      expect(kinds(await store().transactions.create([early]))).toEqual(['conflict'])
      const anew = newTransaction('c', { createdAt: start + 10 }, claim('k', { fingerprint: 'f2', answer: 'new' }))
      expect(kinds(await store().transactions.create([anew]))).toEqual(['created'])
      expect(await store().transactions.idempotent('k', start + 10)).toEqual({ fingerprint: 'f2', answer: 'new' })
    })

    it("one bad item never fails another call's create, and writes nothing of its own call", async () => {
      await store().transactions.create([newTransaction('taken')])
      const calls = Array.from({ length: 20 }, (_, i) =>
        i === 7
          ? store().transactions.create([newTransaction('beside'), newTransaction('taken', {}, claim('lost'))])
          : store().transactions.create([newTransaction(`t${i}`)]),
      )
      const settled = await Promise.allSettled(calls)
      expect(settled.map(({ status }) => status === 'fulfilled')).toEqual(settled.map((_, i) => i !== 7))
      expect(settled[7]).toMatchObject({ reason: { name: 'RelayerError', code: 'STORE_FAILED' } })
      expect(await store().transactions.get(['beside'])).toEqual([null])
      expect(await store().transactions.idempotent('lost', start)).toBeNull()
      expect(await store().transactions.counts('r1')).toEqual(new Map([['pending', 20]]))
    })

    it('keeps every field', async () => {
      const full = transactionOf('full', {
        status: 'submitted',
        statusReason: "it's a ? and a \\? and a :name",
        sentAt: start + 1,
        confirmedAt: start + 2,
        executedRevision: 2,
        revisions: [1, 2].map(number =>
          revisionOf(number, { request: { nested: [{ a: null, b: true }, 'ü 🔑 \u0000'] } }),
        ),
        slot: { account: 'x', sequence: '00000000018446744073709551615' },
        shown: { id: '0xabc', revision: 2, details: { gas: '123456789012345678901234567890' } },
        void: { outcome: 'canceled', reason: 'asked' },
        dueAt: Number.MAX_SAFE_INTEGER,
        version: 42,
      })
      const item = newTransaction('full')
      await store().transactions.create([{ ...item, transaction: full }])
      expect(await store().transactions.get(['full'])).toEqual([full])
    })
  })
}

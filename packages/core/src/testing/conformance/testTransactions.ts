import { describe, expect, it } from 'vitest'
import type { Store } from '../../ports/store.ts'
import type { TransactionRecord } from '../../records/transaction.ts'
import { eventOf, newTransaction, start, transactionOf, writeOf } from './records.ts'

/** Reading and compare-and-set writing of transactions. */
export function testTransactions(store: () => Store): void {
  const create = async (...records: TransactionRecord[]) => {
    await store().transactions.create(records.map(record => ({ ...newTransaction(record.id), transaction: record })))
    return records
  }
  const ids = async (statuses: readonly TransactionRecord['status'][], page = 1, perPage = 100) => {
    const { items, total } = await store().transactions.list({ relayerId: 'r1', statuses, page, perPage })
    return { ids: items.map(item => item.id).join(' '), total }
  }

  describe('list', () => {
    it('newest first by (createdAt, id), pages, exact totals', async () => {
      await create(
        transactionOf('a', { createdAt: start + 1 }),
        transactionOf('b', { createdAt: start + 3 }),
        transactionOf('C', { createdAt: start + 3 }),
        transactionOf('d', { createdAt: start + 2, status: 'mined' }),
        transactionOf('e', { createdAt: start + 4, relayerId: 'r2' }),
      )
      expect(await ids([])).toEqual({ ids: 'b C d a', total: 4 })
      expect(await ids([], 1, 3)).toEqual({ ids: 'b C d', total: 4 })
      expect(await ids([], 2, 3)).toEqual({ ids: 'a', total: 4 })
      expect(await ids([], 3, 3)).toEqual({ ids: '', total: 4 })
      expect(await ids([], 0, 3)).toEqual({ ids: '', total: 4 })
      expect(await ids([], 1, 0)).toEqual({ ids: '', total: 4 })
      expect(await ids(['pending'])).toEqual({ ids: 'b C a', total: 3 })
      expect(await ids(['mined', 'pending', 'mined'], 1, 3)).toEqual({ ids: 'b C d', total: 4 })
      expect(await ids(['failed'])).toEqual({ ids: '', total: 0 })
      const none = await store().transactions.list({ relayerId: 'nobody', statuses: [], page: 1, perPage: 5 })
      expect(none).toEqual({ items: [], total: 0 })
    })

    it('confirmed alone by (confirmedAt, id); with others by createdAt', async () => {
      const confirmed = (id: string, created: number, at: number) =>
        transactionOf(id, { createdAt: start + created, confirmedAt: start + at, status: 'confirmed' })
      await create(confirmed('a', 3, 10), confirmed('b', 2, 30), confirmed('c', 1, 20), confirmed('d', 1, 20))
      expect(await ids(['confirmed'])).toEqual({ ids: 'b d c a', total: 4 })
      expect(await ids(['confirmed'], 2, 3)).toEqual({ ids: 'a', total: 4 })
      expect(await ids(['confirmed', 'failed'])).toEqual({ ids: 'a b d c', total: 4 })
      expect(await ids([])).toEqual({ ids: 'a b d c', total: 4 })
    })

    it('hides what is being cancelled, where it is asked to, before it counts', async () => {
      const cancel = { outcome: 'canceled', reason: 'asked' } as const
      const records: readonly (readonly [string, Partial<TransactionRecord>])[] = [
        ['a', { status: 'sent' }],
        ['b', { status: 'sent', void: cancel }],
        ['c', { status: 'submitted', void: cancel }],
        ['d', { status: 'submitted', void: { ...cancel, outcome: 'expired' } }],
        ['e', { status: 'submitted', void: cancel, executedRevision: 1 }],
        ['f', { status: 'canceled', void: cancel }],
        ['g', { status: 'pending' }],
      ]
      await create(...records.map(([id, change], i) => transactionOf(id, { createdAt: start + i, ...change })))
      const shown = async (statuses: readonly TransactionRecord['status'][], page = 1, perPage = 100) => {
        const query = { relayerId: 'r1', statuses, page, perPage, hideCanceling: true }
        const { items, total } = await store().transactions.list(query)
        return { ids: items.map(item => item.id).join(' '), total }
      }
      expect(await shown(['sent'])).toEqual({ ids: 'a', total: 1 })
      expect(await shown(['submitted'])).toEqual({ ids: 'e d', total: 2 })
      expect(await shown(['submitted'], 2, 1)).toEqual({ ids: 'd', total: 2 })
      expect(await shown(['canceled'])).toEqual({ ids: 'f', total: 1 })
      expect(await shown(['pending', 'sent', 'submitted', 'canceled'])).toEqual({ ids: 'g f e d a', total: 5 })
      expect(await shown([])).toEqual({ ids: 'g f e d a', total: 5 })
      expect(await ids(['submitted'])).toEqual({ ids: 'e d c', total: 3 })
    })

    it('every page of a longer list, each row once', async () => {
      const records = Array.from({ length: 57 }, (_, i) => transactionOf(`t${i}`, { createdAt: start + (i % 5) }))
      await create(...records)
      const seen: string[] = []
      for (let page = 1; page <= 6; page++) seen.push(...(await ids([], page, 10)).ids.split(' '))
      const sorted = [...records].sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1))
      expect(seen).toEqual(sorted.map(item => item.id))
    })
  })

  describe('write', () => {
    it('each item is written or stale on its own; status, counters and event together (I3)', async () => {
      const [a, b, c] = (await create(transactionOf('a'), transactionOf('b'), transactionOf('c'))) as [
        TransactionRecord,
        TransactionRecord,
        TransactionRecord,
      ]
      await store().events.stamp()
      const before = (await store().events.after(0, 100)).at(-1)?.position ?? 0
      const items = [
        writeOf(b, { status: 'canceled', statusReason: 'asked', dueAt: null }, eventOf('b')),
        writeOf({ ...a, version: 9 }, { status: 'failed' }, eventOf('a')),
        writeOf(transactionOf('missing'), { status: 'failed' }, eventOf('missing')),
        writeOf(c, { void: { outcome: 'canceled', reason: 'asked' } }),
      ]
      expect(await store().transactions.write(items)).toEqual(['written', 'stale', 'stale', 'written'])
      expect(await store().transactions.get(['a', 'b', 'c', 'missing'])).toEqual([
        a,
        items[0]?.transaction,
        items[3]?.transaction,
        null,
      ])
      expect(await store().transactions.counts('r1')).toEqual(
        new Map([
          ['pending', 2],
          ['canceled', 1],
        ]),
      )
      await store().events.stamp()
      expect((await store().events.after(before, 10)).map(event => event.transactionId)).toEqual(['b'])
    })

    it('a chain of writes of one transaction in one call', async () => {
      const a = transactionOf('a')
      await create(a)
      const first = writeOf(a, { status: 'sent' }, eventOf('a'))
      const second = writeOf(first.transaction, { status: 'submitted' }, eventOf('a'))
      expect(await store().transactions.write([first, second, second])).toEqual(['written', 'written', 'stale'])
      expect(await store().transactions.get(['a'])).toEqual([second.transaction])
      expect(await store().transactions.counts('r1')).toEqual(new Map([['submitted', 1]]))
    })

    it('of concurrent writes with one expected version, one is written', async () => {
      const a = transactionOf('a')
      await create(a)
      const writes = Array.from({ length: 10 }, (_, i) =>
        store().transactions.write([writeOf(a, { statusReason: `${i}`, status: 'failed' }, eventOf('a'))]),
      )
      const results = (await Promise.all(writes)).flat()
      expect(results.filter(result => result === 'written')).toHaveLength(1)
      const [after] = await store().transactions.get(['a'])
      expect(after?.statusReason).toBe(`${results.indexOf('written')}`)
      expect(after?.version).toBe(2)
      expect(await store().transactions.counts('r1')).toEqual(new Map([['failed', 1]]))
    })

    it('what names a transaction never changes', async () => {
      const a = transactionOf('a')
      await create(a)
      await store().transactions.write([writeOf(a, { createdAt: 1, relayerId: 'r9', status: 'sent' })])
      expect(await store().transactions.get(['a'])).toEqual([{ ...a, status: 'sent', version: 2 }])
      expect(await store().transactions.counts('r9')).toEqual(new Map())
    })

    it('more than the variables of one SQLite statement', async () => {
      const records = Array.from({ length: 3000 }, (_, i) => transactionOf(`t${i}`, { createdAt: start + i }))
      await create(...records)
      const results = await store().transactions.write(records.map(item => writeOf(item, { status: 'failed' })))
      expect(results.every(result => result === 'written')).toBe(true)
      expect(await store().transactions.counts('r1')).toEqual(new Map([['failed', 3000]]))
      const read = await store().transactions.get(records.map(item => item.id))
      expect(read.every((item, i) => item?.id === `t${i}` && item.version === 2)).toBe(true)
    })
  })
}

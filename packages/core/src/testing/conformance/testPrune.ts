import { describe, expect, it } from 'vitest'
import type { Lease, PruneInput, Store } from '../../ports/store.ts'
import type { SlotState } from '../../records/slot.ts'
import type { TransactionRecord } from '../../records/transaction.ts'
import {
  account,
  attemptOf,
  commitOf,
  eventOf,
  lane,
  newTransaction,
  sequenceOf,
  slotOf,
  start,
  submission,
  transactionOf,
  writeOf,
} from './records.ts'

const hour = 3_600_000
/** The end of every transaction here, unless said otherwise. */
const end = start + hour

/** Forgetting what is finished: keys, events, transactions with their attempts and slots. */
export function testPrune(store: () => Store): void {
  const prune = (change: Partial<PruneInput> = {}) =>
    store().prune({ limit: 100, keysBefore: 0, eventsBefore: 0, transactionsBefore: 0, ...change })
  const left = async (...ids: string[]) =>
    (await store().transactions.get(ids)).flatMap(item => (item === null ? [] : [item.id])).join(' ')
  const acquire = async () => (await store().lanes.acquire(lane, 'me', 600_000)) as Lease
  const create = async (...ids: string[]): Promise<TransactionRecord[]> => {
    await store().transactions.create(ids.map(id => newTransaction(id)))
    return ids.map(id => transactionOf(id))
  }
  /** Submits transactions at the sequences from `first` on and ends each, its slot in the state given. */
  const finish = async (
    lease: Lease,
    records: readonly TransactionRecord[],
    states: readonly SlotState[],
    first = 0,
  ) => {
    const submit = submission(lease, records, first)
    expect(await store().lanes.commit(submit)).toBe('committed')
    const transactions = submit.transactions.map(({ transaction }) =>
      writeOf(transaction, { status: 'confirmed', confirmedAt: end }, eventOf(transaction.id, { createdAt: end })),
    )
    const slots = submit.newSlots.map((slot, i) => ({
      ...slot,
      state: states[i] ?? 'final',
      consumedBy: submit.newAttempts[i]?.id ?? null,
    }))
    expect(await store().lanes.commit(commitOf(lease, { slots, transactions }))).toBe('committed')
  }

  describe('prune', () => {
    it('keys: those that expired before, at most the limit, and no other', async () => {
      const claim = (key: string, expiresAt: number) => ({ key, fingerprint: 'f', answer: key, expiresAt })
      await store().transactions.create(
        [1, 2, 3, 9].map(i => newTransaction(`t${i}`, {}, claim(`k${i}`, start + i * hour))),
      )
      expect(await prune({ keysBefore: start + 4 * hour, limit: 2 })).toEqual({ keys: 2, events: 0, transactions: 0 })
      expect(await prune({ keysBefore: start + 4 * hour, limit: 2 })).toMatchObject({ keys: 1 })
      expect(await prune({ keysBefore: start + 4 * hour })).toMatchObject({ keys: 0 })
      expect(await store().transactions.idempotent('k9', start)).not.toBeNull()
      expect(await store().transactions.idempotent('k3', start)).toBeNull()
    })

    it('a key outlives its transaction', async () => {
      const claim = { key: 'k', fingerprint: 'f', answer: 'first', expiresAt: start + 24 * hour }
      await store().transactions.create([newTransaction('a', {}, claim)])
      await store().transactions.write([writeOf(transactionOf('a'), { status: 'canceled', dueAt: null })])
      expect(await prune({ transactionsBefore: end, keysBefore: start })).toMatchObject({ transactions: 1, keys: 0 })
      expect(await store().transactions.create([newTransaction('b', {}, claim)])).toEqual([
        { kind: 'replayed', answer: 'first' },
      ])
    })

    it('events: old ones that wait for no delivery; positions go on', async () => {
      const [a] = (await create('a')) as [TransactionRecord]
      const told = eventOf('a', { notificationId: 'n1' })
      const recent = eventOf('a', { createdAt: start + 2 * hour })
      await store().transactions.write([writeOf(a, { status: 'sent' }, told)])
      await store().transactions.write([writeOf({ ...a, version: 2 }, { status: 'submitted' }, recent)])
      await store().events.stamp()
      const last = (await store().events.after(0, 10)).at(-1)?.position ?? 0
      expect(await prune({ eventsBefore: end })).toEqual({ keys: 0, events: 1, transactions: 0 })
      expect((await store().events.after(0, 10)).map(event => event.id)).toEqual([told.id, recent.id])
      await store().events.settleDeliveries([{ eventId: told.id, result: { kind: 'delivered', at: end } }])
      expect(await prune({ eventsBefore: end })).toMatchObject({ events: 1 })
      expect(await prune({ eventsBefore: start + 3 * hour })).toMatchObject({ events: 1 })
      expect(await store().events.after(0, 10)).toEqual([])
      await create('b')
      await store().events.stamp()
      expect((await store().events.after(last, 10)).map(event => event.transactionId)).toEqual(['b'])
    })

    it('transactions: terminal and without news since; counters and lists follow', async () => {
      const [a, b, c] = (await create('a', 'b', 'c', 'open')) as [
        TransactionRecord,
        TransactionRecord,
        TransactionRecord,
      ]
      const ended = (record: TransactionRecord, status: 'failed' | 'canceled', at: number) =>
        writeOf(record, { status, dueAt: null }, eventOf(record.id, { createdAt: at }))
      await store().transactions.write([
        ended(a, 'failed', end),
        ended(b, 'canceled', end),
        ended(c, 'failed', end + 2 * hour),
      ])
      expect(await prune({ transactionsBefore: end })).toMatchObject({ transactions: 0 })
      expect(await prune({ transactionsBefore: end + 1, limit: 1 })).toMatchObject({ transactions: 1 })
      expect(await prune({ transactionsBefore: end + 1 })).toMatchObject({ transactions: 1 })
      expect(await left('a', 'b', 'c', 'open')).toBe('c open')
      expect(await store().transactions.counts('r1')).toEqual(
        new Map([
          ['pending', 1],
          ['failed', 1],
        ]),
      )
      const { total } = await store().transactions.list({ relayerId: 'r1', statuses: [], page: 1, perPage: 9 })
      expect(total).toBe(2)
    })

    it('I2 slots that are not final keep their transaction; the highest slot stays for ever', async () => {
      const lease = await acquire()
      const records = await create('a', 'b', 'c', 'd')
      await finish(lease, records, ['final', 'consumed', 'final', 'final'])
      expect(await prune({ transactionsBefore: end + 1 })).toMatchObject({ transactions: 3 })
      expect(await left('a', 'b', 'c', 'd')).toBe('b')
      const slotAt = (n: number) => store().lanes.slot(lane, { account, sequence: sequenceOf(n) })
      expect(await slotAt(0)).toBeNull()
      expect((await slotAt(1))?.attempts).toHaveLength(1)
      expect(await slotAt(2)).toBeNull()
      expect(await slotAt(3)).toMatchObject({ slot: { state: 'final' }, attempts: [] })
      const state = await store().lanes.load(lane)
      expect(state.highest.get(account)).toBe(sequenceOf(3))
      expect(state.transactions.map(item => item.id)).toEqual(['b'])
      // The lane goes on behind it, and the old highest is pruned with nothing.
      const more = await create('e')
      await finish(lease, more, ['final'], 4)
      expect(await prune({ transactionsBefore: end + 1 })).toMatchObject({ transactions: 1 })
      expect((await store().lanes.load(lane)).highest.get(account)).toBe(sequenceOf(4))
      await expect(store().lanes.commit(commitOf(lease, { newSlots: [slotOf(4)] }))).rejects.toMatchObject({
        code: 'STORE_FAILED',
      })
    })

    it('I2 an attempt under a slot that another transaction holds now keeps its own', async () => {
      const lease = await acquire()
      const [a, b] = (await create('a', 'b')) as [TransactionRecord, TransactionRecord]
      await finish(lease, [a], ['vacant'])
      const slot = slotOf(0, { transactionId: 'b' })
      const newAttempts = [attemptOf('second', 0, { number: 2, transactionId: 'b', revision: 1 })]
      const write = writeOf(b, { status: 'sent', slot: { account, sequence: sequenceOf(0) }, dueAt: null })
      expect(await store().lanes.commit(commitOf(lease, { slots: [slot], newAttempts, transactions: [write] }))).toBe(
        'committed',
      )
      expect(await prune({ transactionsBefore: end + 1 })).toMatchObject({ transactions: 0 })
      await store().lanes.commit(commitOf(lease, { slots: [{ ...slot, state: 'final' }], newSlots: [slotOf(1)] }))
      expect(await prune({ transactionsBefore: end + 1 })).toMatchObject({ transactions: 1 })
      const kept = await store().lanes.slot(lane, { account, sequence: sequenceOf(0) })
      expect(kept?.attempts.map(attempt => attempt.id)).toEqual(['second'])
    })

    it('several at once remove each row once, in batches that end', async () => {
      const records = await create(...Array.from({ length: 60 }, (_, i) => `t${i}`))
      await store().transactions.write(records.map(item => writeOf(item, { status: 'expired', dueAt: null })))
      let removed = 0
      for (let round = 0; round < 20; round++) {
        const results = await Promise.all([1, 2, 3].map(() => prune({ transactionsBefore: end, limit: 7 })))
        removed += results.reduce((sum, { transactions }) => sum + transactions, 0)
      }
      expect(removed).toBe(60)
      expect(await store().transactions.counts('r1')).toEqual(new Map())
    })
  })

  describe('events of a transaction', () => {
    it('oldest first, stamped or not, of no other', async () => {
      const [a] = (await create('a', 'b')) as [TransactionRecord]
      await store().events.stamp()
      const event = eventOf('a')
      await store().transactions.write([writeOf(a, { status: 'sent' }, event)])
      const kinds = (await store().events.ofTransaction('a')).map(({ id, kind }) => [id, kind])
      expect(kinds).toEqual([
        [expect.any(String), 'transaction_created'],
        [event.id, 'transaction_update'],
      ])
      expect(await store().events.ofTransaction('none')).toEqual([])
    })
  })
}

import { describe, expect, it, vi } from 'vitest'
import type { Lease, Store } from '../../ports/store.ts'
import type { Landing } from '../../records/attempt.ts'
import type { TransactionRecord } from '../../records/transaction.ts'
import {
  account,
  attemptOf,
  commitOf,
  eventOf,
  lane,
  newTransaction,
  relayerOf,
  sequenceOf,
  slotOf,
  start,
  submission,
  transactionOf,
  withoutPosition,
  writeOf,
} from './records.ts'

const minute = 60_000

/** Takes the lease of a lane that nobody holds. */
export async function leaseOf(store: Store, of = lane): Promise<Lease> {
  const lease = await store.lanes.acquire(of, 'me', minute)
  if (lease === null) throw new Error('the lane is taken')
  return lease
}

/** Leases, fencing, lane commits (I1, I2, I3, I7) and what a lane reads. */
export function testLanes(store: () => Store): void {
  const create = async (...records: TransactionRecord[]) => {
    await store().transactions.create(records.map(record => ({ ...newTransaction(record.id), transaction: record })))
    return records
  }
  const events = async () => {
    await store().events.stamp()
    return (await store().events.after(0, 1000)).filter(event => event.kind !== 'transaction_created')
  }

  it('tells the highest sequence of an account, whatever became of its slot', async () => {
    const lease = await leaseOf(store())
    expect(await store().lanes.highest(lane, account)).toBeNull()
    const newSlots = [slotOf(9), slotOf(10, { state: 'final' }), slotOf(99, { account: 'other' })]
    expect(await store().lanes.commit(commitOf(lease, { newSlots }))).toBe('committed')
    expect(await store().lanes.highest(lane, account)).toBe(sequenceOf(10))
    expect(await store().lanes.highest('evm:1:other', account)).toBeNull()
  })

  describe('leases', () => {
    it('one holder at a time; renewing keeps the token, a change of hands raises it', async () => {
      const mine = await leaseOf(store())
      expect(mine).toEqual({ lane, token: mine.token, ttlMs: minute })
      expect(await store().lanes.acquire(lane, 'you', minute)).toBeNull()
      expect(await store().lanes.acquire(lane, 'me', minute)).toEqual(mine)
      expect((await store().lanes.acquire('evm:1:other', 'you', minute))?.lane).toBe('evm:1:other')
      await store().lanes.release(mine)
      const yours = await store().lanes.acquire(lane, 'you', minute)
      expect(yours?.token).toBeGreaterThan(mine.token)
      await store().lanes.release(mine)
      expect(await store().lanes.acquire(lane, 'me', minute)).toBeNull()
    })

    it('ends by itself, on the clock of the store', async () => {
      const mine = await store().lanes.acquire(lane, 'me', 40)
      expect(await store().lanes.acquire(lane, 'you', minute)).toBeNull()
      const yours = await vi.waitUntil(() => store().lanes.acquire(lane, 'you', minute), { interval: 10 })
      expect(yours?.token).toBeGreaterThan(mine?.token ?? Number.POSITIVE_INFINITY)
      expect(await store().lanes.commit(commitOf(mine as Lease))).toBe('fenced')
      expect(await store().lanes.commit(commitOf(yours as Lease))).toBe('committed')
    })

    it('of holders that race for a lane, one gets it', async () => {
      const names = Array.from({ length: 20 }, (_, i) => `holder-${i}`)
      const leases = await Promise.all(names.map(name => store().lanes.acquire(lane, name, minute)))
      expect(leases.filter(lease => lease !== null)).toHaveLength(1)
    })

    it('tokens and positions survive a reset: an older holder stays fenced', async () => {
      const mine = await leaseOf(store())
      await store().reset()
      const yours = await store().lanes.acquire(lane, 'you', minute)
      expect(yours?.token).toBeGreaterThan(mine.token)
      expect(await store().lanes.commit(commitOf(mine))).toBe('fenced')
    })
  })

  describe('commit', () => {
    it('I1 slot, attempt, status, counter and event are one commit', async () => {
      const [a, b] = (await create(transactionOf('a'), transactionOf('b'))) as [TransactionRecord, TransactionRecord]
      const lease = await leaseOf(store())
      const commit = submission(lease, [a, b], 7)
      const loose = eventOf(null, { kind: 'relayer_state_update' })
      expect(await store().lanes.commit({ ...commit, events: [loose] })).toBe('committed')
      const state = await store().lanes.load(lane)
      expect(state.slots).toEqual(commit.newSlots)
      expect(state.attempts).toEqual(commit.newAttempts)
      expect(state.transactions).toEqual(commit.transactions.map(write => write.transaction))
      expect(state.highest).toEqual(new Map([[account, sequenceOf(8)]]))
      expect(await store().transactions.get(['a', 'b'])).toEqual(state.transactions)
      expect(await store().transactions.counts('r1')).toEqual(new Map([['sent', 2]]))
      const told = (await events()).map(withoutPosition)
      expect(told).toEqual([...commit.transactions.map(write => write.event), loose])
      expect(await store().lanes.slot(lane, commit.newSlots[0] ?? slotOf(0))).toEqual({
        slot: commit.newSlots[0],
        attempts: [commit.newAttempts[0]],
      })
      expect(await store().lanes.slot(lane, slotOf(99))).toBeNull()
      expect(await store().lanes.slot('evm:1:other', slotOf(7))).toBeNull()
    })

    it('I7 fenced: an old token, a released lease and a lane never leased write nothing', async () => {
      const [a] = (await create(transactionOf('a'))) as [TransactionRecord]
      const lease = await leaseOf(store())
      expect(await store().lanes.commit(submission({ ...lease, token: lease.token + 1 }, [a], 1))).toBe('fenced')
      expect(await store().lanes.commit(submission({ ...lease, lane: 'evm:1:never' }, [a], 1))).toBe('fenced')
      await store().lanes.release(lease)
      expect(await store().lanes.commit(submission(lease, [a], 1))).toBe('fenced')
      await store().lanes.acquire(lane, 'you', minute)
      expect(await store().lanes.commit(submission(lease, [a], 1))).toBe('fenced')
      expect(await store().transactions.get(['a'])).toEqual([a])
      expect((await store().lanes.load(lane)).slots).toEqual([])
      expect(await events()).toEqual([])
    })

    it('stale: one write that misses its version and nothing is written', async () => {
      const [a, b] = (await create(transactionOf('a'), transactionOf('b'))) as [TransactionRecord, TransactionRecord]
      const lease = await leaseOf(store())
      await store().transactions.write([writeOf(b, { status: 'canceled' })])
      const commit = submission(lease, [a, b], 1)
      expect(await store().lanes.commit({ ...commit, events: [eventOf(null)] })).toBe('stale')
      expect(await store().lanes.commit(submission(lease, [transactionOf('missing')], 1))).toBe('stale')
      expect(await store().transactions.get(['a'])).toEqual([a])
      expect(await store().transactions.counts('r1')).toEqual(
        new Map([
          ['pending', 1],
          ['canceled', 1],
        ]),
      )
      const state = await store().lanes.load(lane)
      expect(state).toEqual({ slots: [], attempts: [], transactions: [], highest: new Map() })
      expect(await events()).toEqual([])
      expect(await store().lanes.commit(submission(lease, [a], 1))).toBe('committed')
    })

    it('I2 a sequence handed out twice throws and writes nothing', async () => {
      const [a, b] = (await create(transactionOf('a'), transactionOf('b'))) as [TransactionRecord, TransactionRecord]
      const lease = await leaseOf(store())
      await store().lanes.commit(submission(lease, [a], 1))
      const before = await store().lanes.load(lane)
      const failure = { name: 'RelayerError', code: 'STORE_FAILED' }
      await expect(store().lanes.commit(submission(lease, [b], 1))).rejects.toMatchObject(failure)
      const twice = commitOf(lease, { newSlots: [slotOf(5), slotOf(5)] })
      await expect(store().lanes.commit(twice)).rejects.toMatchObject(failure)
      expect(await store().lanes.load(lane)).toEqual(before)
      expect(await store().transactions.get(['b'])).toEqual([b])
      expect(await events()).toHaveLength(1)
    })

    it('I2 also for a slot that is final', async () => {
      const lease = await leaseOf(store())
      await store().lanes.commit(commitOf(lease, { newSlots: [slotOf(1, { state: 'final' })] }))
      await expect(store().lanes.commit(commitOf(lease, { newSlots: [slotOf(1)] }))).rejects.toThrow()
      const state = await store().lanes.load(lane)
      expect(state.slots).toEqual([])
      expect(state.highest).toEqual(new Map([[account, sequenceOf(1)]]))
    })

    it('overwriting what does not exist, a row of another lane, an attempt without a slot: bugs that throw', async () => {
      const lease = await leaseOf(store())
      const bugs = [
        { slots: [slotOf(1)] },
        { attempts: [attemptOf('x', 1)] },
        { newAttempts: [attemptOf('x', 1)] },
        { newSlots: [slotOf(1, { lane: 'evm:1:other' })] },
        { newSlots: [slotOf(1)], newAttempts: [attemptOf('x', 1), attemptOf('x', 1, { number: 2 })] },
        { newSlots: [slotOf(1)], newAttempts: [attemptOf('x', 1), attemptOf('y', 1)] },
      ]
      for (const bug of bugs) {
        await expect(store().lanes.commit(commitOf(lease, bug))).rejects.toMatchObject({ code: 'STORE_FAILED' })
      }
      expect((await store().lanes.load(lane)).highest).toEqual(new Map())
    })

    it('overwrites state, holder and consumer of slots, broadcast state and landing of attempts, nothing else', async () => {
      const [a] = (await create(transactionOf('a'))) as [TransactionRecord]
      const lease = await leaseOf(store())
      const { newSlots, newAttempts, ...commit } = submission(lease, [a], 1)
      await store().lanes.commit({ ...commit, newSlots, newAttempts })
      const landing: Landing = {
        success: false,
        finality: 'confirmed',
        blockHeight: 123,
        blockHash: '0xb10c',
        reason: 'execution reverted: "no"',
        details: { fee: '340282366920938463463374607431768211455' },
      }
      const slot = slotOf(1, { transactionId: null, state: 'consumed', consumedBy: 'x' })
      const told = {
        broadcast: 'refused',
        broadcastCount: 3,
        broadcastAt: start + 5,
        acknowledgedAt: start + 4,
        broadcastReason: 'nope',
        endpoint: 'rpc-1',
        landing,
      } as const
      const known = newAttempts[0] ?? attemptOf('', 0)
      const attempt = { ...known, ...told, raw: '0xchanged', maxCost: 1n, transactionId: 'z', details: {} }
      const change = commitOf(lease, { slots: [{ ...slot, createdAt: 1 }], attempts: [attempt] })
      expect(await store().lanes.commit(change)).toBe('committed')
      const stored = await store().lanes.slot(lane, slot)
      expect(stored).toEqual({ slot, attempts: [{ ...known, ...told }] })
      expect(await store().transactions.attempts('a')).toEqual(stored?.attempts)
    })

    it('keeps amounts and sequences of any size exact', async () => {
      const lease = await leaseOf(store())
      const key = { account: 'x', sequence: '18446744073709551615' }
      const costs = [0n, 1n, 2n ** 53n + 1n, 2n ** 128n - 1n, 2n ** 256n - 1n]
      const attempts = costs.map((maxCost, i) => attemptOf(`x${i}`, 0, { ...key, number: i + 1, maxCost }))
      const bound = { kind: 'height', value: 320_000_000 } as const
      const extra = attemptOf('bound', 0, { ...key, number: 6, bound, otherIds: ['inner'], acknowledgedAt: start })
      const newAttempts = [...attempts, extra]
      await store().lanes.commit(commitOf(lease, { newSlots: [slotOf(0, key)], newAttempts }))
      expect((await store().lanes.load(lane)).attempts).toEqual(newAttempts)
      expect((await store().lanes.load(lane)).highest).toEqual(new Map([['x', '18446744073709551615']]))
    })

    it('an empty commit says whether the lease is still ours', async () => {
      const lease = await leaseOf(store())
      expect(await store().lanes.commit(commitOf(lease))).toBe('committed')
    })

    it('commits of two lanes at once do not disturb each other', async () => {
      const lanes = Array.from({ length: 8 }, (_, i) => `evm:31337:lane-${i}`)
      await Promise.all(
        lanes.map(async of => {
          const lease = await leaseOf(store(), of)
          for (let n = 1; n <= 5; n++) {
            const newSlots = [slotOf(n, { lane: of })]
            const newAttempts = [attemptOf(`${of}-${n}`, n, { lane: of })]
            expect(await store().lanes.commit(commitOf(lease, { newSlots, newAttempts }))).toBe('committed')
          }
        }),
      )
      for (const of of lanes) expect((await store().lanes.load(of)).attempts).toHaveLength(5)
    })
  })

  describe('what a lane reads', () => {
    it('load: slots that are not final with all their attempts and holders, in order; highest in any state', async () => {
      await create(...['a', 'b', 'c'].map(id => transactionOf(id)))
      const lease = await leaseOf(store())
      const newSlots = [
        slotOf(10, { transactionId: 'a' }),
        slotOf(9, { transactionId: 'b', state: 'consumed', consumedBy: 'b1' }),
        slotOf(8, { transactionId: 'c', state: 'final', consumedBy: 'c1' }),
        slotOf(11, { state: 'vacant' }),
        slotOf(3, { account: 'channel', state: 'final' }),
        slotOf(2, { account: 'channel' }),
      ]
      const newAttempts = [
        attemptOf('a2', 10, { transactionId: 'a', number: 2 }),
        attemptOf('a1', 10, { transactionId: 'a' }),
        attemptOf('b1', 9, { transactionId: 'b' }),
        attemptOf('c1', 8, { transactionId: 'c' }),
        attemptOf('noop', 2, { account: 'channel' }),
      ]
      await store().lanes.commit(commitOf(lease, { newSlots, newAttempts }))
      const state = await store().lanes.load(lane)
      expect(state.slots).toEqual([newSlots[1], newSlots[0], newSlots[3], newSlots[5]])
      expect(state.attempts.map(attempt => attempt.id)).toEqual(['b1', 'a1', 'a2', 'noop'])
      expect(state.transactions.map(item => item.id).sort()).toEqual(['a', 'b'])
      expect(state.highest).toEqual(
        new Map([
          [account, sequenceOf(11)],
          ['channel', sequenceOf(3)],
        ]),
      )
    })

    it('due: at most the limit, oldest due first, of one relayer', async () => {
      await create(
        transactionOf('late', { dueAt: start + 30 }),
        transactionOf('second', { dueAt: start + 10, createdAt: start + 1 }),
        transactionOf('first', { dueAt: start + 10, createdAt: start }),
        transactionOf('never', { dueAt: null }),
        transactionOf('other', { relayerId: 'r2', dueAt: start }),
      )
      const due = async (now: number, limit: number) =>
        (await store().lanes.due('r1', now, limit, 'unbound')).map(item => item.id).join(' ')
      expect(await due(start + 9, 10)).toBe('')
      expect(await due(start + 10, 10)).toBe('first second')
      expect(await due(start + 10, 1)).toBe('first')
      expect(await due(start + 30, 10)).toBe('first second late')
      expect(await due(start + 30, 0)).toBe('')
      expect(await store().lanes.due('r2', start, 10, 'unbound')).toEqual([transactionOf('other', { relayerId: 'r2' })])
    })

    it('dueLanes: a due transaction of a live relayer or an open slot; unsettledLanes: a slot that is not final', async () => {
      const lanes: Record<string, string> = { due: 'l1', open: 'l2', idle: 'l3', gone: 'l4', used: 'l5' }
      for (const [id, of] of Object.entries(lanes)) await store().relayers.insert(relayerOf(id, { lane: of }))
      await create(
        transactionOf('a', { relayerId: 'due', dueAt: start }),
        transactionOf('b', { relayerId: 'idle', dueAt: start + 50 }),
        transactionOf('c', { relayerId: 'gone', dueAt: start }),
      )
      expect(await store().lanes.unsettledLanes()).toEqual([])
      for (const [of, state] of [
        ['l2', 'open'],
        ['l5', 'consumed'],
        ['l6', 'final'],
        ['l7', 'vacant'],
      ] as const) {
        const newSlots = [slotOf(1, { lane: of, state: 'final' }), slotOf(2, { lane: of, state })]
        await store().lanes.commit(commitOf(await leaseOf(store(), of), { newSlots }))
      }
      await store().relayers.delete('gone')
      expect(await store().lanes.dueLanes(start)).toEqual(['l1', 'l2'])
      expect(await store().lanes.unsettledLanes()).toEqual(['l2', 'l5'])
      for (const id of ['open', 'used']) await store().relayers.delete(id)
      expect(await store().lanes.dueLanes(start)).toEqual(['l1', 'l2'])
      expect(await store().lanes.unsettledLanes()).toEqual(['l2', 'l5'])
      await store().relayers.insert(relayerOf('heir', { lane: 'l2' }))
      expect(await store().lanes.dueLanes(start)).toEqual(['l1', 'l2'])
      expect(await store().lanes.dueLanes(start + 50)).toEqual(['l1', 'l2', 'l3'])
      const slots = [slotOf(2, { lane: 'l2', state: 'final' })]
      await store().lanes.commit(commitOf(await leaseOf(store(), 'l2'), { slots }))
      expect(await store().lanes.dueLanes(start)).toEqual(['l1'])
      expect(await store().lanes.unsettledLanes()).toEqual(['l5'])
    })

    it('bySequence: the newest that holds or held it', async () => {
      await create(transactionOf('old'), transactionOf('new', { createdAt: start + 1 }), transactionOf('free'))
      const lease = await leaseOf(store())
      const newSlots = [slotOf(1, { transactionId: 'old' }), slotOf(2, { transactionId: 'free' }), slotOf(3)]
      const newAttempts = [attemptOf('old1', 1, { transactionId: 'old' })]
      await store().lanes.commit(commitOf(lease, { newSlots, newAttempts }))
      const id = async (n: number, of = lane) => (await store().transactions.bySequence(of, sequenceOf(n)))?.id ?? null
      expect([await id(1), await id(2), await id(3), await id(4), await id(1, 'evm:1:x')]).toEqual([
        'old',
        'free',
        null,
        null,
        null,
      ])
      // The slot changes hands; the first holder has only its attempt left there.
      const taken = commitOf(lease, {
        slots: [slotOf(1, { transactionId: 'new' }), slotOf(2)],
        newAttempts: [attemptOf('new1', 1, { transactionId: 'new', number: 2 })],
      })
      expect(await store().lanes.commit(taken)).toBe('committed')
      expect([await id(1), await id(2)]).toEqual(['new', null])
    })

    it('attempts of a transaction, oldest first, also under a slot it has lost', async () => {
      await create(transactionOf('a'))
      const lease = await leaseOf(store())
      const newSlots = [slotOf(1), slotOf(2, { transactionId: 'a' })]
      const newAttempts = [
        attemptOf('third', 2, { transactionId: 'a', createdAt: start + 2 }),
        attemptOf('first', 1, { transactionId: 'a' }),
        attemptOf('second', 1, { transactionId: 'a', number: 2 }),
        attemptOf('noop', 1, { number: 3 }),
      ]
      await store().lanes.commit(commitOf(lease, { newSlots, newAttempts }))
      const attempts = await store().transactions.attempts('a')
      expect(attempts.map(attempt => attempt.id)).toEqual(['first', 'second', 'third'])
      expect(await store().transactions.attempts('missing')).toEqual([])
    })
  })
}

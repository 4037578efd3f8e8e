import { describe, expect, it } from 'vitest'
import type { Store } from '../../ports/store.ts'
import type { NewEvent } from '../../records/event.ts'
import { commitOf, eventOf, newTransaction, start, withoutPosition } from './records.ts'
import { leaseOf } from './testLanes.ts'

/** The outbox: positions, and deliveries in order (I3, I9). */
export function testEvents(store: () => Store): void {
  const append = async (...events: NewEvent[]) => {
    await store().lanes.commit(commitOf(await leaseOf(store()), { events }))
    await store().events.stamp()
    return events
  }
  const told = (transactionId: string | null, notificationId = 'n1', change: Partial<NewEvent> = {}) =>
    eventOf(transactionId, { notificationId, ...change })
  const due = async (now = start, limit = 100, id = 'n1') =>
    (await store().events.dueDeliveries(id, now, limit)).map(delivery => delivery.eventId)
  const settle = (event: NewEvent, result: Parameters<Store['events']['settleDeliveries']>[0][number]['result']) =>
    store().events.settleDeliveries([{ eventId: event.id, result }])

  describe('stream', () => {
    it('positions grow in the order of the commits; reading goes on after one', async () => {
      const first = await append(eventOf('a'), eventOf('b'))
      const second = await append(eventOf('a'))
      const all = await store().events.after(0, 100)
      expect(all.map(withoutPosition)).toEqual([...first, ...second])
      const positions = all.map(event => event.position)
      expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b))
      expect(await store().events.after(0, 2)).toEqual(all.slice(0, 2))
      expect(await store().events.after(positions[0] ?? 0, 100)).toEqual(all.slice(1))
      expect(await store().events.after(positions[2] ?? 0, 100)).toEqual([])
    })

    it('stamping again stamps nothing', async () => {
      await append(eventOf('a'))
      expect(await store().events.stamp()).toBe(0)
      const before = await store().events.after(0, 10)
      await Promise.all([store().events.stamp(), store().events.stamp()])
      expect(await store().events.after(0, 10)).toEqual(before)
    })

    it('concurrent writers and stampers: every event once, none skipped by a reader that follows', async () => {
      const seen: string[] = []
      let position = 0
      const follow = async () => {
        await store().events.stamp()
        for (const event of await store().events.after(position, 1000)) {
          seen.push(event.transactionId ?? '')
          position = event.position
        }
      }
      const create = async (n: number) => {
        await store().transactions.create([newTransaction(`t${n}`)])
        if (n % 7 === 0) await store().events.stamp()
      }
      const creates = Promise.all(Array.from({ length: 100 }, (_, n) => create(n)))
      for (let i = 0; i < 10; i++) await follow()
      await creates
      await follow()
      expect(seen.length).toBe(100)
      expect(new Set(seen).size).toBe(100)
    })
  })

  describe('deliveries', () => {
    it('one for each event with a target, but not for a creation', async () => {
      const [first, second] = (await append(
        told('a'),
        told('b', 'n2'),
        eventOf('c'),
        told('d', 'n1', { kind: 'transaction_created' }),
      )) as [NewEvent, NewEvent]
      const position = (await store().events.after(0, 1))[0]?.position
      expect(await store().events.dueDeliveries('n1', start, 10)).toEqual([
        {
          eventId: first.id,
          notificationId: 'n1',
          position,
          relayerId: 'r1',
          transactionId: 'a',
          kind: 'transaction_update',
          payload: first.payload,
          eventCreatedAt: start,
          attempts: 0,
          dueAt: start,
        },
      ])
      expect(await due(start, 10, 'n2')).toEqual([second.id])
      expect(await due(start, 0)).toEqual([])
      expect([...(await store().events.dueNotifications(start, 10))].sort()).toEqual(['n1', 'n2'])
      expect(await store().events.dueNotifications(start, 1)).toHaveLength(1)
      expect(await store().events.dueNotifications(start - 1, 10)).toEqual([])
    })

    it('I9 in order per transaction: successors wait, transactions do not wait for each other', async () => {
      const [a1, a2, b1, a3] = (await append(told('a'), told('a'), told('b'), told('a'))) as [
        NewEvent,
        NewEvent,
        NewEvent,
        NewEvent,
      ]
      expect(await due()).toEqual([a1.id, b1.id])
      await settle(a1, { kind: 'retry', dueAt: start + 100 })
      expect(await due()).toEqual([b1.id])
      await settle(b1, { kind: 'delivered', at: start })
      expect(await due()).toEqual([])
      expect(await store().events.dueNotifications(start + 99, 10)).toEqual([])
      expect(await store().events.dueNotifications(start + 100, 10)).toEqual(['n1'])
      const [retried] = await store().events.dueDeliveries('n1', start + 100, 10)
      expect(retried).toMatchObject({ eventId: a1.id, attempts: 1, dueAt: start + 100, payload: a1.payload })
      await settle(a1, { kind: 'delivered', at: start + 100 })
      expect(await due()).toEqual([a2.id])
      await settle(a2, { kind: 'delivered', at: start + 100 })
      expect(await due()).toEqual([a3.id])
    })

    it('I9 dead releases the successors; targets do not wait for each other', async () => {
      const [a1, a2, other] = (await append(told('a'), told('a'), told('a', 'n2'))) as [NewEvent, NewEvent, NewEvent]
      await settle(a1, { kind: 'dead', at: start })
      expect(await due()).toEqual([a2.id])
      expect(await due(start, 10, 'n2')).toEqual([other.id])
    })

    it('events of no transaction keep the order of their relayer', async () => {
      const [first, second, other] = (await append(
        told(null, 'n1', { kind: 'relayer_state_update' }),
        told(null, 'n1', { kind: 'relayer_state_update' }),
        told(null, 'n1', { kind: 'relayer_state_update', relayerId: 'r2' }),
      )) as [NewEvent, NewEvent, NewEvent]
      expect(await due()).toEqual([first.id, other.id])
      await settle(first, { kind: 'delivered', at: start })
      expect(await due()).toEqual([second.id, other.id])
    })

    it('what is final stays final; unknown events are ignored', async () => {
      const [a] = (await append(told('a'))) as [NewEvent]
      await store().events.settleDeliveries([
        { eventId: a.id, result: { kind: 'delivered', at: start } },
        { eventId: '00000000-0000-0000-0000-000000000000', result: { kind: 'dead', at: start } },
      ])
      await settle(a, { kind: 'retry', dueAt: start })
      expect(await due(start + 1000)).toEqual([])
      await store().events.settleDeliveries([])
    })

    it('many at once, oldest position first', async () => {
      const events = await append(...Array.from({ length: 700 }, (_, i) => told(`t${i}`)))
      expect(await due(start, 5)).toEqual(events.slice(0, 5).map(event => event.id))
      const results = events.slice(1).map((event, i) => ({
        eventId: event.id,
        result: i % 2 ? ({ kind: 'delivered', at: start } as const) : ({ kind: 'retry', dueAt: start + i } as const),
      }))
      await store().events.settleDeliveries(results)
      expect(await due(start)).toEqual([events[0]?.id, events[1]?.id])
      expect(await due(start + 700, 1000)).toHaveLength(351)
    })
  })
}

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Lease, Store } from '../../ports/store.ts'
import type { TransactionRecord } from '../../records/transaction.ts'
import {
  commitOf,
  eventOf,
  lane,
  newTransaction,
  relayerOf,
  sequenceOf,
  slotOf,
  start,
  transactionOf,
  writeOf,
} from './records.ts'

const relayers = ['r1', 'r2'] as const
const statuses = ['pending', 'sent', 'confirmed', 'failed'] as const

const relayer = fc.constantFrom(...relayers)
const status = fc.constantFrom(...statuses)
const small = fc.nat({ max: 5 })
const time = fc.nat({ max: 20 }).map(offset => start + offset)
const due = fc.option(time, { nil: null })

const operation = fc.oneof(
  fc.record({
    kind: fc.constant('create'),
    relayer,
    at: time,
    due,
    key: fc.option(small, { nil: null }),
    body: fc.nat(1),
  }),
  fc.record({ kind: fc.constant('write'), pick: fc.nat(), status, due, missed: fc.nat(3) }),
  fc.record({
    kind: fc.constant('commit'),
    picks: fc.array(fc.nat(), { maxLength: 4 }),
    status,
    due,
    missed: fc.nat(5),
  }),
  fc.record({ kind: fc.constant('steal') }),
  fc.record({ kind: fc.constant('settle'), pick: fc.nat(), final: fc.boolean(), due: time }),
)
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

interface Delivery {
  readonly eventId: string
  readonly transactionId: string
  dueAt: number
}

/** What the store should hold, in the plainest form. */
interface Model {
  readonly transactions: TransactionRecord[]
  readonly keys: Map<string, { readonly body: string; readonly answer: string }>
  /** Sequences handed out, in order, with their holder. */
  readonly slots: string[]
  deliveries: Delivery[]
  eventCount: number
  lease: Lease
  oldLease: Lease
}

async function apply(store: Store, model: Model, op: Operation, step: number): Promise<void> {
  const put = (record: TransactionRecord) => {
    model.transactions[model.transactions.findIndex(item => item.id === record.id)] = record
  }
  const toldEvent = (transactionId: string) => eventOf(transactionId, { notificationId: 'n1' })
  if (op.kind === 'create') {
    const id = `t${step}`
    const key = op.key === null ? null : `k${op.key}`
    const claim = key && { key, fingerprint: `${op.body}`, answer: id, expiresAt: start + 1_000_000 }
    const item = newTransaction(id, { relayerId: op.relayer, createdAt: op.at, dueAt: op.due }, claim || null)
    const earlier = key === null ? undefined : model.keys.get(key)
    const [result] = await store.transactions.create([item])
    if (earlier !== undefined) {
      const same = earlier.body === `${op.body}`
      expect(result).toEqual(same ? { kind: 'replayed', answer: earlier.answer } : { kind: 'conflict' })
      return
    }
    expect(result).toEqual({ kind: 'created' })
    if (key !== null) model.keys.set(key, { body: `${op.body}`, answer: id })
    model.transactions.push(item.transaction)
    model.eventCount += 1
  } else if (op.kind === 'write') {
    const old = model.transactions[op.pick % model.transactions.length]
    if (old === undefined) return
    const stale = op.missed === 0
    const event = toldEvent(old.id)
    const change = { status: op.status, dueAt: op.due, confirmedAt: op.status === 'confirmed' ? start + step : null }
    const write = writeOf({ ...old, version: old.version + (stale ? 1 : 0) }, change, event)
    expect(await store.transactions.write([write])).toEqual([stale ? 'stale' : 'written'])
    if (stale) return
    put(write.transaction)
    model.eventCount += 1
    model.deliveries.push({ eventId: event.id, transactionId: old.id, dueAt: event.createdAt })
  } else if (op.kind === 'commit') {
    const picked = new Set(op.picks.map(pick => model.transactions[pick % model.transactions.length]))
    const olds = [...picked].filter(item => item !== undefined)
    const fenced = op.missed === 0 && model.oldLease.token !== model.lease.token
    const stale = op.missed === 1 && olds.length > 0
    const first = model.slots.length
    const commit = commitOf(fenced ? model.oldLease : model.lease, {
      newSlots: olds.map((item, i) => slotOf(first + i, { transactionId: item.id })),
      transactions: olds.map((item, i) => {
        const missed = stale && i === olds.length - 1
        const confirmedAt = op.status === 'confirmed' ? start + step : null
        const change = { status: op.status, dueAt: op.due, confirmedAt }
        return writeOf({ ...item, version: item.version + (missed ? 1 : 0) }, change, toldEvent(item.id))
      }),
    })
    expect(await store.lanes.commit(commit)).toBe(fenced ? 'fenced' : stale ? 'stale' : 'committed')
    if (fenced || stale) return
    for (const { transaction, event } of commit.transactions) {
      put(transaction)
      model.slots.push(transaction.id)
      model.eventCount += 1
      model.deliveries.push({ eventId: event?.id ?? '', transactionId: transaction.id, dueAt: start })
    }
  } else if (op.kind === 'steal') {
    await store.lanes.release(model.lease)
    const lease = await store.lanes.acquire(lane, `holder-${step}`, 600_000)
    model.oldLease = model.lease
    model.lease = lease as Lease
    expect(model.lease.token).toBeGreaterThan(model.oldLease.token)
  } else {
    const delivery = model.deliveries[op.pick % model.deliveries.length]
    if (delivery === undefined) return
    const result = op.final ? ({ kind: 'delivered', at: start } as const) : ({ kind: 'retry', dueAt: op.due } as const)
    await store.events.settleDeliveries([{ eventId: delivery.eventId, result }])
    if (op.final) model.deliveries = model.deliveries.filter(item => item !== delivery)
    else delivery.dueAt = op.due
  }
}

async function compare(store: Store, model: Model, now: number): Promise<void> {
  const byAge = (a: TransactionRecord, b: TransactionRecord) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)
  const ids = (items: readonly TransactionRecord[]) => items.map(item => item.id)
  for (const relayerId of relayers) {
    const own = model.transactions.filter(item => item.relayerId === relayerId)
    const counts = new Map<string, number>()
    for (const item of own) counts.set(item.status, (counts.get(item.status) ?? 0) + 1)
    expect(await store.transactions.counts(relayerId)).toEqual(counts)
    expect((await store.transactions.allCounts()).get(relayerId) ?? new Map()).toEqual(counts)
    for (const wanted of [[], ['sent'], ['pending', 'failed']] as const) {
      const list = own.filter(item => wanted.length === 0 || (wanted as readonly string[]).includes(item.status))
      const page = await store.transactions.list({ relayerId, statuses: wanted, page: 1, perPage: 4 })
      expect({ ids: ids(page.items), total: page.total }).toEqual({
        ids: ids(list.sort((a, b) => byAge(b, a)).slice(0, 4)),
        total: list.length,
      })
    }
    const due = own.filter(item => item.dueAt !== null && item.dueAt <= now)
    due.sort((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0) || byAge(a, b))
    for (const which of ['bound', 'unbound'] as const) {
      const wanted = due.filter(item => (item.slot === null) === (which === 'unbound'))
      expect(ids(await store.lanes.due(relayerId, now, 5, which))).toEqual(ids(wanted.slice(0, 5)))
    }
  }
  const all = model.transactions
  expect(await store.transactions.get(ids(all))).toEqual(all)
  const wake = all.filter(item => item.dueAt !== null && item.dueAt <= now).map(item => relayerOf(item.relayerId).lane)
  const open = model.slots.length > 0 ? [lane] : []
  expect(await store.lanes.dueLanes(now)).toEqual([...new Set([...wake, ...open])].sort())
  expect(await store.lanes.unsettledLanes()).toEqual(open)
  const state = await store.lanes.load(lane)
  expect(state.slots.map(slot => slot.transactionId)).toEqual(model.slots)
  expect([...state.highest.values()]).toEqual(model.slots.length > 0 ? [sequenceOf(model.slots.length - 1)] : [])
  await store.events.stamp()
  expect(await store.events.after(0, 10_000)).toHaveLength(model.eventCount)
  const heads = model.deliveries.filter(
    (item, i) => !model.deliveries.slice(0, i).some(before => before.transactionId === item.transactionId),
  )
  const dueHeads = heads.filter(item => item.dueAt <= now).map(item => item.eventId)
  expect((await store.events.dueDeliveries('n1', now, 1000)).map(item => item.eventId)).toEqual(dueHeads)
  expect(await store.events.dueNotifications(now, 10)).toEqual(dueHeads.length > 0 ? ['n1'] : [])
}

/** Random operations against the store and a plain model of it; a found failure becomes a plain test. */
export function testModel(store: () => Store): void {
  describe('model', () => {
    it('does what a plain model does', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(operation, { minLength: 5, maxLength: 30 }), time, async (operations, now) => {
          await store().reset()
          for (const id of relayers) await store().relayers.insert(relayerOf(id))
          const lease = (await store().lanes.acquire(lane, 'model', 600_000)) as Lease
          const model: Model = {
            transactions: [],
            keys: new Map(),
            slots: [],
            deliveries: [],
            eventCount: 0,
            lease,
            oldLease: lease,
          }
          for (const [step, op] of operations.entries()) await apply(store(), model, op, step)
          await compare(store(), model, now)
        }),
        { numRuns: 25 },
      )
    }, 60_000)

    it('starts from nothing', async () => {
      expect(await store().transactions.get([transactionOf('t0').id])).toEqual([null])
    })
  })
}

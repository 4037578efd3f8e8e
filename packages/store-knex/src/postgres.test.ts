import { testStore } from '@relayer/core/testing'
import createKnex from 'knex'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { migrate } from './migrate.ts'
import { openStore } from './openStore.ts'
import { encryption } from './testing/fixtures/encryption.ts'
import { newTransaction } from './testing/fixtures/records.ts'
import { startPostgres } from './testing/startPostgres.ts'

const postgres = await startPostgres()
const connect = () => createKnex({ client: 'pg', connection: postgres.url, pool: { min: 0, max: 4 } })
const knex = connect()
const [one, two] = await Promise.all([1, 2].map(() => openStore(postgres.url, { encryption })))
if (one === undefined || two === undefined) throw new Error('unreachable')
afterAll(async () => {
  await Promise.all([one.close(), two.close(), knex.destroy()])
  await postgres.stop()
})

testStore('PostgreSQL', () => openStore(postgres.url, { encryption }))

describe('two instances', () => {
  beforeEach(() => one.reset())

  it('of two that race for a lease, one gets it, and the other once it ends', async () => {
    for (let round = 0; round < 20; round++) {
      const lane = `race-${round}`
      const leases = await Promise.all([one.lanes.acquire(lane, 'one', 60_000), two.lanes.acquire(lane, 'two', 60_000)])
      expect(leases.filter(lease => lease !== null)).toHaveLength(1)
      const [winner, loser] = leases[0] === null ? [two, one] : [one, two]
      const lease = leases.find(lease => lease !== null) ?? { lane, token: 0, ttlMs: 0 }
      await winner.lanes.release(lease)
      const next = await loser.lanes.acquire(lane, 'next', 60_000)
      expect(next?.token).toBeGreaterThan(lease.token)
      const none = { newSlots: [], slots: [], newAttempts: [], attempts: [], transactions: [], events: [] }
      expect(await winner.lanes.commit({ lease, ...none })).toBe('fenced')
    }
  })

  it('I8 eight parallel creates with one key across both: one created, the rest replayed', async () => {
    for (let round = 0; round < 10; round++) {
      const creates = Array.from({ length: 8 }, (_, i) =>
        (i % 2 ? one : two).transactions.create([newTransaction(`${round}-${i}`, `key-${round}`)]),
      )
      const results = (await Promise.all(creates)).flat()
      const winner = results.findIndex(result => result.kind === 'created')
      const others = results.filter((_, i) => i !== winner)
      expect(others).toEqual(Array.from({ length: 7 }, () => ({ kind: 'replayed', answer: `${round}-${winner}` })))
    }
    expect(await two.transactions.counts('r1')).toEqual(new Map([['pending', 10]]))
  })

  it('I8 eight parallel calls with one key across both: one commit, the rest replayed', async () => {
    for (let round = 0; round < 10; round++) {
      const calls = Array.from({ length: 8 }, (_, i) => {
        const answer = `${round}-${i}`
        const claim = { key: `once-${round}`, fingerprint: 'f', answer, expiresAt: Number.MAX_SAFE_INTEGER }
        const creates = [newTransaction(`${answer}-a`), newTransaction(`${answer}-b`)]
        return (i % 2 ? one : two).transactions.commitOnce({ claim, now: 1, creates, writes: [] })
      })
      const results = await Promise.all(calls)
      const winner = results.findIndex(result => result.kind === 'done')
      const others = results.filter((_, i) => i !== winner)
      expect(others).toEqual(Array.from({ length: 7 }, () => ({ kind: 'replayed', answer: `${round}-${winner}` })))
    }
    expect(await two.transactions.counts('r1')).toEqual(new Map([['pending', 20]]))
  })

  it('creates with keys in every order and writes of the same rows do not fail by deadlock', async () => {
    const items = Array.from({ length: 40 }, (_, i) => newTransaction(`t${i}`, `k${i}`))
    const created = await Promise.all([one.transactions.create(items), two.transactions.create(items.toReversed())])
    expect(created.flat().filter(result => result.kind === 'created')).toHaveLength(40)
    const writes = items.map(({ transaction }) => ({
      transaction: { ...transaction, version: 2, status: 'failed' as const },
      expectedVersion: 1,
      event: null,
    }))
    const written = await Promise.all([one.transactions.write(writes), two.transactions.write(writes.toReversed())])
    expect(written.flat().filter(result => result === 'written')).toHaveLength(40)
    expect(await one.transactions.counts('r1')).toEqual(new Map([['failed', 40]]))
  })
})

describe('outbox', () => {
  beforeEach(() => one.reset())

  const insert = `INSERT INTO events (id, kind, relayer_id, payload, created_at, order_key, delivery, attempts, due_at)
    VALUES (?, 'k', 'r1', '{}', 1, 'x', 'none', 0, 1) RETURNING seq`

  it('a transaction that commits later with a smaller id gets a later position and is not skipped', async () => {
    const [slow, quick] = [await knex.transaction(), await knex.transaction()]
    const seq = async (trx: typeof slow, id: string) => Number((await trx.raw(insert, [id])).rows[0].seq)
    const first = await seq(slow, 'smaller id')
    expect(await seq(quick, 'larger id')).toBeGreaterThan(first)
    await quick.commit()
    expect(await one.events.after(0, 10)).toEqual([])
    expect(await one.events.stamp()).toBe(1)
    const seen = await one.events.after(0, 10)
    expect(seen.map(event => event.id)).toEqual(['larger id'])
    await slow.commit()
    expect(await two.events.stamp()).toBe(1)
    const more = await two.events.after(seen[0]?.position ?? 0, 10)
    expect(more.map(event => event.id)).toEqual(['smaller id'])
  })

  it('a second stamper waits and goes on where the first ended', async () => {
    const other = await knex.transaction()
    const { rows } = await other.raw('SELECT last FROM stamps FOR UPDATE')
    await one.transactions.create([newTransaction('a')])
    const waiting = one.events.stamp()
    await other.raw("UPDATE events SET position = ? WHERE id = 'e-a'", [Number(rows[0].last) + 1])
    await other.raw('UPDATE stamps SET last = last + 1')
    await one.transactions.create([newTransaction('b')])
    await other.commit()
    await waiting
    await one.events.stamp()
    const events = await one.events.after(0, 10)
    expect(events.map(event => event.id)).toEqual(['e-a', 'e-b'])
    expect(events[1]?.position).toBe((events[0]?.position ?? 0) + 1)
  })

  it('stampers at once: positions without gap or repetition', async () => {
    const creates = Array.from({ length: 60 }, (_, i) =>
      (i % 2 ? one : two).transactions.create([newTransaction(`t${i}`)]),
    )
    const stamps = Array.from({ length: 20 }, (_, i) => (i % 2 ? one : two).events.stamp())
    await Promise.all([...creates, ...stamps])
    await one.events.stamp()
    const positions = (await one.events.after(0, 100)).map(event => event.position)
    const [first = 0] = positions
    expect(positions).toEqual(Array.from({ length: 60 }, (_, i) => first + i))
  })
})

describe('start', () => {
  it('synchronous_commit that may lose a commit is refused', async () => {
    const weak = `${postgres.url}?options=${encodeURIComponent('-c synchronous_commit=off')}`
    await expect(openStore(weak, { encryption })).rejects.toThrow(/not durable enough: SHOW synchronous_commit is off/)
  })

  it('processes that migrate at once: one does, in a schema of its own', async () => {
    await knex.raw('CREATE SCHEMA elsewhere')
    const knexes = Array.from({ length: 5 }, () =>
      createKnex({ client: 'pg', connection: postgres.url, searchPath: ['elsewhere'], pool: { min: 0, max: 2 } }),
    )
    const steps = await Promise.all(knexes.map(each => migrate(each)))
    expect(steps.sort()).toEqual([0, 0, 0, 0, 1])
    await Promise.all(knexes.map(each => each.destroy()))
    const store = await openStore(postgres.url, { encryption, schema: 'elsewhere' })
    await store.transactions.create([newTransaction('elsewhere')])
    expect(await one.transactions.get(['elsewhere'])).toEqual([null])
    await store.close()
  })
})

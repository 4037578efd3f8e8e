import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { testStore } from '@relayer/core/testing'
import createKnex from 'knex'
import { afterAll, describe, expect, it } from 'vitest'
import { createKnexStore } from './createKnexStore.ts'
import { createDatabase } from './database/createDatabase.ts'
import { migrate } from './migrate.ts'
import { openStore } from './openStore.ts'
import { encryption } from './testing/fixtures/encryption.ts'
import { attemptOf, newTransaction } from './testing/fixtures/records.ts'
import { temporaryFolder } from './testing/fixtures/temporaryFolder.ts'

const folder = await temporaryFolder(afterAll)
const connect = (file: string, max = 1) =>
  createKnex({ client: 'sqlite3', connection: { filename: file }, pool: { min: 0, max }, useNullAsDefault: true })

testStore('SQLite', () => openStore(`sqlite:${folder}/conformance.db`, { encryption }))
testStore('SQLite on one Knex that the user made', () =>
  createKnexStore({ knex: connect(`${folder}/single.db`), encryption }),
)

/** Starts a process that holds the store and writes to it. */
async function hold(url: string): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('./testing/fixtures/holdStore.ts', import.meta.url))
  const child = spawn(process.execPath, ['--conditions=@relayer/source', script, url], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let errors = ''
  child.stderr?.on('data', chunk => {
    errors += chunk
  })
  const first = await Promise.race([once(child.stdout as NodeJS.ReadableStream, 'data'), once(child, 'exit')])
  if (!String(first[0]).startsWith('open')) throw new Error(`the child did not open the store: ${errors}`)
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

describe('one process per file', () => {
  const inUse = { code: 'STORE_FAILED', message: expect.stringContaining('in use by another relayer process') }

  it('a second store in the same process is refused while the first is open', async () => {
    const url = `sqlite:${folder}/twice.db`
    const store = await openStore(url, { encryption })
    await expect(openStore(url, { encryption })).rejects.toMatchObject(inUse)
    await store.ping()
    await store.close()
  })

  it('a store that is closed has let go of its file', async () => {
    const url = `sqlite:${folder}/again.db`
    await (await openStore(url, { encryption })).close()
    await (await openStore(url, { encryption })).close()
  })

  it('a second process is refused; SIGKILL frees the file, and no commit is half there', async () => {
    const url = `sqlite:${folder}/killed.db`
    for (let round = 0; round < 3; round++) {
      const child = await hold(url)
      await expect(openStore(url, { encryption })).rejects.toMatchObject(inUse)
      await kill(child)
      const store = await openStore(url, { encryption })
      const { items, total } = await store.transactions.list({
        relayerId: 'r1',
        statuses: [],
        page: 1,
        perPage: 99_999,
      })
      const events = await store.events.after(0, 99_999)
      expect(items).toHaveLength(total)
      expect(total % 20).toBe(0)
      expect(events.map(event => event.transactionId).sort()).toEqual(items.map(item => item.id).sort())
      for (const { id } of items.slice(0, 20)) expect((await store.transactions.idempotent(id, 0))?.answer).toBe(id)
      await store.close()
    }
  }, 30_000)
})

it('what cannot be copied to the thread of the store fails its own turn, and the store goes on', async () => {
  const store = await openStore(`sqlite:${folder}/uncopied.db`, { encryption })
  const strange = (() => {}) as unknown as string
  await expect(store.signers.delete(strange)).rejects.toMatchObject({ code: 'STORE_FAILED' })
  await expect(store.signers.delete('none')).resolves.toBe(false)
  await store.close()
})

describe('durability', () => {
  it('every connection has its settings, a new one too', async () => {
    const [writer, readers] = [connect(`${folder}/settings.db`), connect(`${folder}/settings.db`, 3)]
    const database = await createDatabase(writer, readers)
    const read = async (name: string) => {
      const rows = await Promise.all(Array.from({ length: 6 }, () => database.read(`PRAGMA ${name}`)))
      return [...new Set(rows.flatMap(([row]) => Object.values(row ?? {})))]
    }
    expect(await read('journal_mode')).toEqual(['wal'])
    expect(await read('synchronous')).toEqual([2])
    expect(await read('foreign_keys')).toEqual([1])
    expect(await read('busy_timeout')).toEqual([5000])
    expect(await read('query_only')).toEqual([1])
    const written = await database.write(async sql => [
      await sql('PRAGMA synchronous'),
      await sql('PRAGMA foreign_keys'),
      await sql('PRAGMA temp_store'),
    ])
    expect(written).toEqual([[{ synchronous: 2 }], [{ foreign_keys: 1 }], [{ temp_store: 2 }]])
    await expect(database.read('CREATE TABLE x (y)')).rejects.toMatchObject({ code: 'STORE_FAILED' })
    await database.close()
    await Promise.all([writer.destroy(), readers.destroy()])
  })

  it('a reader in another journal mode is refused', async () => {
    const database = await createDatabase(connect(`${folder}/wal.db`), connect(`${folder}/not-wal.db`))
    await expect(database.read('SELECT 1')).rejects.toThrow(/not durable enough: PRAGMA journal_mode is delete/)
    await database.close()
  })

  it('a database in memory is refused', async () => {
    await expect(createKnexStore({ knex: connect(':memory:'), encryption })).rejects.toThrow(/needs an SQLite file/)
    await expect(openStore('sqlite::memory:', { encryption })).rejects.toThrow(/must be sqlite:<file>/)
  })
})

describe('group commit', () => {
  it('200 parallel creates are a few commits; one that fails undoes only itself', async () => {
    const knex = connect(`${folder}/groups.db`)
    let commits = 0
    knex.on('query', ({ sql }: { sql: string }) => {
      if (sql === 'COMMIT') commits += 1
    })
    const store = await createKnexStore({ knex, encryption })
    commits = 0
    const calls = Array.from({ length: 200 }, (_, i) =>
      store.transactions.create([newTransaction(`t${i}`, `k${i % 50}`)]),
    )
    const results = (await Promise.all(calls)).flat()
    expect(results.filter(result => result.kind === 'created')).toHaveLength(50)
    expect(commits).toBeLessThan(5)
    await store.close()
    await knex.destroy()
  })

  it('writes that wait share a commit, each with its own outcome', async () => {
    const knex = connect(`${folder}/writes.db`)
    const database = await createDatabase(knex, null)
    await database.write(sql => sql('CREATE TABLE t (n INTEGER PRIMARY KEY)'))
    const jobs = [1, 2, 2, 3].map((n, i) =>
      database.write(async sql => {
        await sql('INSERT INTO t VALUES (?)', [n])
        if (i === 3) throw new RangeError('own')
      }),
    )
    const results = await Promise.allSettled(jobs)
    expect(results.map(result => result.status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
    expect(await database.read('SELECT n FROM t ORDER BY n')).toEqual([{ n: 1 }, { n: 2 }])
    await database.close()
    await knex.destroy()
  })
})

describe('migrate', () => {
  it('runs each step once; a newer database is refused', async () => {
    const knex = connect(`${folder}/migrate.db`)
    expect(await migrate(knex)).toBe(1)
    expect(await migrate(knex)).toBe(0)
    await knex.raw('UPDATE relayer_store SET version = 99')
    await expect(migrate(knex)).rejects.toThrow(/newer version/)
    await knex.destroy()
  })
})

describe('query plans', () => {
  it('no method of the hot path reads a whole table', async () => {
    const knex = connect(`${folder}/plans.db`)
    const statements = new Set<string>()
    const store = await createKnexStore({ knex, encryption })
    knex.on('query', ({ sql }: { sql: string }) => statements.add(sql))
    const lease = await store.lanes.acquire('l', 'me', 60_000)
    if (lease === null) throw new Error('no lease')
    const item = newTransaction('a', 'k')
    await store.transactions.create([item])
    await store.transactions.create([newTransaction('b', 'k')])
    for (const statuses of [[], ['confirmed'], ['pending', 'sent']] as const) {
      await store.transactions.list({ relayerId: 'r1', statuses, page: 1, perPage: 10 })
    }
    const write = { transaction: { ...item.transaction, version: 2 }, expectedVersion: 1, event: item.event }
    const slot = { lane: 'l', account: 'a', sequence: '1', transactionId: 'a', consumedBy: null, createdAt: 1 }
    const empty = { lease, newAttempts: [], attempts: [], events: [] }
    const newSlots = [{ ...slot, state: 'open' as const }]
    await store.lanes.commit({ ...empty, newSlots, slots: newSlots, transactions: [write] })
    await store.lanes.load('l')
    await store.lanes.due('r1', 1, 10, 'bound')
    await store.lanes.dueLanes(1)
    await store.lanes.unsettledLanes()
    await store.transactions.bySequence('l', '1')
    await store.transactions.attempts('a')
    await store.events.after(0, 10)
    await store.events.dueDeliveries('n', 1, 10)
    await store.events.dueNotifications(1, 10)
    await store.events.settleDeliveries([{ eventId: 'x', result: { kind: 'dead', at: 1 } }])
    await store.events.ofTransaction('a')
    const claim = { key: 'once', fingerprint: 'f', answer: '', expiresAt: 1 }
    await store.transactions.commitOnce({ claim, now: 1, creates: [newTransaction('c')], writes: [] })
    await store.transactions.commitOnce({ claim, now: 0, creates: [], writes: [] })
    const failed = { ...item.transaction, status: 'failed' as const, dueAt: null, version: 3 }
    await store.transactions.write([{ transaction: failed, expectedVersion: 2, event: null }])
    const attempt = attemptOf('l', 'a', '1', 'a')
    await store.lanes.commit({ ...empty, newAttempts: [attempt], newSlots: [], slots: [], transactions: [] })
    const final = { ...slot, state: 'final' as const }
    await store.lanes.commit({ ...empty, newSlots: [], slots: [final], transactions: [] })
    const late = Number.MAX_SAFE_INTEGER
    await store.prune({ limit: 10, keysBefore: late, eventsBefore: late, transactionsBefore: late })
    expect(await store.transactions.get(['a'])).toEqual([null])
    await store.close()
    for (const sql of statements) {
      if (!/^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)/.test(sql)) continue
      const plan: { detail: string }[] = await knex.raw(`EXPLAIN QUERY PLAN ${sql.replaceAll('?', "'[]'")}`)
      const scans = plan
        .map(step => step.detail)
        .filter(detail => /^SCAN (transactions|slots|attempts|events)\b/.test(detail))
      // A range of an index is a SEARCH; only a covering partial index may be walked from its start.
      expect({ sql, scans: scans.filter(scan => !scan.includes('USING')) }).toEqual({ sql, scans: [] })
    }
    await knex.destroy()
  })
})

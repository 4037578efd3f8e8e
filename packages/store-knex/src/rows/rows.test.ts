import createKnex from 'knex'
import { afterAll, describe, expect, it } from 'vitest'
import { createDatabase } from '../database/createDatabase.ts'
import { dialectOf } from '../dialect.ts'
import { openStore } from '../openStore.ts'
import { encryption } from '../testing/fixtures/encryption.ts'
import { newTransaction } from '../testing/fixtures/records.ts'
import { temporaryFolder } from '../testing/fixtures/temporaryFolder.ts'
import { rowsParameter } from './rowsParameter.ts'

const folder = await temporaryFolder(afterAll)
const knex = createKnex({ client: 'sqlite3', connection: { filename: `${folder}/rows.db` }, useNullAsDefault: true })
const database = await createDatabase(knex, null)
afterAll(async () => {
  await database.close()
  await knex.destroy()
})

describe('what crosses the driver', () => {
  it('the trap: sqlite3 alone binds a bigint as NULL, without an error', async () => {
    const other = createKnex({ client: 'sqlite3', connection: { filename: ':memory:' }, useNullAsDefault: true })
    expect(await other.raw('SELECT ? AS n', [5n as unknown as number])).toEqual([{ n: null }])
    await other.destroy()
  })

  it('a bigint, an inexact number, a boolean or an undefined throws', async () => {
    for (const value of [5n, 2 ** 53, 0.5, Number.NaN, true, undefined, {}, Buffer.of(1)]) {
      const bad = value as unknown as number
      await expect(database.read('SELECT ? AS n', [bad])).rejects.toMatchObject({
        code: 'STORE_FAILED',
        retryable: false,
      })
      await expect(database.write(sql => sql('SELECT ? AS n', [bad]))).rejects.toMatchObject({ code: 'STORE_FAILED' })
      expect(() => rowsParameter({ rowsAsArrays: true }, { n: 'int' }, [{ n: bad }])).toThrow(/The store was given/)
    }
    expect(() => rowsParameter({ rowsAsArrays: true }, { n: 'int' }, [{ n: '1' as unknown as number }])).toThrow(
      /a string for n/,
    )
    expect(() => rowsParameter({ rowsAsArrays: true }, { n: 'text' }, [{ n: 1 as unknown as string }])).toThrow(
      /a number for n/,
    )
  })

  it('rows arrive as they were given, by what every SQLite has and by what newer ones do faster', async () => {
    const dialect = dialectOf(knex)
    const columns = { name: 'text', n: 'int' } as const
    const texts = ['', 'null', '"', '\\', '\n\t\u0001', 'ü€😀', '[1,{"a":"\\""}]', '12345678901234567890', '1e3', null]
    const numbers = [0, -1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, null]
    const given = texts.flatMap(name => numbers.map(n => ({ name, n })))
    const parameter = rowsParameter(dialect, columns, given)
    expect(dialect.newer).not.toBeNull()
    for (const rows of [dialect.rows, dialect.newer?.rows ?? dialect.rows])
      expect(await database.read(rows(columns), [parameter])).toEqual(given)
    expect(database.dialect.rows).toBe(dialect.newer?.rows)
  })

  it('a bigint in a record fails that create alone', async () => {
    const store = await openStore(`sqlite:${folder}/bad.db`, { encryption })
    const bad = newTransaction('bad')
    const request = { value: 5n as unknown as string }
    const revisions = [{ number: 1, request, sequenceAccount: null, rebuildable: true, createdAt: 1 }]
    const results = await Promise.allSettled([
      store.transactions.create([newTransaction('a')]),
      store.transactions.create([{ ...bad, transaction: { ...bad.transaction, revisions } }]),
      store.transactions.create([{ ...bad, transaction: { ...bad.transaction, dueAt: 7n as unknown as number } }]),
      store.transactions.create([newTransaction('b')]),
    ])
    expect(results.map(result => result.status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    expect(await store.transactions.get(['bad'])).toEqual([null])
    await store.close()
  })

  it("a driver's error shows neither SQL nor values", async () => {
    const failure = await database.read('SELECT secret_column FROM nowhere WHERE x = ?', ['hush']).catch(error => error)
    expect(failure).toMatchObject({ name: 'RelayerError', code: 'STORE_FAILED', retryable: true })
    expect(failure.message).toBe('The database could not be reached or refused the work.')
    expect(failure.cause.message).toBe('SQLITE_ERROR: no such table: nowhere')
  })

  it('an unreachable server: retryable, without its address', async () => {
    const failure = await openStore('postgres://user:hush@127.0.0.1:1/db', { encryption }).catch(error => error)
    expect(failure).toMatchObject({ code: 'STORE_FAILED', retryable: true, details: { driverCode: 'ECONNREFUSED' } })
    expect(`${failure.message}`).not.toMatch(/127|hush/)
  })
})

import createKnex, { type Knex } from 'knex'

/** How the copies differ from the row they are made of, as SQL over `i` (1 …) and `total`. All else is the row's own. */
type Changes = Readonly<Record<string, string>>

/** Unique and in no order: as random UUIDs spread over an index. */
const transactionId = `printf('%08x-%04x-4000-8000-%012x', (i * 2654435761) & 4294967295, i & 65535, i)`
const attemptId = `printf('0x%08x%056x', (i * 2654435761) & 4294967295, i)`
const sequence = `printf('%020d', i)`
/** A second apart, the newest a second ago. */
const time = `unixepoch() * 1000 - (total - i + 1) * 1000`
const status = `CASE i % 100 WHEN 0 THEN 'failed' WHEN 1 THEN 'expired' WHEN 2 THEN 'canceled' ELSE 'confirmed' END`

/**
 * Multiplies what one finished transaction left in the tables: its row, its slot, its attempt and its first event, `total`
 * times, within the database. The tables are the store's own, made by its migrations; columns it gets later are copied.
 */
export async function fillTables(file: string, total: number): Promise<void> {
  const knex = createKnex({
    client: 'sqlite3',
    connection: { filename: file },
    useNullAsDefault: true,
    pool: { min: 1, max: 1 },
  })
  try {
    for (const pragma of ['synchronous = OFF', 'cache_size = -250000', 'temp_store = MEMORY'])
      await knex.raw(`PRAGMA ${pragma}`)
    await knex.raw('BEGIN')
    const confirmedAt = `CASE WHEN ${status} = 'confirmed' THEN ${time} END`
    const settled = { created_at: time, sent_at: time, confirmed_at: confirmedAt, due_at: 'NULL' }
    await multiply(knex, 'transactions', total, { id: transactionId, status, slot_sequence: sequence, ...settled })
    await multiply(knex, 'slots', total, {
      sequence,
      transaction_id: transactionId,
      state: `'final'`,
      created_at: time,
    })
    await multiply(knex, 'attempts', total, {
      id: attemptId,
      sequence,
      transaction_id: transactionId,
      created_at: time,
    })
    await multiply(knex, 'events', total, {
      seq: 'NULL',
      id: transactionId,
      transaction_id: transactionId,
      order_key: transactionId,
      created_at: time,
    })
    await knex.raw('DELETE FROM counters')
    await knex.raw(`INSERT INTO counters (relayer_id, status, n)
      SELECT relayer_id, status, count(*) FROM transactions GROUP BY relayer_id, status`)
    await knex.raw('COMMIT')
    await knex.raw('PRAGMA wal_checkpoint(TRUNCATE)')
  } finally {
    await knex.destroy()
  }
}

async function multiply(knex: Knex, table: string, total: number, changes: Changes): Promise<void> {
  const columns = ((await knex.raw(`PRAGMA table_info(${table})`)) as readonly { name: string }[]).map(
    ({ name }) => name,
  )
  const missing = Object.keys(changes).filter(name => !columns.includes(name))
  if (missing.length > 0) throw new Error(`the table ${table} has no column ${missing.join(', ')}`)
  const values = columns.map(name => changes[name] ?? `model.${name}`)
  await knex.raw(
    `WITH RECURSIVE counted(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM counted WHERE i < ?1),
       model AS MATERIALIZED (SELECT *, ?1 AS total FROM ${table} LIMIT 1)
     INSERT INTO ${table} (${columns.join(', ')}) SELECT ${values.join(', ')} FROM counted, model`.replaceAll(
      '?1',
      String(total),
    ),
  )
}

import type { LaneKey, LaneState, LaneStore, SlotState } from '@relayer/core'
import type { Database } from '../database/createDatabase.ts'
import { skipScan } from '../database/skipScan.ts'
import type { Sql } from '../database/sql.ts'
import { toAttempt } from '../rows/attemptRow.ts'
import { integer, text } from '../rows/decode.ts'
import { toSlot } from '../rows/slotRow.ts'
import { toTransaction } from '../rows/transactionRow.ts'
import { commitLane } from './commitLane.ts'

/** `<> 'final'` is repeated wherever the partial index is meant: SQLite concludes nothing from `state = 'open'`. */
const live = "state <> 'final'"

/** Leases, slots and attempts. */
export function createLanes(database: Database): LaneStore {
  const { dialect } = database
  const acquireSql = `
    INSERT INTO lanes (lane, holder, token, expires_at) VALUES (?, ?, 1, ${dialect.clock} + ?)
    ON CONFLICT (lane) DO UPDATE SET
      token = CASE WHEN lanes.holder = excluded.holder AND lanes.expires_at > ${dialect.clock}
        THEN lanes.token ELSE lanes.token + 1 END,
      holder = excluded.holder, expires_at = ${dialect.clock} + ?
    WHERE lanes.holder IS NULL OR lanes.holder = excluded.holder OR lanes.expires_at <= ${dialect.clock}
    RETURNING token`
  const lanesWith = (...states: readonly SlotState[]) => `
    SELECT busy.id AS lane FROM busy WHERE busy.id IS NOT NULL AND EXISTS (
      SELECT 1 FROM slots s WHERE s.lane = busy.id AND s.${live} AND s.state IN (${states.map(state => `'${state}'`).join(', ')}))`
  const dueLanesSql = `
    WITH RECURSIVE ${skipScan('waiting', 'transactions', 'relayer_id', 'due_at IS NOT NULL')},
      ${skipScan('busy', 'slots', 'lane', live)}
    SELECT r.lane FROM waiting JOIN relayers r ON r.id = waiting.id AND r.deleted_at IS NULL WHERE EXISTS (
      SELECT 1 FROM transactions t WHERE t.relayer_id = waiting.id AND t.due_at IS NOT NULL AND t.due_at <= ?)
    UNION ${lanesWith('open')}
    ORDER BY 1`
  const unsettledLanesSql = `
    WITH RECURSIVE ${skipScan('busy', 'slots', 'lane', live)} ${lanesWith('open', 'consumed')} ORDER BY 1`

  return {
    async acquire(lane, holder, ttlMs) {
      const [row] = await database.write(sql => sql(acquireSql, [lane, holder, ttlMs, ttlMs]))
      return row === undefined ? null : { lane, token: integer(row, 'token'), ttlMs }
    },
    async release({ lane, token }) {
      const release = 'UPDATE lanes SET holder = NULL, expires_at = 0 WHERE lane = ? AND token = ? RETURNING lane'
      await database.write(sql => sql(release, [lane, token]))
    },
    async highest(lane, account) {
      const select = 'SELECT sequence FROM slots WHERE lane = ? AND account = ? ORDER BY sequence DESC LIMIT 1'
      const [row] = await database.read(select, [lane, account])
      return row === undefined ? null : text(row, 'sequence')
    },
    load: lane => database.readTogether(sql => loadLane(sql, lane)),
    async due(relayerId, now, limit, which) {
      if (limit < 1) return []
      const select = `SELECT * FROM transactions WHERE relayer_id = ? AND due_at IS NOT NULL AND due_at <= ?
        AND slot_sequence IS ${which === 'bound' ? 'NOT NULL' : 'NULL'} ORDER BY due_at, created_at, id LIMIT ?`
      return (await database.read(select, [relayerId, now, limit])).map(toTransaction)
    },
    commit: commit => database.write(sql => commitLane(sql, dialect, commit)),
    async dueLanes(now) {
      return (await database.read(dueLanesSql, [now])).map(row => text(row, 'lane'))
    },
    async unsettledLanes() {
      return (await database.read(unsettledLanesSql)).map(row => text(row, 'lane'))
    },
    slot: (lane, { account, sequence }) =>
      database.readTogether(async sql => {
        const key = 'lane = ? AND account = ? AND sequence = ?'
        const [slot] = await sql(`SELECT * FROM slots WHERE ${key}`, [lane, account, sequence])
        if (slot === undefined) return null
        const attempts = await sql(`SELECT * FROM attempts WHERE ${key} ORDER BY number`, [lane, account, sequence])
        return { slot: toSlot(slot), attempts: attempts.map(toAttempt) }
      }),
  }
}

/** What a new holder must know; as many rows as the lane has slots that are not final. */
async function loadLane(sql: Sql, lane: LaneKey): Promise<LaneState> {
  const open = `FROM slots s WHERE s.lane = ? AND s.${live}`
  const slots = await sql(`SELECT * ${open} ORDER BY account, sequence`, [lane])
  const attempts = await sql(
    `SELECT a.* FROM (SELECT s.lane, s.account, s.sequence ${open}) AS held JOIN attempts a
       ON a.lane = held.lane AND a.account = held.account AND a.sequence = held.sequence
     ORDER BY a.account, a.sequence, a.number`,
    [lane],
  )
  const transactions = await sql(
    `SELECT * FROM transactions WHERE id IN (SELECT s.transaction_id ${open} AND s.transaction_id IS NOT NULL)
     ORDER BY created_at, id`,
    [lane],
  )
  const highest = await sql(
    `WITH RECURSIVE ${skipScan('accounts', 'slots', 'account', 'lane = ?')}
     SELECT id AS account, (SELECT max(sequence) FROM slots WHERE lane = ? AND account = accounts.id) AS sequence
     FROM accounts WHERE id IS NOT NULL`,
    [lane, lane, lane],
  )
  return {
    slots: slots.map(toSlot),
    attempts: attempts.map(toAttempt),
    transactions: transactions.map(toTransaction),
    highest: new Map(highest.map(row => [text(row, 'account'), text(row, 'sequence')])),
  }
}

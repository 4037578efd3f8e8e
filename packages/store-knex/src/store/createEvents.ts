import type { EventStore } from '@relayer/core'
import type { Database } from '../database/createDatabase.ts'
import { skipScan } from '../database/skipScan.ts'
import { text } from '../rows/decode.ts'
import { rowsParameter } from '../rows/rowsParameter.ts'
import type { Columns } from '../rows/tables.ts'
import { toDelivery, toEvent, toNewEvent } from '../rows/eventRow.ts'
import { stampEvents } from './stampEvents.ts'

const settleColumns = { id: 'text', delivery: 'text', due_at: 'int', settled_at: 'int' } as const satisfies Columns

/** The outbox: a stream by position, and the deliveries of it. */
export function createEvents(database: Database): EventStore {
  const { dialect } = database
  const place = dialect.position
  const pending = "e.delivery = 'pending'"
  /** A delivery that is due and that nothing older of its transaction holds back. */
  const dueHead = `${pending} AND e.${place} IS NOT NULL AND e.due_at <= ? AND NOT EXISTS (
    SELECT 1 FROM events older WHERE older.notification_id = e.notification_id AND older.order_key = e.order_key
      AND older.delivery = 'pending' AND older.${place} < e.${place})`
  const dueNotificationsSql = `
    WITH RECURSIVE ${skipScan('targets', 'events', 'notification_id', "delivery = 'pending' AND notification_id IS NOT NULL")}
    SELECT id FROM targets WHERE id IS NOT NULL
      AND EXISTS (SELECT 1 FROM events e WHERE e.notification_id = targets.id AND ${dueHead}) LIMIT ?`
  const settleSql = `
    WITH given AS (${dialect.rows(settleColumns)})
    UPDATE events SET delivery = given.delivery, settled_at = given.settled_at,
      due_at = coalesce(given.due_at, events.due_at),
      attempts = events.attempts + CASE WHEN given.delivery = 'pending' THEN 1 ELSE 0 END
    FROM given WHERE events.id = given.id AND events.delivery = 'pending' RETURNING 1 AS settled`

  return {
    stamp: () => stampEvents(database),
    async after(position, limit) {
      if (limit < 1) return []
      const select = `SELECT *, ${place} AS place FROM events WHERE ${place} > ? ORDER BY ${place} LIMIT ?`
      return (await database.read(select, [position, limit])).map(toEvent)
    },
    async ofTransaction(transactionId) {
      const select = 'SELECT * FROM events WHERE transaction_id = ? ORDER BY seq'
      return (await database.read(select, [transactionId])).map(toNewEvent)
    },
    async dueNotifications(now, limit) {
      return (await database.read(dueNotificationsSql, [now, limit])).map(row => text(row, 'id'))
    },
    async dueDeliveries(notificationId, now, limit) {
      if (limit < 1) return []
      const select = `SELECT e.*, e.${place} AS place FROM events e WHERE e.notification_id = ? AND ${dueHead}
        ORDER BY e.${place} LIMIT ?`
      return (await database.read(select, [notificationId, now, limit])).map(toDelivery)
    },
    async settleDeliveries(results) {
      if (results.length === 0) return
      const rows = results.map(({ eventId, result }) => ({
        id: eventId,
        delivery: result.kind === 'retry' ? 'pending' : result.kind,
        due_at: result.kind === 'retry' ? result.dueAt : null,
        settled_at: result.kind === 'retry' ? null : result.at,
      }))
      // Sorted, so that two instances that settle the same events lock them in one order where the plan follows it.
      rows.sort((a, b) => (a.id < b.id ? -1 : 1))
      await database.write(sql => sql(settleSql, [rowsParameter(dialect, settleColumns, rows)]))
    },
  }
}

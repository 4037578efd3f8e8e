import type { RelayerRecord, RelayerStore } from '@relayer/core'
import type { Database } from '../database/createDatabase.ts'
import { integer, integerOrNull, text } from '../rows/decode.ts'
import type { Encryption } from '../secrets/encryption.ts'
import { createResources } from './createResources.ts'
import { appendEvents } from './writeRows.ts'

/** Relayers; partial unique indexes keep a live id and a live lane single. */
export function createRelayers(database: Database, encryption: Encryption): RelayerStore {
  const { dialect } = database
  const columns = { lane: 'lane' }
  const relayers = createResources<RelayerRecord>(database, encryption, { table: 'relayers', columns, soft: true })
  return {
    ...relayers,
    byLane: lane => relayers.find('lane = ?', [lane]),
    async ofLane(lane) {
      const newest = 'SELECT max(row_id) FROM relayers WHERE lane = ? GROUP BY id'
      const rows = await database.read(`SELECT * FROM relayers WHERE row_id IN (${newest}) ORDER BY row_id DESC`, [
        lane,
      ])
      return rows.map(row => ({ ...relayers.toRecord(row), deletedAt: integerOrNull(row, 'deleted_at') }))
    },
    update: (record, expectedVersion, event = null) =>
      database.write(async sql => {
        const result = await relayers.updateIn(sql, record, expectedVersion)
        if (result === 'updated') await appendEvents(sql, dialect, [event])
        return result
      }),
    retire: id =>
      database.write(async sql => {
        // Locked first: a create that has seen the relayer alive commits before the counting, or sees it deleted.
        const [live] = await sql(`SELECT id FROM relayers WHERE id = ? AND deleted_at IS NULL ${dialect.lockRows}`, [
          id,
        ])
        if (live === undefined) return { kind: 'missing' }
        const [open] = await sql(
          `SELECT coalesce(sum(n), 0) AS n FROM counters
           WHERE relayer_id = ? AND status IN ('pending', 'sent', 'submitted', 'mined')`,
          [id],
        )
        const transactions = open === undefined ? 0 : integer(open, 'n')
        if (transactions > 0) return { kind: 'busy', transactions }
        await relayers.deleteIn(sql, id)
        return { kind: 'retired' }
      }),
    async formerLane(id) {
      const [row] = await database.read(
        'SELECT lane FROM relayers WHERE id = ? AND deleted_at IS NOT NULL ORDER BY row_id DESC LIMIT 1',
        [id],
      )
      return row === undefined ? null : text(row, 'lane')
    },
  }
}

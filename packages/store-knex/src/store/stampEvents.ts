import type { Database } from '../database/createDatabase.ts'
import { integer } from '../rows/decode.ts'

/**
 * Gives positions to committed events in the order of their ids; returns how many. On PostgreSQL ids are given before the
 * commit, so a smaller id may show up later; it then gets a later position, and no reader has gone past it. The row of
 * `stamps` is the lock: a second stamper waits and, because it reads after it got the lock, goes on where the first ended.
 */
export async function stampEvents({ dialect, write, read }: Database): Promise<number> {
  if (dialect.position === 'seq') return 0
  const [waiting] = await read('SELECT 1 AS waiting FROM events WHERE position IS NULL ORDER BY seq LIMIT 1')
  if (waiting === undefined) return 0
  return write(async sql => {
    const [stamp] = await sql(`SELECT last FROM stamps ${dialect.lockRows}`)
    const last = stamp === undefined ? 0 : integer(stamp, 'last')
    const stamped = await sql(
      `UPDATE events SET position = ? + given.n
       FROM (SELECT seq, row_number() OVER (ORDER BY seq) AS n FROM events WHERE position IS NULL) AS given
       WHERE events.seq = given.seq RETURNING 1 AS stamped`,
      [last],
    )
    if (stamped.length > 0) await sql('UPDATE stamps SET last = ?', [last + stamped.length])
    return stamped.length
  })
}

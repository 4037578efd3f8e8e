import type { TransactionStore } from '@relayer/core'
import type { Database } from '../database/createDatabase.ts'
import { skipScan } from '../database/skipScan.ts'
import { refusedData } from '../database/storeFailure.ts'
import { toAttempt } from '../rows/attemptRow.ts'
import { text } from '../rows/decode.ts'
import { toTransaction, toTransactionRow } from '../rows/transactionRow.ts'
import { commitOnce } from './commitOnce.ts'
import { createGroup } from './createGroup.ts'
import { createTransactionGroup, type PreparedItem } from './createTransactionGroup.ts'
import { countAll, countTransactions, listTransactions } from './listTransactions.ts'
import { appendEvents } from './writeRows.ts'
import { applyWrites, checkWrites } from './writeTransactions.ts'

/** Calls in one group of creates. */
const createLimit = 500

/** Transactions, their attempts as a client sees them, and idempotency keys. */
export function createTransactions(database: Database): TransactionStore {
  const { dialect } = database
  const creates = createGroup({
    limit: createLimit,
    splits: refusedData,
    run: (calls: readonly (readonly PreparedItem[])[]) =>
      database.write(async sql => {
        const results = [...(await createTransactionGroup(sql, dialect, calls.flat()))]
        return calls.map(items => results.splice(0, items.length))
      }),
  })
  return {
    async create(items) {
      return items.length === 0
        ? []
        : creates.add(items.map(item => ({ item, row: toTransactionRow(item.transaction) })))
    },
    async get(ids) {
      if (ids.length === 0) return []
      const select = `SELECT * FROM transactions WHERE id IN ${dialect.texts}`
      const rows = await database.read(select, [JSON.stringify(ids)])
      const found = new Map(rows.map(row => [text(row, 'id'), row]))
      return ids.map(id => {
        const row = found.get(id)
        return row === undefined ? null : toTransaction(row)
      })
    },
    list: query => listTransactions(database, query),
    counts: relayerId => database.readTogether(sql => countTransactions(sql, relayerId)),
    allCounts: () => database.readTogether(countAll),
    async bySequence(lane, sequence) {
      // A lane has few accounts, so they are stepped through and each is one probe of a primary key.
      const [row] = await database.read(
        `WITH RECURSIVE ${skipScan('accounts', 'slots', 'account', 'lane = ?')},
         holders(id) AS (
           SELECT s.transaction_id FROM accounts a JOIN slots s ON s.lane = ? AND s.account = a.id AND s.sequence = ?
           UNION SELECT t.transaction_id FROM accounts a JOIN attempts t
             ON t.lane = ? AND t.account = a.id AND t.sequence = ?)
         SELECT t.* FROM holders JOIN transactions t ON t.id = holders.id ORDER BY t.created_at DESC, t.id DESC LIMIT 1`,
        [lane, lane, lane, sequence, lane, sequence],
      )
      return row === undefined ? null : toTransaction(row)
    },
    async attempts(transactionId) {
      const select = 'SELECT * FROM attempts WHERE transaction_id = ? ORDER BY created_at, account, sequence, number'
      return (await database.read(select, [transactionId])).map(toAttempt)
    },
    write: async items =>
      items.length === 0
        ? []
        : database.write(async sql => {
            const checked = await checkWrites(sql, dialect, items)
            await applyWrites(sql, dialect, checked)
            await appendEvents(
              sql,
              dialect,
              checked.accepted.map(write => write.event),
            )
            return checked.results
          }),
    commitOnce: commit => database.write(sql => commitOnce(sql, dialect, commit)),
    async idempotent(key, now) {
      const select = 'SELECT fingerprint, answer FROM idempotency WHERE key = ? AND expires_at > ?'
      const [row] = await database.read(select, [key, now])
      return row === undefined ? null : { fingerprint: text(row, 'fingerprint'), answer: text(row, 'answer') }
    },
  }
}

import type { Chain, WireRecord } from '../ports/chain.ts'
import type { RelayerRecord } from '../records/resources.ts'
import { shownRevision, type TransactionRecord } from '../records/transaction.ts'

/** What a client sees of a transaction: the executed revision once known, else the newest, with the shown attempt. */
export function describeTransaction(
  chain: Chain,
  relayer: Pick<RelayerRecord, 'address'>,
  transaction: TransactionRecord,
): WireRecord {
  return chain.describe({
    transaction,
    revision: shownRevision(transaction),
    shown: transaction.shown,
    account: relayer.address,
  })
}

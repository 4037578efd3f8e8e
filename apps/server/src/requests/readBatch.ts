import { type BatchItem, RelayerError, type RelayerRecord } from '@relayer/core'
import {
  describeIssues,
  type IssuesLike,
  jsonValue,
  MAX_BATCH_ITEMS,
  transactionBatchRequest,
  transactionRequestFor,
} from '@relayer/schemas'
import { batchSize } from '@relayer/schemas/errors'

/** A batch as core takes it. `fingerprinted` is what makes two bodies the same: what was read of an item, else all of it. */
export interface ReadBatch {
  readonly items: readonly BatchItem[]
  readonly atomic: boolean
  readonly fingerprinted: unknown
}

/** Reads the batch, and every item on its own by the schema of the relayer's family. */
export function readBatch({ networkType }: RelayerRecord, body: unknown): ReadBatch {
  const batch = transactionBatchRequest.safeParse(body)
  if (!batch.success) throw new RelayerError('INVALID_REQUEST', describeIssues(batch.error))
  const { transactions, atomic } = batch.data
  if (transactions.length === 0 || transactions.length > MAX_BATCH_ITEMS) {
    throw new RelayerError('INVALID_REQUEST', batchSize(MAX_BATCH_ITEMS))
  }
  const schema = transactionRequestFor(networkType)
  const items = transactions.map((item): BatchItem => {
    const read = schema.safeParse(item)
    return read.success ? { body: read.data } : { refused: refusalOf(read.error) }
  })
  const fingerprinted = items.map((item, index) => ('body' in item ? item.body : plainOf(transactions[index])))
  return { items, atomic: atomic ?? true, fingerprinted: { atomic: atomic ?? true, transactions: fingerprinted } }
}

/** The first mistake, and the field it was made in. */
function refusalOf({ issues }: IssuesLike) {
  const [issue] = issues
  const field = issue?.path[0]
  return { reason: issue?.message ?? 'Invalid input', field: field === undefined ? null : String(field) }
}

function plainOf(item: unknown): unknown {
  const read = jsonValue.safeParse(item)
  return read.success ? read.data : null
}

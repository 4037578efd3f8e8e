import { RelayerError, type RelayerRecord } from '@relayer/core'
import { describeIssues, transactionRequestFor } from '@relayer/schemas'

/** Shape A, B or C by the relayer's network type, never guessed from the body; answered with the bare detail. */
export function readTransactionBody({ networkType }: RelayerRecord, body: unknown): unknown {
  const result = transactionRequestFor(networkType).safeParse(body)
  if (result.success) return result.data
  throw new RelayerError('INVALID_REQUEST', describeIssues(result.error))
}

import { RelayerError } from '@relayer/core'
import { parseStatusFilter, type TransactionStatus } from '@relayer/schemas'
import { unknownTransactionStatus } from '@relayer/schemas/errors'
import type { OperationRequest } from './operation.ts'

/** The `status` filter: names in any case, separated by commas or given several times; none: all statuses. */
export function readStatuses({ query }: OperationRequest): readonly TransactionStatus[] {
  const given = query['status']
  if (given === undefined) return []
  const names = [given].flat().flatMap(text => text.split(','))
  const statuses = names.map(name => {
    const status = parseStatusFilter(name.trim())
    if (status === undefined) throw new RelayerError('INVALID_REQUEST', unknownTransactionStatus(name))
    return status
  })
  return [...new Set(statuses)]
}

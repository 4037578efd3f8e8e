import { RelayerError } from '@relayer/core'
import { parseStatusFilter, type TransactionStatus } from '@relayer/schemas'
import { unknownTransactionStatus } from '@relayer/schemas/errors'
import type { OperationRequest } from './operation.ts'

/** What a client wants to wait for. */
export interface Wait {
  readonly seconds: number
  readonly status: TransactionStatus
}

/** The wanted status unless `wait_for` names another one. */
const defaultStatus = 'mined'

/**
 * `Prefer: wait=<seconds>` with the query parameter `wait_for`; null: answer at once. A preference that can't be read is
 * ignored (RFC 7240, 2), a `wait_for` beside a good one that names no status is refused.
 */
export function readWait({ header, query }: OperationRequest): Wait | null {
  const seconds = readSeconds(header('prefer'))
  if (seconds === null) return null
  const given = query['wait_for']
  if (given === undefined) return { seconds, status: defaultStatus }
  const status = typeof given === 'string' ? parseStatusFilter(given) : undefined
  if (status === undefined)
    throw new RelayerError('INVALID_REQUEST', unknownTransactionStatus([given].flat().join(',')))
  return { seconds, status }
}

/** Several preferences are separated by commas, their parameters by semicolons; the first `wait` counts. */
function readSeconds(prefer: string): number | null {
  for (const preference of prefer.split(',')) {
    const [name, value] = (preference.split(';')[0] ?? '').split('=').map(part => part.trim())
    if (name?.toLowerCase() !== 'wait') continue
    const digits = /^(?:(\d{1,9})|"(\d{1,9})")$/.exec(value ?? '')
    return digits === null ? null : Number(digits[1] ?? digits[2])
  }
  return null
}

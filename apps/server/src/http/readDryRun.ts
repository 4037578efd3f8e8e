import { RelayerError } from '@relayer/core'
import { queryDeserializeError } from '@relayer/schemas/errors'
import type { OperationRequest } from './operation.ts'

/** `dry_run`: `true` or `false`. Whoever means a dry run and misspells it must not find a transaction sent. */
export function readDryRun({ query }: OperationRequest): boolean {
  const given = query['dry_run']
  if (given === undefined || given === 'false') return false
  if (given === 'true') return true
  throw new RelayerError('INVALID_REQUEST', queryDeserializeError('dry_run: expected `true` or `false`'))
}

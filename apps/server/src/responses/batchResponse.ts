import type { BatchOutcome } from '@relayer/core'
import { batchItemRefused } from '@relayer/schemas/errors'

/** `transactionBatchResponse` of `@relayer/schemas`. */
export function batchResponse(outcomes: readonly BatchOutcome[]): object {
  const accepted = outcomes.filter(({ kind }) => kind === 'accepted').length
  return {
    accepted,
    refused: outcomes.length - accepted,
    results: outcomes.map((outcome, index) => {
      if (outcome.kind === 'accepted') {
        return { index, status: 'accepted', transaction: outcome.record, error: null, field: null }
      }
      const { field, reason } = outcome.refused
      return { index, status: 'refused', transaction: null, error: batchItemRefused(index, field, reason), field }
    }),
  }
}

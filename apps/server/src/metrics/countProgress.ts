import { type TransactionRecord, terminalStatuses } from '@relayer/core'
import type { Instruments } from './createInstruments.ts'

/** Transactions that are followed; with more of them all are forgotten, and what they become next is not told as news. */
const most = 200_000

/** Whose transaction it is, as labels. */
export function ownerOf({ relayerId, networkType }: TransactionRecord) {
  return { relayer_id: relayerId, network_type: networkType }
}

/**
 * Counts changes of status from committed records. A commit does not say what was before, so the status of what is on its
 * way (as much as the lanes themselves remember) is kept; where it is not known, the record shows how far it had come.
 */
export function countProgress(instruments: Instruments): (transaction: TransactionRecord) => void {
  const { submitted, succeeded, failed, processingSeconds } = instruments
  const known = new Map<string, TransactionRecord['status']>()

  return transaction => {
    const { id, status, slot, sentAt, createdAt, confirmedAt } = transaction
    const before = known.get(id)
    const isFinal = terminalStatuses.has(status)
    if (isFinal) known.delete(id)
    else if (slot !== null) {
      if (known.size >= most) known.clear()
      known.set(id, status)
    }
    if (before === status) return
    const owner = ownerOf(transaction)
    const observe = (stage: string, from: number, to: number) =>
      processingSeconds.observe({ ...owner, stage }, Math.max(0, to - from) / 1000)
    if (status === 'submitted' && before === 'sent') {
      submitted.inc(owner)
      if (sentAt !== null) observe('creation_to_submission', createdAt, sentAt)
    } else if (status === 'confirmed') {
      succeeded.inc(owner)
      if (confirmedAt !== null) {
        observe('creation_to_confirmation', createdAt, confirmedAt)
        if (sentAt !== null) observe('submission_to_confirmation', sentAt, confirmedAt)
      }
    } else if (isFinal) {
      const reached = sentAt !== null ? 'submitted' : slot !== null ? 'sent' : 'pending'
      failed.inc({ ...owner, failure_reason: status, previous_status: before ?? reached })
    }
  }
}

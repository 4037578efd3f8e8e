import type { Diagnosis } from '@relayer/core'

/** Why a lane does or does not move, in words. Sequences are decimal strings. */
export function diagnosisResponse(diagnosis: Diagnosis) {
  return {
    address: diagnosis.address,
    chain_sequence: diagnosis.chainSequence,
    next_sequence: diagnosis.nextSequence,
    open_slots: diagnosis.openSlots,
    waiting_transactions: diagnosis.waiting,
    findings: diagnosis.findings,
  }
}

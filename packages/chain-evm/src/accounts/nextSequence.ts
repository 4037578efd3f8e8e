import { type AccountState, type Sequence, sequenceFromBigint, sequenceToBigint } from '@relayer/core'

/** The nonce after `after`, but never one that the chain has used up already. */
export function nextSequence({ sequence }: AccountState, after: Sequence | null): Sequence | null {
  if (after === null) return sequence
  const next = sequenceFromBigint(sequenceToBigint(after) + 1n)
  return sequence !== null && sequence > next ? sequence : next
}

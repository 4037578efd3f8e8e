import type { AccountState, Sequence } from '@relayer/core'

/** Padded sequences compare as text. */
export function isConsumed(sequence: Sequence, { sequence: next }: AccountState): boolean {
  return next !== null && sequence < next
}

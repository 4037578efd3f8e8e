import { type BuildInput, type Sequence, sequenceFromBigint, sequenceToBigint } from '@relayer/core'
import type { EvmContext } from '../context.ts'
import { notYet } from './notYet.ts'
import type { Ready, Unbuilt } from './planned.ts'

/** A draft that lacks nothing but its signature. */
export interface Sequenced extends Ready {
  readonly sequence: Sequence
}

/** Gives drafts without a slot the next nonces of their account, in order. Pure. */
export function assignSequences(
  context: EvmContext,
  { nextSequences }: BuildInput,
  results: readonly (Ready | Unbuilt)[],
): readonly (Sequenced | Unbuilt)[] {
  const next = new Map(Array.from(nextSequences, ([account, sequence]) => [account, sequenceToBigint(sequence)]))
  return results.map(result => {
    if (result.kind !== 'ready') return result
    const { slot } = result.draft.item
    if (slot !== null) return { ...result, sequence: slot.sequence }
    const { from } = result.draft.target
    const nonce = next.get(from)
    if (nonce === undefined) return notYet(context, 'waiting for the account')
    next.set(from, nonce + 1n)
    return { ...result, sequence: sequenceFromBigint(nonce) }
  })
}

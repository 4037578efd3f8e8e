import type { ChainTraits } from '@relayer/core'

/** Depth at which a block is taken as final where the node has no `finalized` tag: two epochs of Ethereum. */
export const finalityBlocks = 64

/** The traits of an EVM network by its tags. Differences between networks are these data, not branches elsewhere. */
export function traitsOf(tags: readonly string[], blockTimeMs: number, confirmations: number): ChainTraits {
  const arbitrum = tags.includes('arbitrum-based')
  return {
    sequencing: 'account',
    // Everywhere: OP-stack chains have a mempool that replaces, and a sequencer without one still takes a dearer attempt in
    // place of one that it refused. Where it has taken the first, a second (a cancellation too) is a race that it loses.
    replaceable: true,
    orderedDelivery: arbitrum,
    // One behind the other where nothing may overtake.
    maxUnacknowledged: arbitrum ? 1 : 64,
    maxInFlight: 2_000,
    blockTimeMs,
    confirmations,
    finalityBlocks,
  }
}

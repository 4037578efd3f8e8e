import type { ChainTraits } from '@relayer/core'

/** Depth at which a block is taken as final where the node has no `finalized` tag: two epochs of Ethereum. */
export const finalityBlocks = 64

/** The traits of an EVM network by its tags. Differences between networks are these data, not branches elsewhere. */
export function traitsOf(tags: readonly string[], blockTimeMs: number, confirmations: number): ChainTraits {
  const arbitrum = tags.includes('arbitrum-based')
  return {
    sequencing: 'account',
    // A sequencer without a mempool refuses a second transaction of a nonce that it has taken, and has taken it for good.
    // OP-stack chains do have a mempool that replaces.
    replaceable: !(arbitrum || tags.includes('no-mempool')),
    orderedDelivery: arbitrum,
    maxUnacknowledged: 64,
    maxInFlight: 2_000,
    blockTimeMs,
    confirmations,
    finalityBlocks,
  }
}

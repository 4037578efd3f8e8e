import type { Head } from '@relayer/core'
import type { Receipt } from '../fate/receipt.ts'
import type { FeeQuote } from '../fees/feeQuote.ts'
import type { Block } from './readBlock.ts'

/** Everything that was learnt through one head, so that no question is asked twice of it. */
export interface HeadFacts {
  readonly head: Head
  block: Block | null
  quotes: Map<FeeQuote['family'], Promise<FeeQuote | null>>
  /** Layer-1 fees by size, see `readL1Fees`. */
  readonly l1Fees: Map<number, Promise<bigint>>
  /** Why reverted transactions did, by hash. */
  readonly revertReasons: Map<string, string>
  /** Hash of the canonical block by height. */
  readonly canonical: Map<number, string>
  /** By transaction hash; null: the node had none. */
  readonly receipts: Map<string, Receipt | null>
  /** Heights whose receipts were asked as a whole. */
  readonly scanned: Set<number>
  /** Height of the head before this one, of any endpoint; null when there was none. */
  previousHeight: number | null
  /** Height of the `finalized` block; undefined until it is known, null where the node has none. */
  finalizedHeight: number | null | undefined
}

/** The last few heads. */
export interface HeadCache {
  /** The facts of a head; made anew when they are unknown. */
  of(head: Head): HeadFacts
  /** Takes a new head in. What a known block below it tells of the chain holds for it too, whoever told it. */
  add(head: Head, block: Block): void
}

const keptHeads = 8
const keptHeights = 1_024

/** Keeps the facts of the last few heads. */
export function createHeadCache(): HeadCache {
  const facts = new Map<string, HeadFacts>()
  let newest: HeadFacts | null = null
  const keyOf = ({ endpoint, hash }: Head) => `${endpoint} ${hash}`

  function create(head: Head): HeadFacts {
    const made: HeadFacts = {
      head,
      block: null,
      quotes: new Map(),
      l1Fees: new Map(),
      revertReasons: new Map(),
      canonical: new Map([[head.height, head.hash]]),
      receipts: new Map(),
      scanned: new Set(),
      previousHeight: null,
      finalizedHeight: undefined,
    }
    facts.set(keyOf(head), made)
    for (const key of facts.keys()) {
      if (facts.size <= keptHeads) break
      facts.delete(key)
    }
    return made
  }

  function inherit({ head, canonical }: HeadFacts, block: Block): void {
    canonical.set(head.height - 1, block.parentHash)
    for (const known of facts.values()) {
      if (known.head.hash !== block.parentHash && known.head.hash !== head.hash) continue
      for (const [height, hash] of known.canonical) {
        if (height > head.height - keptHeights) canonical.set(height, hash)
      }
    }
  }

  return {
    of: head => facts.get(keyOf(head)) ?? create(head),
    add(head, block) {
      const added = facts.get(keyOf(head)) ?? create(head)
      if (added.block === null) {
        added.block = block
        inherit(added, block)
      }
      if (newest === added) return
      // The same block from another endpoint is no step forward.
      added.previousHeight = newest?.head.hash === head.hash ? newest.previousHeight : (newest?.head.height ?? null)
      newest = added
    },
  }
}

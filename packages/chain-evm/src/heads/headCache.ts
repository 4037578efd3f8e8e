import type { Head } from '@relayer/core'
import type { Receipt } from '../fate/receipt.ts'
import type { FeeQuote } from '../fees/feeQuote.ts'
import type { Block } from './readBlock.ts'

/** Everything that was learnt through one head, so that no question is asked twice of it. */
export interface HeadFacts {
  readonly head: Head
  block: Block | null
  quotes: Map<FeeQuote['family'], Promise<FeeQuote | null>>
  /** Hash of the canonical block by height. */
  readonly canonical: Map<number, string>
  /** By transaction hash; null: the node had none. */
  readonly receipts: Map<string, Receipt | null>
  /** Heights whose receipts were asked as a whole. */
  readonly scanned: Set<number>
  /** Height of the endpoint's head before this one; null when there was none. */
  previousHeight: number | null
  /** Height of the `finalized` block; undefined until it is known, null where the node has none. */
  finalizedHeight: number | null | undefined
}

/** The last few heads. */
export interface HeadCache {
  /** The facts of a head; made anew when they are unknown. */
  of(head: Head): HeadFacts
  /** Takes a new head in. One that follows the last one of its endpoint inherits what can't have changed. */
  add(head: Head, block: Block): void
}

const keptHeads = 8
const keptHeights = 1_024

/** Keeps the facts of the last few heads. */
export function createHeadCache(): HeadCache {
  const facts = new Map<string, HeadFacts>()
  const newest = new Map<string, HeadFacts>()
  const keyOf = ({ endpoint, hash }: Head) => `${endpoint} ${hash}`

  function create(head: Head): HeadFacts {
    const made: HeadFacts = {
      head,
      block: null,
      quotes: new Map(),
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

  return {
    of: head => facts.get(keyOf(head)) ?? create(head),
    add(head, block) {
      const added = facts.get(keyOf(head)) ?? create(head)
      added.block = block
      const before = newest.get(head.endpoint)
      if (before === added) return
      newest.set(head.endpoint, added)
      added.previousHeight = before?.head.height ?? null
      added.canonical.set(head.height - 1, block.parentHash)
      if (before === undefined || before.head.hash !== block.parentHash) return
      for (const [height, hash] of before.canonical) {
        if (height > head.height - keptHeights) added.canonical.set(height, hash)
      }
    },
  }
}

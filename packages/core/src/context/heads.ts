import type { Chain, Head, Reading } from '../ports/chain.ts'

/** `next`: something waits for the next block. `now and then`: only deep reorgs are watched for. */
export type HeadInterest = 'next' | 'now and then'

/** The newest head of each network, shared by all its lanes. */
export interface Heads {
  /** The newest head known, asked for when there is none or it was last seen half a block ago. */
  head(chain: Chain): Promise<Reading<Head>>
  /** A head anew, where reads through this one failed: null when it is still the only one. */
  other(chain: Chain, failed: Head): Promise<Head | null>
  /** Wakes `key` at every new head of the chain until {@link Heads.unwatch}. Idempotent; the last interest counts, and the last chain. */
  watch(chain: Chain, key: string, interest: HeadInterest): void
  unwatch(chain: Chain, key: string): void
  stop(): void
}

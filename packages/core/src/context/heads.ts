import type { Chain, Head, Reading } from '../ports/chain.ts'

/** The newest head of each network, shared by all its lanes. */
export interface Heads {
  /** The newest head known, asked for when there is none or it is older than a block. */
  head(chain: Chain): Promise<Reading<Head>>
  /** Wakes `key` at every new head of the chain until {@link Heads.unwatch}. Idempotent. */
  watch(chain: Chain, key: string): void
  unwatch(chain: Chain, key: string): void
  stop(): void
}

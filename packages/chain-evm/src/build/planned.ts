import type { BuildResult } from '@relayer/core'
import type { Price } from '../fees/feeQuote.ts'
import type { Draft } from './draft.ts'

/** A draft with everything but a nonce and a signature. */
export interface Ready {
  readonly kind: 'ready'
  readonly draft: Draft
  readonly price: Price
  readonly gasLimit: bigint
  /** For its bytes on layer 1, beside the gas; wei, 0 where there is no such fee. */
  readonly l1Fee: bigint
}

/** Why an item is not built. */
export type Unbuilt = Exclude<BuildResult, { kind: 'built' }>

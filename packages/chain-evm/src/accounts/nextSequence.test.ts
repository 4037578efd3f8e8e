import { sequenceFromBigint, sequenceToBigint } from '@relayer/core'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isConsumed } from './isConsumed.ts'
import { nextSequence } from './nextSequence.ts'

const nonce = fc.bigInt({ min: 0n, max: 2n ** 64n - 2n })
const stateAt = (value: bigint) => ({ account: '0x1', sequence: sequenceFromBigint(value), balance: null })

describe('nextSequence', () => {
  it('is the account’s own at first, and then the larger of the next one and the account’s', () => {
    fc.assert(
      fc.property(nonce, nonce, (chain, last) => {
        expect(nextSequence(stateAt(chain), null)).toBe(sequenceFromBigint(chain))
        const next = sequenceToBigint(nextSequence(stateAt(chain), sequenceFromBigint(last)) ?? '')
        expect(next).toBe(chain > last + 1n ? chain : last + 1n)
      }),
    )
  })
})

describe('isConsumed', () => {
  it('compares padded text as the numbers compare', () => {
    fc.assert(
      fc.property(nonce, nonce, (chain, sequence) => {
        expect(isConsumed(sequenceFromBigint(sequence), stateAt(chain))).toBe(sequence < chain)
      }),
    )
  })
})

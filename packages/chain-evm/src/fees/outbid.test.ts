import { describe, expect, it } from 'vitest'
import type { Price } from './feeQuote.ts'
import { floorOver } from './outbid.ts'

const price = (maxFeePerGas: bigint, maxPriorityFeePerGas: bigint): Price => ({
  family: 'eip1559',
  maxFeePerGas,
  maxPriorityFeePerGas,
})

describe('floorOver', () => {
  it.each<[string, readonly Price[], bigint | null, object | null]>([
    ['nothing', [], null, null],
    ['a demand alone: of the fee', [], 50n, { ceiling: 50n, tip: 0n }],
    ['an attempt alone', [price(100n, 10n)], null, { ceiling: 110n, tip: 11n }],
    ['a demand above the fee: of the fee', [price(100n, 10n)], 500n, { ceiling: 500n, tip: 11n }],
    ['a demand below the bump of the fee', [price(100n, 10n)], 105n, { ceiling: 110n, tip: 11n }],
    ['a demand that the fee has met: of the tip', [price(100n, 10n)], 50n, { ceiling: 110n, tip: 50n }],
    ['a demand that even the tip has met', [price(100n, 60n)], 50n, { ceiling: 110n, tip: 66n }],
    ['a gas price', [{ family: 'legacy', gasPrice: 100n }], 500n, { ceiling: 500n, tip: 110n }],
    ['several', [price(100n, 10n), price(300n, 5n)], 200n, { ceiling: 330n, tip: 200n }],
  ])('%s', (_, previous, demanded, floor) => {
    expect(floorOver(previous, demanded)).toEqual(floor)
  })
})

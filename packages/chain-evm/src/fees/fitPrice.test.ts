import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ceilingOf, type Price, tipOf } from './feeQuote.ts'
import { fitPrice } from './fitPrice.ts'
import { bump, floorOver } from './outbid.ts'

const wei = fc.bigInt({ min: 0n, max: 2n ** 128n - 1n })
const price: fc.Arbitrary<Price> = fc.oneof(
  wei.map((gasPrice): Price => ({ family: 'legacy', gasPrice })),
  fc.tuple(wei, wei).map(([a, b]): Price => {
    const [maxFeePerGas, maxPriorityFeePerGas] = a > b ? [a, b] : [b, a]
    return { family: 'eip1559', maxFeePerGas, maxPriorityFeePerGas }
  }),
)
const input = fc.record({
  wanted: price,
  cap: fc.option(wei),
  previous: fc.array(price, { maxLength: 4 }),
  baseFeePerGas: fc.option(wei),
})

describe('bump', () => {
  it('is at least ten per cent and at least 1 wei more, and never more than that', () => {
    fc.assert(
      fc.property(wei, old => {
        const next = bump(old)
        expect(next * 10n >= old * 11n && next > old).toBe(true)
        expect((next - 1n) * 10n < old * 11n || next - 1n === old).toBe(true)
      }),
    )
  })
})

describe('fitPrice', () => {
  it('outbids every earlier attempt by ten per cent in fee and tip, whatever the families', () => {
    fc.assert(
      fc.property(input, ({ previous, ...rest }) => {
        const fit = fitPrice({ ...rest, floor: floorOver(previous) })
        if ('wait' in fit) return
        for (const old of previous) {
          expect(ceilingOf(fit.price) * 10n >= ceilingOf(old) * 11n).toBe(true)
          expect(tipOf(fit.price) * 10n >= tipOf(old) * 11n).toBe(true)
        }
      }),
    )
  })

  it('never passes the cap, never goes below the base fee, never tips more than the fee', () => {
    fc.assert(
      fc.property(input, ({ previous, ...rest }) => {
        const fit = fitPrice({ ...rest, floor: floorOver(previous) })
        if ('wait' in fit) return
        if (rest.cap !== null) expect(ceilingOf(fit.price) <= rest.cap).toBe(true)
        if (rest.baseFeePerGas !== null) expect(ceilingOf(fit.price) >= rest.baseFeePerGas).toBe(true)
        expect(tipOf(fit.price) <= ceilingOf(fit.price)).toBe(true)
      }),
    )
  })

  it('keeps what was wanted when nothing forbids it', () => {
    fc.assert(
      fc.property(price, wanted => {
        expect(fitPrice({ wanted, cap: null, floor: null, baseFeePerGas: null })).toEqual({ price: wanted })
      }),
    )
  })

  it('waits only where the cap is below the floor or the base fee above the price', () => {
    fc.assert(
      fc.property(input, ({ previous, ...rest }) => {
        const floor = floorOver(previous)
        if (!('wait' in fitPrice({ ...rest, floor }))) return
        const capForbids = rest.cap !== null && floor !== null && (floor.ceiling > rest.cap || floor.tip > rest.cap)
        const unpayable = rest.baseFeePerGas !== null
        expect(capForbids || unpayable).toBe(true)
      }),
    )
  })
})

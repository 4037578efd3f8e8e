import { describe, expect, it } from 'vitest'
import { baseFeeMultiplier, quoteEip1559, quoteLegacy } from './speedPrice.ts'

describe('baseFeeMultiplier', () => {
  it.each([
    [12_000, 2.28],
    [6_000, 5.85],
    [5_000, 8.33],
    [4_500, 10],
    [250, 10],
    [0, 10],
    [90_001, 1],
  ])('of %i ms blocks is %d', (blockTimeMs, multiplier) => {
    expect(Number(baseFeeMultiplier(blockTimeMs)) / 1e9).toBeCloseTo(multiplier, 2)
  })
})

describe('quoteEip1559', () => {
  it('tips the mean of the positive rewards and looks ahead with the base fee', () => {
    const rewards = [
      [1n, 2n, 3n, 4n],
      [0n, 2n, 5n, 4n],
      [2n, 0n, 4n, 0n],
    ]
    const { prices } = quoteEip1559({ baseFeePerGas: 10n ** 9n, rewards, blockTimeMs: 100_000 })
    const tips = [prices.safeLow, prices.average, prices.fast, prices.fastest].map(
      price => price.family === 'eip1559' && [price.maxPriorityFeePerGas, price.maxFeePerGas - 10n ** 9n],
    )
    expect(tips).toEqual([
      [1n, 1n],
      [2n, 2n],
      [4n, 4n],
      [4n, 4n],
    ])
  })

  it('falls back to a tip per speed where no reward is known', () => {
    const { prices } = quoteEip1559({ baseFeePerGas: 0n, rewards: [[0n, 0n]], blockTimeMs: 12_000 })
    expect(prices.safeLow).toMatchObject({ maxPriorityFeePerGas: 300_000_000n })
    expect(prices.fastest).toMatchObject({ maxFeePerGas: 990_000_000n, maxPriorityFeePerGas: 990_000_000n })
  })

  it('does with rows of rewards that are shorter than asked for', () => {
    const { prices } = quoteEip1559({ baseFeePerGas: 0n, rewards: [[7n], [], [9n, 11n]], blockTimeMs: 12_000 })
    expect(prices.safeLow).toMatchObject({ maxPriorityFeePerGas: 8n })
    expect(prices.average).toMatchObject({ maxPriorityFeePerGas: 11n })
    expect(prices.fast).toMatchObject({ maxPriorityFeePerGas: 850_000_000n })
  })

  it('is exact where a float would not be', () => {
    const baseFeePerGas = 2n ** 90n + 1n
    const { prices } = quoteEip1559({ baseFeePerGas, rewards: [], blockTimeMs: 100_000 })
    expect(prices.fast).toMatchObject({ maxFeePerGas: baseFeePerGas + 850_000_000n })
  })
})

describe('quoteLegacy', () => {
  it('multiplies the gas price per speed', () => {
    const { prices } = quoteLegacy(101n)
    expect(Object.values(prices)).toEqual([101n, 126n, 151n, 202n].map(gasPrice => ({ family: 'legacy', gasPrice })))
  })
})

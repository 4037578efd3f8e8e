import { describe, expect, it } from 'vitest'
import { traitsOf } from './traits.ts'

describe('traitsOf', () => {
  it.each([
    ['an ordinary network', [], { replaceable: true, orderedDelivery: false }],
    [
      'OP stack: it has a mempool that replaces',
      ['rollup', 'optimism-based'],
      { replaceable: true, orderedDelivery: false },
    ],
    ['Arbitrum', ['rollup', 'arbitrum-based'], { replaceable: true, orderedDelivery: true, maxUnacknowledged: 1 }],
    ['no mempool', ['no-mempool'], { replaceable: true, orderedDelivery: false }],
  ])('%s', (_, tags, traits) => {
    expect(traitsOf(tags, 2_000, 3)).toEqual({
      sequencing: 'account',
      maxUnacknowledged: 64,
      maxInFlight: 2_000,
      blockTimeMs: 2_000,
      confirmations: 3,
      finalityBlocks: 64,
      ...traits,
    })
  })
})

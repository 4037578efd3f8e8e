import { describe, expect, it } from 'vitest'
import { createHeadCache } from './headCache.ts'
import type { Block } from './readBlock.ts'

const hash = (height: number, fork = 'a') => `${fork}${height}`

function setUp() {
  const cache = createHeadCache()
  const add = (endpoint: string, height: number, fork = 'a') => {
    const block: Block = {
      height,
      hash: hash(height, fork),
      parentHash: hash(height - 1, fork),
      timestampMs: 0,
      baseFeePerGas: null,
      gasLimit: 0n,
    }
    const head = { height, hash: block.hash, timestampMs: 0, endpoint }
    cache.add(head, block)
    return cache.of(head)
  }
  return { cache, add }
}

describe('createHeadCache', () => {
  it('hands on what is known of the chain to the next head, whichever endpoint tells it', () => {
    const { add } = setUp()
    add('a', 10).canonical.set(5, hash(5))
    expect([...add('b', 11).canonical.keys()].toSorted()).toEqual([10, 11, 5, 9])
    expect(add('a', 12).canonical.get(5)).toBe(hash(5))
    // A jump proves nothing of what lies between.
    expect([...add('b', 20).canonical.keys()]).toEqual([20, 19])
  })

  it('hands on nothing to another fork', () => {
    const { add } = setUp()
    add('a', 10)
    expect(add('a', 11, 'b').canonical.get(10)).toBe(hash(10, 'b'))
    expect(add('a', 11, 'b').canonical.has(9)).toBe(false)
  })

  it('takes the same block from another endpoint for no step forward', () => {
    const { add } = setUp()
    expect(add('a', 10).previousHeight).toBeNull()
    expect(add('a', 12).previousHeight).toBe(10)
    expect(add('b', 12).previousHeight).toBe(10)
    expect(add('b', 13).previousHeight).toBe(12)
  })

  it('keeps what belongs to one endpoint apart', () => {
    const { add } = setUp()
    add('a', 10).receipts.set('0x1', null)
    expect(add('b', 10).receipts.size).toBe(0)
    expect(add('a', 10).receipts.size).toBe(1)
  })
})

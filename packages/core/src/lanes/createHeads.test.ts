import { expect, test } from 'vitest'
import type { Heads } from '../context/heads.ts'
import type { Chain, Head } from '../ports/chain.ts'
import { createFakeChain, createManualClock, type ManualClock } from '../testing/index.ts'
import { createHeads } from './createHeads.ts'

const silent = (): void => {}

interface TestHeads {
  readonly heads: Heads
  readonly chain: Chain
  readonly clock: ManualClock
  /** What the node tells next. */
  height: number
  /** How often it was asked. */
  asked: number
  readonly woken: string[]
  announce(): void
  end(): void
  /** Whether somebody listens to announcements. */
  readonly listens: boolean
}

function start({ blockTimeMs = 1_000, announces = true }): TestHeads {
  const clock = createManualClock()
  const { chain: fake } = createFakeChain('evm', { now: clock.now, traits: { blockTimeMs } })
  let listener: { onHead: () => void; onEnd: () => void } | null = null
  const chain: Chain = {
    ...fake,
    async head() {
      t.asked++
      const value: Head = { height: t.height, hash: `h${t.height}`, timestampMs: clock.now(), endpoint: 'fake' }
      return { ok: true, value }
    },
    subscribeHeads(onHead, onEnd) {
      if (!announces) return null
      listener = { onHead, onEnd }
      return () => {
        listener = null
      }
    },
  }
  const woken: string[] = []
  const logger = { debug: silent, info: silent, warn: silent, error: silent }
  const heads = createHeads({ clock, logger, wake: key => void woken.push(key) })
  const t = {
    heads,
    chain,
    clock,
    height: 1,
    asked: 0,
    woken,
    announce: () => listener?.onHead(),
    end() {
      const { onEnd } = listener ?? {}
      listener = null
      onEnd?.()
    },
    get listens() {
      return listener !== null
    },
  }
  return t
}

test('heads that are announced faster than every 250 ms are merged, and the last one is seen', async () => {
  const t = start({ blockTimeMs: 100 })
  t.heads.watch(t.chain, 'lane', 'next')
  for (let block = 0; block < 20; block++) {
    t.height++
    t.announce()
    await t.clock.advance(50)
  }
  // 20 heads in a second: the first at once, then one every 250 ms, and once a second the safety net.
  expect(t.asked).toBeLessThanOrEqual(6)
  expect(t.woken.length).toBeLessThanOrEqual(6)
  await t.clock.advance(100)
  const asked = t.asked
  expect(await t.heads.head(t.chain)).toMatchObject({ value: { height: 21 } })
  expect(t.asked).toBe(asked)
})

test('a chain of fast blocks that is polled is asked no more often either', async () => {
  const t = start({ blockTimeMs: 50, announces: false })
  t.heads.watch(t.chain, 'lane', 'next')
  for (let block = 0; block < 200; block++) {
    t.height++
    await t.clock.advance(50)
  }
  expect(t.asked).toBeLessThanOrEqual(41)
  expect(t.woken.length).toBeGreaterThan(30)
})

test('heads that stop being announced are polled for', async () => {
  const t = start({})
  t.heads.watch(t.chain, 'lane', 'next')
  await t.clock.flush()
  const before = t.asked
  t.end()
  t.height++
  await t.clock.advance(1_000)
  expect(t.asked).toBeGreaterThan(before)
  expect(t.woken).toContain('lane')
})

test('a subscription that says nothing is not trusted for longer than three block times', async () => {
  const t = start({})
  t.heads.watch(t.chain, 'lane', 'next')
  await t.heads.head(t.chain)
  t.woken.length = 0
  t.height++
  await t.clock.advance(3_000)
  expect(t.listens).toBe(true)
  expect(t.woken).toEqual(['lane'])
})

test('a lower head is a lagging endpoint, until it has lasted for three block times', async () => {
  const t = start({ announces: false })
  t.height = 10
  t.heads.watch(t.chain, 'lane', 'next')
  expect(await t.heads.head(t.chain)).toMatchObject({ value: { height: 10 } })
  t.height = 7
  await t.clock.advance(2_000)
  expect(await t.heads.head(t.chain)).toMatchObject({ value: { height: 10 } })
  await t.clock.advance(3_000)
  expect(await t.heads.head(t.chain)).toMatchObject({ value: { height: 7 } })
})

test('another head is looked for where the one known failed, and there is none while the same one is told', async () => {
  const t = start({ announces: false })
  const first = await t.heads.head(t.chain)
  if (!first.ok) throw new Error(first.reason)
  expect(await t.heads.other(t.chain, first.value)).toBeNull()
  expect(t.asked).toBe(2)
  t.height++
  expect(await t.heads.other(t.chain, first.value)).toMatchObject({ height: 2 })
  // It is known by now: nothing is asked again.
  expect(await t.heads.other(t.chain, first.value)).toMatchObject({ height: 2 })
  expect(t.asked).toBe(3)
})

test('whoever asks at once is answered by one question', async () => {
  const t = start({ announces: false })
  await Promise.all(Array.from({ length: 50 }, () => t.heads.head(t.chain)))
  expect(t.asked).toBe(1)
})

import { expect, it } from 'vitest'
import type { Chain } from '../ports/chain.ts'
import { createFakeChain } from '../testing/fakeChain.ts'
import { createManualClock } from '../testing/manualClock.ts'
import { createHeads } from './createHeads.ts'

const silent = (): void => {}
const logger = { debug: silent, info: silent, warn: silent, error: silent }

function setUp() {
  const clock = createManualClock()
  const woken: string[] = []
  const heads = createHeads({ clock, logger, wake: key => woken.push(key) })
  const open = (announces: boolean) => {
    const { chain: fake, node } = createFakeChain('evm', { now: clock.now })
    const counted = { asked: 0, subscribed: 0 }
    const chain: Chain = {
      ...fake,
      head: () => {
        counted.asked += 1
        return fake.head()
      },
      subscribeHeads: () => {
        if (!announces) return null
        counted.subscribed += 1
        return () => (counted.subscribed -= 1)
      },
    }
    return { chain, node, counted }
  }
  return { clock, heads, woken, open }
}

it.each([false, true])(
  'a key that watches another chain object leaves the first alone (announces: %s)',
  async announces => {
    const { clock, heads, open } = setUp()
    const [first, second] = [open(announces), open(announces)]
    heads.watch(first.chain, 'lane:a', 'next')
    heads.watch(first.chain, 'lane:b', 'next')
    await clock.advance(60_000)
    expect(first.counted.asked).toBeGreaterThan(0)

    heads.watch(second.chain, 'lane:a', 'next')
    const before = first.counted.asked
    await clock.advance(60_000)
    expect(first.counted.asked).toBeGreaterThan(before)

    heads.watch(second.chain, 'lane:b', 'next')
    const asked = first.counted.asked
    await clock.advance(60_000)
    expect(first.counted).toEqual({ asked, subscribed: 0 })
    expect(second.counted.asked).toBeGreaterThan(0)
    expect(second.counted.subscribed).toBe(announces ? 1 : 0)
  },
)

it('a key that stops watching stops at the chain object it watched, whichever it names', async () => {
  const { clock, heads, open } = setUp()
  const [first, second] = [open(false), open(false)]
  heads.watch(first.chain, 'lane:a', 'next')
  await clock.advance(60_000)
  heads.unwatch(second.chain, 'lane:a')
  const { asked } = first.counted
  await clock.advance(60_000)
  expect([first.counted.asked, second.counted.asked]).toEqual([asked, 0])
})

it('a head of the chain object it left wakes nobody', async () => {
  const { clock, heads, woken, open } = setUp()
  const [first, second] = [open(false), open(false)]
  heads.watch(first.chain, 'lane:a', 'next')
  await clock.advance(60_000)
  // the answer is on its way when the endpoints change
  const answer = heads.head(first.chain)
  heads.watch(second.chain, 'lane:a', 'next')
  woken.length = 0
  await answer
  expect(woken).toEqual([])
})

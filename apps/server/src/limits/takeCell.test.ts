import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBuckets } from './createBuckets.ts'
import { takeCell } from './takeCell.ts'

const rate = fc.record({ intervalMs: fc.integer({ min: 1, max: 1_000 }), burst: fc.integer({ min: 1, max: 50 }) })
const gaps = fc.array(fc.nat(2_000), { minLength: 1, maxLength: 200 })

test('property: passes exactly what a bucket of `burst` cells, one regained per interval, would', () => {
  fc.assert(
    fc.property(rate, gaps, (limit, waits) => {
      const { intervalMs, burst } = limit
      let now = 0
      let fullAt = 0
      // the model: cells left, and how far the next one has grown, in ms
      let grown = burst * intervalMs
      for (const gap of waits) {
        now += gap
        grown = Math.min(burst * intervalMs, grown + gap)
        const passes = grown >= intervalMs
        const verdict = takeCell(fullAt, now, limit)
        expect(verdict.waitMs === 0).toBe(passes)
        if (passes) grown -= intervalMs
        else expect(verdict).toEqual({ fullAt, waitMs: intervalMs - grown })
        fullAt = verdict.fullAt
      }
    }),
  )
})

test('property: who waits as long as told passes, and not a millisecond sooner', () => {
  fc.assert(
    fc.property(rate, fc.nat(100_000), (limit, now) => {
      let fullAt = 0
      let verdict = takeCell(fullAt, now, limit)
      while (verdict.waitMs === 0) {
        fullAt = verdict.fullAt
        verdict = takeCell(fullAt, now, limit)
      }
      expect(takeCell(fullAt, now + verdict.waitMs - 1, limit).waitMs).toBe(1)
      expect(takeCell(fullAt, now + verdict.waitMs, limit).waitMs).toBe(0)
    }),
  )
})

test('property: a new key passes at any time of a clock of fractions', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1e12, noNaN: true }),
      fc.double({ min: 1e-3, max: 1e9, noNaN: true }),
      (now, intervalMs) => {
        expect(takeCell(now, now, { intervalMs, burst: 1 }).waitMs).toBe(0)
      },
    ),
  )
})

test('keys have buckets of their own, in bounded memory: the longest unused is forgotten', () => {
  const buckets = createBuckets({ intervalMs: 1_000, burst: 1 }, 2, () => 0)
  expect(['a', 'b', 'a'].map(key => buckets.take(key))).toEqual([0, 0, 1_000])
  expect(buckets.take('c')).toBe(0)
  expect(buckets.size).toBe(2)
  // `b` was the one that made room
  expect(buckets.take('a')).toBe(1_000)
  expect(buckets.take('b')).toBe(0)
  for (let stranger = 0; stranger < 1_000; stranger++) buckets.take(`s${stranger}`)
  expect(buckets.size).toBe(2)
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatTimestamp, parseTimestamp } from './timestamp.ts'

test('is written with +00:00, never Z', () => {
  expect(formatTimestamp(Date.UTC(2025, 1, 26, 13, 24, 35, 560))).toBe('2025-02-26T13:24:35.560+00:00')
})

test.each([
  ['2025-02-26T13:24:35Z', Date.UTC(2025, 1, 26, 13, 24, 35)],
  ['2025-02-26t13:24:35.5z', Date.UTC(2025, 1, 26, 13, 24, 35, 500)],
  ['2025-02-26T13:24:35.560593123+00:00', Date.UTC(2025, 1, 26, 13, 24, 35, 560)],
  ['2025-02-26T15:24:35+02:00', Date.UTC(2025, 1, 26, 13, 24, 35)],
  ['2025-02-26T13:24:35-00:30', Date.UTC(2025, 1, 26, 13, 54, 35)],
  ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
])('%s is read', (text, timeMs) => {
  expect(parseTimestamp(text)).toBe(timeMs)
})

test.each([
  '',
  'now',
  '2025-02-26',
  '2025-02-26T13:24:35',
  '2025-02-30T00:00:00Z',
  '2025-13-01T00:00:00Z',
  '2025-01-01T25:00:00Z',
  '2025-01-01T00:00:00+25:00',
  '1740576275',
])('%j is refused', text => {
  expect(parseTimestamp(text)).toBeUndefined()
})

test('reading what was written gives the same time', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Date.UTC(9999, 0) }), timeMs => {
      expect(parseTimestamp(formatTimestamp(timeMs))).toBe(timeMs)
    }),
  )
})

import { expect, test } from 'vitest'
import { type PollFacts, pollDelay } from './pollDelay.ts'

const facts: PollFacts = { blockTimeMs: 1_000, sinceHeadMs: 0, interest: 'next', announced: false, failures: 0 }

test.each<[string, Partial<PollFacts>, number]>([
  ['right after a head: until the next one is near', {}, 700],
  ['a chain of very fast blocks: several heads are one', { blockTimeMs: 100 }, 250],
  ['near the next head: often', { sinceHeadMs: 900 }, 50],
  ['a slow chain is not asked more than once a second', { blockTimeMs: 60_000, sinceHeadMs: 59_000 }, 1_000],
  ['a chain that stands still: less', { sinceHeadMs: 10_000 }, 250],
  ['only deep reorgs are watched for', { interest: 'now and then' }, 4_000],
  ['heads are announced: only a safety net', { announced: true, sinceHeadMs: 900 }, 3_000],
  ['and on a fast chain no more than once a second', { announced: true, blockTimeMs: 100 }, 1_000],
  ['an endpoint that fails: later and later', { failures: 3 }, 400],
  ['but no more than 64 times later', { failures: 60 }, 3_200],
])('%s', (_name, change, expected) => {
  expect(pollDelay({ ...facts, ...change })).toBe(expected)
})

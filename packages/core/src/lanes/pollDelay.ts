import type { HeadInterest } from '../context/heads.ts'

/** What the pace of polling for heads depends on. Times in ms. */
export interface PollFacts {
  readonly blockTimeMs: number
  /** Since the newest head was first seen. */
  readonly sinceHeadMs: number
  readonly interest: HeadInterest
  /** Whether an endpoint announces heads by itself: polling is then only the safety net. */
  readonly announced: boolean
  /** Reads that failed in a row. */
  readonly failures: number
}

/** Heads that come faster are merged: ticks of a lane cost more than a chain of 100 ms blocks gives time for. ms */
export const LEAST_HEAD_GAP_MS = 250

/**
 * When to ask for the head again, ms. Pure. A block is expected a block time after the last one: nothing is asked for most
 * of it, then often, so that a new block is seen at once at few calls; a chain that stands still is asked less and less.
 */
export function pollDelay({ blockTimeMs, sinceHeadMs, interest, announced, failures }: PollFacts): number {
  const often = clamp(blockTimeMs / 20, 50, 1_000)
  if (failures > 0) return Math.min(often * 2 ** Math.min(failures, 6), 5_000)
  if (announced) return Math.max(3 * blockTimeMs, 4 * LEAST_HEAD_GAP_MS)
  if (interest === 'now and then') return clamp(4 * blockTimeMs, 2_000, 60_000)
  if (sinceHeadMs > 3 * blockTimeMs) return clamp(blockTimeMs / 4, often, 3_000)
  return Math.max(often, 0.7 * blockTimeMs - sinceHeadMs, LEAST_HEAD_GAP_MS - sinceHeadMs)
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}

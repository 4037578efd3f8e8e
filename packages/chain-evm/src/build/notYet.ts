import type { BuildResult, WaitReason } from '@relayer/core'
import type { EvmContext } from '../context.ts'

/** Longest wait before the same question is asked again, ms. */
const maxRetryMs = 12_000

/** Nothing is signed; the lane tries again after a block. */
export function notYet(
  { blockTimeMs }: EvmContext,
  reason: WaitReason,
  detail: string | null = null,
): Extract<BuildResult, { kind: 'notYet' }> {
  return { kind: 'notYet', reason, detail, retryAfterMs: Math.min(Math.max(blockTimeMs, 250), maxRetryMs) }
}

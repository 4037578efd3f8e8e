import type { BuildInput, BuildResult } from '@relayer/core'
import type { EvmContext } from '../context.ts'
import { assignSequences } from './assignSequences.ts'
import { excuseReverts } from './excuseReverts.ts'
import { planAttempts } from './planAttempts.ts'
import { signDrafts } from './signDrafts.ts'

/**
 * Prices and signs, in order. Asks at most, all at a time: the head's fee quote (once per head, for all lanes), one batch of
 * gas estimates and, on the OP stack, the layer-1 fee (once per head and size). Sequences are handed out last, to what survived, so nothing can leave a gap.
 */
export async function buildAttempts(context: EvmContext, input: BuildInput): Promise<readonly BuildResult[]> {
  if (input.items.length === 0) return []
  const plans = await planAttempts(context, input, { simulateAll: false })
  const drafts = plans.map(({ draft }) => draft)
  const excused = await excuseReverts(
    context,
    input,
    drafts,
    plans.map(({ result }) => result),
  )
  return signDrafts(context, input, assignSequences(context, input, excused))
}

import type { Context } from '../context/context.ts'
import { fail, succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import { laneWake } from '../reconcile/wakes.ts'
import { type Diagnosis, diagnoseLane } from './diagnoseLane.ts'
import type { LaneMemories } from './openLane.ts'

/** `applied`: what was set going; it runs with the lane's next tick. */
export interface Repair {
  readonly diagnosis: Diagnosis
  readonly applied: readonly string[]
}

/**
 * Applies what the doctor can do: gaps are filled at the next tick without further waiting, and older transactions of a lane
 * whose rows were behind the chain are let go. A dry run only says what would be done. Repeating it is harmless. `UNAVAILABLE`
 * when another process drives the lane: then it is for that one to ask.
 */
export async function repairLane(
  ctx: Context,
  memories: LaneMemories,
  input: { readonly relayerId: string; readonly dryRun: boolean },
): Promise<Result<Repair>> {
  const diagnosis = await diagnoseLane(ctx, input.relayerId)
  if (!diagnosis.ok) return diagnosis
  const repairs = diagnosis.value.findings.flatMap(({ repair }) => (repair === null ? [] : [repair]))
  if (input.dryRun || repairs.length === 0)
    return succeed({ diagnosis: diagnosis.value, applied: input.dryRun ? repairs : [] })
  const relayer = await ctx.directory.relayer(input.relayerId)
  const memory = relayer && memories.get(relayer.lane)
  if (!memory)
    return fail('UNAVAILABLE', 'Another process drives this lane, or none does yet; try again there or in a moment')
  // Below every height: the wait is over.
  memory.gapsSince = Number.NEGATIVE_INFINITY
  memory.observed = memory.observed && { ...memory.observed, hash: '' }
  memory.suspendedBefore = null
  memory.resumed = true
  ctx.queue.add(laneWake(relayer.lane))
  return succeed({ diagnosis: diagnosis.value, applied: repairs })
}

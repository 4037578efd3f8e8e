import { relayerHasTransactions, relayerNotFound } from '@relayer/schemas/errors'
import type { Context } from '../context/context.ts'
import { fail, succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import { laneWake } from '../reconcile/wakes.ts'

/**
 * Deletes a relayer softly: its transactions stay stored, and so do the sequences its account has used. `NOT_FOUND`;
 * `INVALID_STATE` while a transaction of it has not ended (`mined` has not). Nothing is accepted for it from then on; its
 * lane goes on until all of its slots are final.
 */
export async function deleteRelayer(ctx: Context, id: string): Promise<Result<null>> {
  const known = await ctx.store.relayers.get(id)
  const result = await ctx.store.relayers.retire(id)
  ctx.directory.forget()
  if (result.kind === 'missing') return fail('NOT_FOUND', relayerNotFound(id))
  if (result.kind === 'busy') return fail('INVALID_STATE', relayerHasTransactions(id, result.transactions))
  // A lane with nothing to settle is forgotten at once.
  if (known !== null) ctx.queue.add(laneWake(known.lane))
  return succeed(null)
}

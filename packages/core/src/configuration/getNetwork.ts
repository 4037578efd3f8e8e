import { networkNotFound } from '@relayer/schemas/errors'
import type { Context } from '../context/context.ts'
import { fail, succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import type { NetworkRecord } from '../records/resources.ts'

/** Looks a network up by its id, `type:name`. */
export async function getNetwork(ctx: Context, id: string): Promise<Result<NetworkRecord>> {
  const network = await ctx.store.networks.get(id)
  return network === null ? fail('NOT_FOUND', networkNotFound(id)) : succeed(network)
}

import { NO_USABLE_RPC_URL } from '@relayer/schemas/errors'
import type { Context } from '../context/context.ts'
import { fail, succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import { laneWake } from '../reconcile/wakes.ts'
import type { NetworkRecord, RpcUrl } from '../records/resources.ts'
import { networkId } from '../records/networkId.ts'
import { getNetwork } from './getNetwork.ts'

/** New endpoints of a network; they replace all that were there. */
export interface UpdateNetworkInput {
  readonly id: string
  readonly rpcUrls: readonly RpcUrl[]
}

/**
 * Replaces the endpoints of a network: `NOT_FOUND`, or `INVALID_REQUEST` when none of them may be used. Its lanes are woken
 * and go on at the new ones; other processes follow within the directory's freshness. Repeating it changes nothing more.
 */
export async function updateNetwork(ctx: Context, input: UpdateNetworkInput): Promise<Result<NetworkRecord>> {
  for (;;) {
    const found = await getNetwork(ctx, input.id)
    if (!found.ok) return found
    if (input.rpcUrls.every(({ weight }) => weight === 0)) return fail('INVALID_REQUEST', NO_USABLE_RPC_URL)
    const { value: known } = found
    const record = { ...known, rpcUrls: input.rpcUrls, predefined: false, version: known.version + 1 }
    const updated = await ctx.store.networks.update(record, known.version)
    ctx.directory.forget()
    // Two updates at once: the later one is applied on top of the earlier one.
    if (updated === 'stale') continue
    const live = (await ctx.store.relayers.all()).filter(relayer => networkId(relayer) === record.id)
    // Those of deleted relayers are among the unsettled ones; a wake-up too many is harmless.
    const lanes = new Set([...live.map(({ lane }) => lane), ...(await ctx.store.lanes.unsettledLanes())])
    for (const lane of lanes) ctx.queue.add(laneWake(lane))
    return succeed(record)
  }
}

import type { Context } from '../context/context.ts'
import { succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import type { ForwardedAnswer, ForwardedCall } from '../ports/chain.ts'
import { checkActive, findRelayer } from '../transactions/findRelayer.ts'

export interface ForwardCallsInput {
  readonly relayerId: string
  readonly calls: readonly ForwardedCall[]
}

/**
 * Passes JSON-RPC calls on to the nodes of a relayer's network, answers in order, one each. What a node or the safety of
 * relayers refuses is an error inside the answer; `NOT_FOUND`, `RELAYER_PAUSED`, `RELAYER_DISABLED` and `UNAVAILABLE` are
 * about the relayer.
 */
export async function forwardCalls(
  ctx: Context,
  { relayerId, calls }: ForwardCallsInput,
): Promise<Result<readonly ForwardedAnswer[]>> {
  const found = await findRelayer(ctx, relayerId)
  if (!found.ok) return found
  const { relayer, chain } = found.value
  const active = checkActive(relayer)
  if (!active.ok) return active
  // On whichever network a relayer is: its key signs for all of them.
  const relayerAccounts = async (): Promise<ReadonlySet<string>> => {
    const relayers = await ctx.store.relayers.all()
    return new Set(relayers.flatMap(other => (other.networkType === chain.family ? other.address : [])))
  }
  return succeed(await chain.forward({ policies: relayer.policies, calls, relayerAccounts }))
}

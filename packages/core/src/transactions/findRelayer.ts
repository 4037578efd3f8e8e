import { RELAYER_DISABLED, RELAYER_PAUSED, relayerNotFound } from '@relayer/schemas/errors'
import type { Context } from '../context/context.ts'
import { fail, succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import type { Chain } from '../ports/chain.ts'
import type { RelayerRecord } from '../records/resources.ts'
import { openRelayerChain } from '../context/openRelayerChain.ts'

/** A relayer with its network's chain. */
export interface FoundRelayer {
  readonly relayer: RelayerRecord
  readonly chain: Chain
}

/** Looks a relayer up; `NOT_FOUND`, or `UNAVAILABLE` when its network can't be opened. */
export async function findRelayer(ctx: Context, relayerId: string): Promise<Result<FoundRelayer>> {
  const relayer = await ctx.directory.relayer(relayerId)
  return relayer === null ? fail('NOT_FOUND', relayerNotFound(relayerId)) : withChain(ctx, relayer)
}

/** A relayer, deleted or not, with its network's chain; `UNAVAILABLE` when that can't be opened. */
export async function withChain(ctx: Context, relayer: RelayerRecord): Promise<Result<FoundRelayer>> {
  const opened = await openRelayerChain(ctx, relayer)
  return opened.ok ? succeed({ relayer, chain: opened.value }) : fail('UNAVAILABLE', opened.reason)
}

/** Admission only: a paused or disabled relayer still drains what it has accepted. Paused is told first. */
export function checkActive(relayer: RelayerRecord): Result<null> {
  if (relayer.paused) return fail('RELAYER_PAUSED', RELAYER_PAUSED)
  return relayer.systemDisabled ? fail('RELAYER_DISABLED', RELAYER_DISABLED) : succeed(null)
}

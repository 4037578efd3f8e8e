import { notificationNotFound, RELAYER_IS_DISABLED, relayerNotFound } from '@relayer/schemas/errors'
import type { Context } from '../context/context.ts'
import { fail, succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import { healthWake, laneWake } from '../reconcile/wakes.ts'
import type { JsonObject } from '../records/json.ts'
import type { RelayerRecord, RpcUrl } from '../records/resources.ts'
import { networkId } from '../records/networkId.ts'
import { mergePatch } from './mergePatch.ts'
import { openRelayerChain } from '../context/openRelayerChain.ts'

/** What to change of a relayer; undefined stays, null clears. Field syntax is the schema's business. */
export interface UpdateRelayerInput {
  readonly id: string
  readonly name?: string | undefined
  readonly paused?: boolean | undefined
  /** A merge patch (RFC 7396) of the stored policies; null clears all of them. */
  readonly policies?: JsonObject | null | undefined
  readonly notificationId?: string | null | undefined
  readonly customRpcUrls?: readonly RpcUrl[] | null | undefined
}

/**
 * Changes a relayer. In this order: `NOT_FOUND`, `INVALID_STATE` for one that the service disabled (unless the change may be
 * its cure: {@link isCure}), `NOT_FOUND` for the notification, `INVALID_REQUEST` for policies that its network can't honour. What was accepted goes on under the new policies;
 * pausing stops admission only. A patch that changes nothing writes nothing.
 */
export async function updateRelayer(ctx: Context, input: UpdateRelayerInput): Promise<Result<RelayerRecord>> {
  const { notificationId } = input
  for (;;) {
    const known = await ctx.store.relayers.get(input.id)
    if (known === null) return fail('NOT_FOUND', relayerNotFound(input.id))
    if (known.systemDisabled && !isCure(input)) return fail('INVALID_STATE', RELAYER_IS_DISABLED)
    if (notificationId != null && (await ctx.store.notifications.get(notificationId)) === null) {
      return fail('NOT_FOUND', notificationNotFound(notificationId))
    }
    const next = patched(known, input)
    const chain = await openRelayerChain(ctx, next)
    if (!chain.ok) return fail('INVALID_REQUEST', chain.reason)
    const refusal = chain.value.checkPolicies(next.policies)
    if (refusal !== null) return fail('INVALID_REQUEST', refusal)
    if (JSON.stringify(next) === JSON.stringify(known)) return succeed(known)
    // Two updates at once, or one and a look at its health: the later one is applied on top of the earlier one.
    if ((await ctx.store.relayers.update(next, known.version)) === 'stale') continue
    ctx.directory.forget()
    // Deleted meanwhile: `deleteUnused` is the other half of this.
    if (notificationId != null && (await ctx.store.notifications.get(notificationId)) === null) {
      await ctx.store.relayers.update(known, known.version + 1)
      ctx.directory.forget()
      return fail('NOT_FOUND', notificationNotFound(notificationId))
    }
    await leaveOldEndpoints(ctx, known, next)
    ctx.queue.add(laneWake(next.lane))
    ctx.queue.add(healthWake(networkId(next)))
    return succeed({ ...next, version: known.version + 1 })
  }
}

/** What an update names, before or after its endpoints were read. */
type RelayerChanges = { readonly [K in keyof Omit<UpdateRelayerInput, 'customRpcUrls'>]?: UpdateRelayerInput[K] } & {
  readonly customRpcUrls?: readonly object[] | null | undefined
}

/**
 * Whether a change is about nothing but what can disable a relayer, its own endpoints and its `min_balance`: a mistake in
 * these must not shut out who wants to correct it.
 */
export function isCure(changes: RelayerChanges): boolean {
  const changed = Object.entries(changes).flatMap(([name, value]) => {
    if (value === undefined || name === 'id') return []
    return name === 'policies' ? Object.keys(value ?? { all: null }).map(policy => `policies.${policy}`) : name
  })
  return changed.length > 0 && changed.every(name => name === 'customRpcUrls' || name === 'policies.min_balance')
}

function patched(known: RelayerRecord, input: UpdateRelayerInput): RelayerRecord {
  return {
    ...known,
    name: input.name ?? known.name,
    paused: input.paused ?? known.paused,
    policies: input.policies === undefined ? known.policies : mergePatch(known.policies, input.policies),
    notificationId: input.notificationId === undefined ? known.notificationId : input.notificationId,
    customRpcUrls: input.customRpcUrls === undefined ? known.customRpcUrls : input.customRpcUrls,
  }
}

/** The heads of endpoints that are no longer the relayer's must not wake its lane for ever. */
async function leaveOldEndpoints(ctx: Context, known: RelayerRecord, next: RelayerRecord): Promise<void> {
  if (JSON.stringify(known.customRpcUrls) === JSON.stringify(next.customRpcUrls)) return
  const old = await openRelayerChain(ctx, known)
  if (old.ok) ctx.heads.unwatch(old.value, laneWake(known.lane))
}

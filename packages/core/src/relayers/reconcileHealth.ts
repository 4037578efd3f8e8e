import type { Context } from '../context/context.ts'
import type { Chain, HealthProblem } from '../ports/chain.ts'
import type { Requeue } from '../ports/workQueue.ts'
import { deliveriesWake } from '../reconcile/wakes.ts'
import type { NetworkRecord, RelayerRecord } from '../records/resources.ts'
import { networkId } from '../records/networkId.ts'
import { relayerEvent } from '../webhooks/relayerEvent.ts'
import { type HealthCheck, planHealth, versionOf } from './planHealth.ts'

/** What this process knows of the health of relayers: by network, then by relayer id. Losing it costs one look each. */
export type HealthMemories = Map<string, Map<string, HealthCheck>>

/**
 * One look at the relayers of a network that are due: new ones, changed ones and those whose time has come, in one batch per
 * chain. Who can't work takes no more transactions until a later look finds that it can; what was accepted goes on
 * regardless. Level-triggered and safe to repeat, also in several processes: a change is compare-and-set, with its event.
 */
export async function reconcileHealth(ctx: Context, memories: HealthMemories, id: string): Promise<Requeue> {
  if (ctx.settings.healthMs === 0) return { requeueAfterMs: null }
  const network = await ctx.store.networks.get(id)
  const relayers = (await ctx.store.relayers.all()).filter(relayer => networkId(relayer) === id)
  const known = memories.get(id) ?? new Map<string, HealthCheck>()
  memories.set(id, known)
  const live = new Set(relayers.map(relayer => relayer.id))
  for (const relayerId of known.keys()) if (!live.has(relayerId)) known.delete(relayerId)

  const now = ctx.clock.now()
  const due = relayers.filter(relayer => {
    const check = known.get(relayer.id)
    return check === undefined || check.version !== versionOf(relayer) || check.dueAt <= now
  })
  const byChain = Map.groupBy(due, relayer => chainOf(ctx, network, relayer))
  // The chains of one network differ by their endpoints: they are asked side by side.
  const looked = await Promise.all(
    [...byChain].map(async ([chain, members]) => {
      const inputs = members.map(({ address, policies }) => ({ account: address, policies }))
      const found = chain === null ? members.map(() => CLOSED) : await chain.health(inputs)
      return members.map((relayer, index) => ({ relayer, problems: found[index] ?? [] }))
    }),
  )
  for (const { relayer, problems } of looked.flat()) await settle(ctx, known, relayer, problems)

  const next = [...known.values()].map(({ dueAt }) => dueAt)
  return { requeueAfterMs: next.length === 0 ? null : Math.max(0, Math.min(...next) - ctx.clock.now()) }
}

const CLOSED: readonly HealthProblem[] = [{ kind: 'endpoint', reason: 'the network cannot be opened' }]

function chainOf(ctx: Context, network: NetworkRecord | null, relayer: RelayerRecord): Chain | null {
  const opened = network && ctx.opened.chain(network, relayer.customRpcUrls)
  return opened?.ok ? opened.value : null
}

/** Writes what a look means, and when to look again. Whoever was written by somebody else meanwhile is looked at again. */
async function settle(
  ctx: Context,
  known: Map<string, HealthCheck>,
  relayer: RelayerRecord,
  problems: readonly HealthProblem[],
): Promise<void> {
  const before = known.get(relayer.id) ?? null
  const { next, tell, failures, afterMs } = planHealth(relayer, before, problems, ctx.settings)
  const dueAt = ctx.clock.now() + afterMs
  if (next === null) {
    known.set(relayer.id, { version: versionOf(relayer), failures, dueAt })
    return
  }
  const event = tell ? relayerEvent(ctx, next, Math.max(0, (before?.failures ?? 0) - 1)) : null
  const written = await ctx.store.relayers.update(next, relayer.version, event)
  ctx.directory.forget()
  const now = { ...next, version: relayer.version + 1 }
  const check = { version: versionOf(now), failures, dueAt }
  known.set(relayer.id, written === 'updated' ? check : { ...check, version: '', dueAt: ctx.clock.now() })
  if (written === 'stale') return
  const facts = { relayerId: relayer.id, reasons: problems.map(({ reason }) => reason), retryAfterMs: afterMs }
  if (next.systemDisabled) ctx.logger.warn(facts, 'a relayer is disabled: it takes no transactions')
  else ctx.logger.info({ relayerId: relayer.id }, 'a relayer is enabled again')
  if (event !== null && relayer.notificationId !== null) ctx.queue.add(deliveriesWake(relayer.notificationId))
}

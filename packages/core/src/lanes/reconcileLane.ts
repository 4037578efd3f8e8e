/**
 * The heart. One lane per account on a chain; rows are the truth; a wake-up carries only the lane's key.
 *
 *   take lease ─▶ due rows ─▶ observe (one head, one batch) ─▶ planLane (pure) ─▶ settle ─▶ build, PERSIST ─▶ broadcast ─▶ store outcomes
 *
 * Words: a *slot* is a (lane, sequence) and is handed out once. An *attempt* is one signed version under a slot, stored
 * before it is sent. A *revision* is what a client asked for. A tick with no new facts writes nothing. Whatever crashes
 * between two steps, the next tick reads the rows and goes on: before the commit nothing has happened, after it the stored
 * bytes are sent (again).
 */
import type { Context } from '../context/context.ts'
import type { Requeue } from '../ports/workQueue.ts'
import { laneWake } from '../reconcile/wakes.ts'
import type { TransactionRecord } from '../records/transaction.ts'
import { broadcastAttempts } from './broadcastAttempts.ts'
import { commitLane } from './commitLane.ts'
import { executorOf, slotId, type LaneSnapshot } from './laneView.ts'
import { observeLane } from './observeLane.ts'
import { type LaneMemories, type OpenLane, openLane } from './openLane.ts'
import { type LanePlan, planLane, SUSPENDED_RETRY_MS, WAITING_FOR_DOCTOR } from './planLane.ts'
import type { SettleRules } from './settleSlot.ts'
import { submitBuilds } from './submitBuilds.ts'

/** Most due rows read per tick; what is over comes with the next one. */
const BOUND_LIMIT = 256
const UNBOUND_LIMIT = 256

/** How long to wait before an endpoint that did not answer is asked again, ms. */
const UNAVAILABLE_RETRY_MS = 1_000

/**
 * One tick of a relayer's lane. Level-triggered: reads the whole state, acts, and says when time alone will matter. Safe to
 * run at any time, any number of times, in any number of processes: the lease lets one through.
 */
export async function reconcileLane(ctx: Context, memories: LaneMemories, relayerId: string): Promise<Requeue> {
  try {
    const lane = await openLane(ctx, memories, relayerId)
    if (lane === null) return { requeueAfterMs: null }
    const requeue = await tick(ctx, lane)
    if (requeue === 'lost') memories.delete(relayerId)
    watchHeads(ctx, lane, relayerId)
    return requeue === 'lost' ? { requeueAfterMs: 0 } : requeue
  } catch (error) {
    // Whether the last commit went through is unknown: read everything again.
    memories.delete(relayerId)
    throw error
  }
}

async function tick(ctx: Context, lane: OpenLane): Promise<Requeue | 'lost'> {
  const { memory } = lane
  const now = ctx.clock.now()
  if (memory.pausedUntil > now) return { requeueAfterMs: memory.pausedUntil - now }
  const bound = await ctx.store.lanes.due(lane.relayer.id, now, BOUND_LIMIT, 'bound')
  takeBound(lane, bound)
  const limit = memory.full ? await roomAtNewHead(ctx, lane, bound.length > 0) : unboundLimit(lane)
  const unbound = limit > 0 ? await dueRows(ctx, lane, limit) : []
  const { facts, unavailable, news } = await observeLane(ctx, lane, unbound)
  // Woken for nothing: no row, no block, no deadline. A lane with thousands of open slots must not be planned for that.
  if (!news && unavailable === null && bound.length + unbound.length === 0 && now < memory.quietUntil) {
    return { requeueAfterMs: Number.isFinite(memory.quietUntil) ? memory.quietUntil - now : null }
  }

  const snapshot = snapshotOf(ctx, lane, unbound, unavailable !== null)
  const plan = planLane(snapshot, facts, rulesOf(lane))
  if ((await commitLane(ctx, lane, { slots: plan.slots, unbound: plan.unbound })) === 'lost') return 'lost'

  const submitted = facts === null ? null : await submitBuilds(ctx, lane, current(lane, plan), facts)
  if (submitted?.lost) return 'lost'
  const sent = await broadcastAttempts(ctx, lane, [...stillStored(lane, plan), ...(submitted?.attempts ?? [])])
  if (sent.lost) return 'lost'

  const pauseMs = unavailable === null ? sent.pauseMs : UNAVAILABLE_RETRY_MS
  memory.pausedUntil = ctx.clock.now() + pauseMs
  memory.full = plan.blocked || limit === 0
  const more = sent.acknowledged > 0 && unbound.length === limit ? 0 : null
  const after = earliest([plan.requeueAfterMs, submitted?.retryAfterMs ?? null, more, pauseMs > 0 ? pauseMs : null])
  // What was just sent has deadlines of its own, which the next plan knows.
  const acted = sent.count > 0 || plan.builds.length > 0
  memory.quietUntil = acted ? 0 : after === null ? Number.POSITIVE_INFINITY : ctx.clock.now() + after
  return { requeueAfterMs: pauseMs > 0 ? pauseMs : after }
}

/** A full window opens with a block, an acknowledgement or a client's change, and not because somebody posts. */
async function roomAtNewHead(ctx: Context, lane: OpenLane, changed: boolean): Promise<number> {
  const { memory, chain } = lane
  const head = await ctx.heads.head(chain)
  const sameHead = head.ok && head.value.hash === memory.observed?.hash
  return sameHead && !changed && ctx.clock.now() < memory.quietUntil ? 0 : unboundLimit(lane)
}

/**
 * How many unbound rows are worth reading: as many as could be admitted now. With a full window none is, however often the
 * lane is woken. Lanes whose slots belong to several accounts read a fixed number, since each account has a window.
 */
function unboundLimit({ chain, memory, relayer }: OpenLane): number {
  const open = [...memory.slots.values()].filter(
    view => view.slot.state === 'open' && executorOf(view.attempts) === null,
  )
  const own = chain.traits.sequencing === 'none' ? '' : relayer.address
  if (open.some(view => view.slot.account !== own) || chain.traits.maxInFlight === 1) return UNBOUND_LIMIT
  const unacknowledged = open.filter(view => view.attempts.at(-1)?.broadcast !== 'acknowledged').length
  const window = Math.min(memory.window, chain.traits.maxInFlight)
  return Math.max(0, Math.min(window - open.length, chain.traits.maxUnacknowledged - unacknowledged, UNBOUND_LIMIT))
}

/** After the doctor was applied once, what waits for it is due as well; its own times stay as they are. */
async function dueRows(
  ctx: Context,
  { relayer, memory }: OpenLane,
  limit: number,
): Promise<readonly TransactionRecord[]> {
  const now = ctx.clock.now()
  if (!memory.resumed) return ctx.store.lanes.due(relayer.id, now, limit, 'unbound')
  const rows = await ctx.store.lanes.due(relayer.id, now + SUSPENDED_RETRY_MS, UNBOUND_LIMIT, 'unbound')
  memory.resumed = rows.length === UNBOUND_LIMIT
  return rows.filter(({ dueAt, statusReason }) => (dueAt ?? 0) <= now || statusReason === WAITING_FOR_DOCTOR)
}

/** Rows of the API come back as due: a cancel, a replacement, the end of a validity. */
function takeBound({ memory }: OpenLane, rows: readonly TransactionRecord[]): void {
  for (const row of rows) {
    if (row.slot === null) continue
    const view = memory.slots.get(slotId(row.slot))
    if (view?.transaction && view.transaction.version < row.version)
      memory.slots.set(slotId(row.slot), { ...view, transaction: row, notBefore: 0 })
  }
}

function snapshotOf(
  ctx: Context,
  { chain, memory }: OpenLane,
  due: readonly TransactionRecord[],
  unavailable: boolean,
): LaneSnapshot {
  return {
    traits: chain.traits,
    slots: [...memory.slots.values()],
    due,
    suspendedBefore: memory.suspendedBefore,
    unavailable,
    window: Math.min(memory.window, chain.traits.maxInFlight),
    now: ctx.clock.now(),
    rebroadcastAfterMs: ctx.settings.rebroadcastAfterMs,
    bumpAfterMs: ctx.settings.bumpAfterMs,
  }
}

function rulesOf({ chain }: OpenLane): SettleRules {
  return {
    sequencing: chain.traits.sequencing,
    sequenceWord: chain.family === 'evm' ? 'nonce' : 'sequence',
    isConsumed: (sequence, state) => chain.isConsumed(sequence, state),
  }
}

/** Builds carry the rows as the settling commit left them: versions have grown since the plan was made. */
function current({ memory }: OpenLane, plan: LanePlan): LanePlan['builds'] {
  return plan.builds.map(build => {
    const view = build.slot && memory.slots.get(slotId(build.slot))
    if (!view || build.transaction === null || view.transaction?.id !== build.transaction.id) return build
    return {
      ...build,
      slot: view.slot,
      previous: view.attempts,
      transaction: { ...build.transaction, version: view.transaction.version },
    }
  })
}

function stillStored({ memory }: OpenLane, plan: LanePlan): LanePlan['rebroadcasts'] {
  return plan.rebroadcasts.filter(attempt => memory.slots.get(slotId(attempt))?.slot.state === 'open')
}

function earliest(waits: readonly (number | null)[]): number | null {
  const known = waits.filter(wait => wait !== null)
  return known.length === 0 ? null : Math.min(...known)
}

/** Whoever has something in flight is woken by every new head; an idle lane costs nothing. */
function watchHeads(ctx: Context, { chain, memory }: OpenLane, relayerId: string): void {
  const states = new Set([...memory.slots.values()].map(({ slot }) => slot.state))
  if (states.has('open')) ctx.heads.watch(chain, laneWake(relayerId), 'next')
  else if (states.has('consumed')) ctx.heads.watch(chain, laneWake(relayerId), 'now and then')
  else ctx.heads.unwatch(chain, laneWake(relayerId))
}

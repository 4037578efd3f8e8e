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
import type { LaneKey } from '../records/slot.ts'
import { terminalStatuses } from '../records/statusTable.ts'
import type { TransactionRecord } from '../records/transaction.ts'
import { broadcastAttempts, showAcknowledged } from './broadcastAttempts.ts'
import { commitLane } from './commitLane.ts'
import { type LaneSnapshot, slotId, type SlotView } from './laneView.ts'
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
 * One tick of a lane. Level-triggered: reads the whole state, acts, and says when time alone will matter. Safe to run at any
 * time, any number of times, in any number of processes: the lease lets one through. The lane of a deleted relayer admits
 * nothing, and is forgotten once all of its slots are final.
 */
export async function reconcileLane(ctx: Context, memories: LaneMemories, key: LaneKey): Promise<Requeue> {
  try {
    const lane = await openLane(ctx, memories, key)
    if (lane === null) return { requeueAfterMs: null }
    const requeue = await tick(ctx, lane)
    const isWatching = watchHeads(ctx, lane, key)
    if (requeue === 'lost' || (isRetired(lane) && !isWatching)) memories.delete(key)
    return requeue === 'lost' ? { requeueAfterMs: 0 } : requeue
  } catch (error) {
    // Whether the last commit went through is unknown: read everything again.
    memories.delete(key)
    throw error
  }
}

function isRetired({ relayer }: OpenLane): boolean {
  return relayer.deletedAt !== null
}

async function tick(ctx: Context, lane: OpenLane): Promise<Requeue | 'lost'> {
  const { memory } = lane
  const now = ctx.clock.now()
  if (memory.pausedUntil > now) return { requeueAfterMs: memory.pausedUntil - now }
  const limit = isRetired(lane) ? 0 : await roomForMore(ctx, lane)
  const [bound, unbound] = await Promise.all([
    ctx.store.lanes.due(lane.relayer.id, now, BOUND_LIMIT, 'bound'),
    limit > 0 ? dueRows(ctx, lane, limit) : [],
  ])
  takeBound(lane, bound)
  const observation = await observeLane(ctx, lane, unbound)
  const { facts, unavailable, news } = observation
  // What is known is written before new facts are judged: otherwise a status could be skipped.
  if (news && (await writeKnown(ctx, lane)) === 'lost') return 'lost'
  const everything = news || memory.slots.vacantCount > 0 || now >= memory.restUntil
  // Woken for nothing: no row, no block, no deadline. A lane with thousands of open slots must not be planned for that.
  if (!everything && !memory.slots.hasChanged && bound.length + unbound.length === 0) return restOf(ctx, lane)

  const changed = memory.slots.takeChanged()
  const slots = everything ? [...memory.slots.live(), ...observation.consumed] : changed
  const plan = planLane(snapshotOf(ctx, lane, slots, unbound, unavailable !== null), facts, rulesOf(lane))
  const settles = plan.slots.length + plan.unbound.length > 0
  if (settles && (await commitLane(ctx, lane, plan)) === 'lost') return 'lost'
  const submitted = facts === null ? null : await submitBuilds(ctx, lane, current(lane, plan), facts)
  if (submitted?.lost || (await writeKnown(ctx, lane)) === 'lost') return 'lost'
  const sent = await broadcastAttempts(ctx, lane, [...stillStored(lane, plan), ...(submitted?.attempts ?? [])])

  const pauseMs = unavailable === null ? sent.pauseMs : UNAVAILABLE_RETRY_MS
  memory.pausedUntil = ctx.clock.now() + pauseMs
  memory.full = plan.blocked || (limit === 0 && !isRetired(lane))
  const next = plan.nextAt ?? Number.POSITIVE_INFINITY
  memory.restUntil = unavailable !== null ? 0 : everything ? next : Math.min(memory.restUntil, next)
  if (pauseMs > 0) return (await writeKnown(ctx, lane)) === 'lost' ? 'lost' : { requeueAfterMs: pauseMs }
  // The next tick writes what the nodes said, together with what it binds.
  if (sent.count > 0) return { requeueAfterMs: 0 }
  return soonest(restOf(ctx, lane), submitted?.retryAfterMs ?? null)
}

/** Writes what earlier steps learnt and nobody has written yet. */
async function writeKnown(ctx: Context, lane: OpenLane): Promise<'lost' | 'written'> {
  const result = await commitLane(ctx, lane, { slots: [], unbound: [] })
  return result === 'lost' ? 'lost' : 'written'
}

/** When time alone will make a difference. */
function restOf(ctx: Context, { memory }: OpenLane): Requeue {
  const { restUntil } = memory
  return { requeueAfterMs: Number.isFinite(restUntil) ? Math.max(0, restUntil - ctx.clock.now()) : null }
}

function soonest({ requeueAfterMs }: Requeue, other: number | null): Requeue {
  if (other === null || requeueAfterMs === null) return { requeueAfterMs: requeueAfterMs ?? other }
  return { requeueAfterMs: Math.min(requeueAfterMs, other) }
}

/**
 * How many unbound rows are worth reading: as many as could be admitted now. With a full window none is, however often the
 * lane is woken. Lanes whose slots belong to several accounts read a fixed number, since each account has a window; after
 * a plan that had to leave some out, nothing is read before a block, an acknowledgement or a client's change makes room.
 */
async function roomForMore(ctx: Context, { chain, memory, relayer }: OpenLane): Promise<number> {
  const own = chain.traits.sequencing === 'none' ? '' : relayer.address
  const accounts = [...memory.slots.accounts()]
  if (chain.traits.maxInFlight > 1 && accounts.every(account => account === own)) {
    const { inFlight, unacknowledged } = memory.slots.use(own)
    const most = memory.accounts.get(own)?.maxInFlight ?? chain.traits.maxInFlight
    const window = Math.min(memory.window, most)
    return Math.max(0, Math.min(window - inFlight, chain.traits.maxUnacknowledged - unacknowledged, UNBOUND_LIMIT))
  }
  if (!memory.full || memory.slots.hasChanged || ctx.clock.now() >= memory.restUntil) return UNBOUND_LIMIT
  const head = await ctx.heads.head(chain)
  return head.ok && head.value.hash === memory.observed?.hash ? 0 : UNBOUND_LIMIT
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
    const id = slotId(row.slot)
    memory.slots.touch(id)
    const [stored, known] = [memory.slots.stored(id), memory.slots.get(id)]
    if (!stored?.transaction || !known || stored.transaction.version >= row.version) continue
    memory.slots.put({ ...stored, transaction: row, notBefore: 0 })
    if (known !== stored) memory.slots.amend({ ...known, transaction: withAnswers(row, known), notBefore: 0 })
  }
}

/** A client was faster than the commit of what the nodes said: both count. */
function withAnswers(row: TransactionRecord, { attempts }: SlotView): TransactionRecord {
  const last = attempts.at(-1)
  const acknowledged = last?.broadcast === 'acknowledged' && !terminalStatuses.has(row.status)
  return acknowledged ? showAcknowledged(row, last, last.broadcastAt ?? last.createdAt) : row
}

function snapshotOf(
  ctx: Context,
  { chain, memory }: OpenLane,
  slots: readonly SlotView[],
  due: readonly TransactionRecord[],
  unavailable: boolean,
): LaneSnapshot {
  return {
    traits: chain.traits,
    slots,
    use: account => memory.slots.use(account),
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

/** Whoever has something in flight is woken by every new head; an idle lane costs nothing. Returns whether it is woken. */
function watchHeads(ctx: Context, { chain, memory }: OpenLane, key: LaneKey): boolean {
  const isOpen = memory.slots.liveCount > memory.slots.vacantCount
  const isWatching = isOpen || memory.slots.consumedCount > 0
  if (isWatching) ctx.heads.watch(chain, laneWake(key), isOpen ? 'next' : 'now and then')
  else ctx.heads.unwatch(chain, laneWake(key))
  return isWatching
}

import type { WaitReason } from '../ports/chain.ts'
import type { AttemptRecord } from '../records/attempt.ts'
import type { SlotKey } from '../records/slot.ts'
import { nextStatus, terminalStatuses } from '../records/statusTable.ts'
import { newestRevision, type Revision, type TransactionRecord } from '../records/transaction.ts'
import { addUse, useOf } from './accountUse.ts'
import { type AccountUse, executorOf, type LaneFacts, type LaneSnapshot, type SlotView } from './laneView.ts'
import { type SettleRules, settleSlot } from './settleSlot.ts'

/** One attempt to build. Without `slot` it gets the next sequence; without `revision` it is a no-op. */
export interface PlannedBuild {
  /** Null: the no-op only fills a gap. */
  readonly transaction: TransactionRecord | null
  /** Null: the next sequence. A slot without a row yet is a gap to fill. */
  readonly slot: SlotKey | null
  readonly previous: readonly AttemptRecord[]
  readonly revision: Revision | null
}

/** What a tick will do, in this order. */
export interface LanePlan {
  /** Slots that change because of what the chain, a client or the clock says; no others. */
  readonly slots: readonly SlotView[]
  /** Unbound transactions that end now, or wait for the doctor or an endpoint; each at most once. */
  readonly unbound: readonly TransactionRecord[]
  /** To price and sign together; slots that exist first, then new ones in the order they were accepted. */
  readonly builds: readonly PlannedBuild[]
  /** Stored attempts to send (again). */
  readonly rebroadcasts: readonly AttemptRecord[]
  /** Whether transactions wait only because the window is full: the next acknowledgement or head lets them in. */
  readonly blocked: boolean
  /** When time alone will make a difference to one of the slots, ms since the epoch; null: only the chain or a client can. */
  readonly nextAt: number | null
}

/** Shown as `status_reason` of what may have run already because the rows are older than the chain. */
export const WAITING_FOR_DOCTOR =
  'waiting for the doctor: the chain is ahead of what is stored, and this may have been executed already'

/** So often may nodes drop what they acknowledged before it is given up: everything behind it waits. */
const MOST_VANISHED = 5
const DROPPED = 'Nodes accept the transaction and drop it again'
const REFUSED = 'The transaction was refused by the node'

/** How many acknowledged attempts, counted from the oldest, are sent again when the chain stands still for them. */
const REBROADCAST_OLDEST = 16

/**
 * The rules of a lane, in one place. Pure: rows, facts and time in, a plan out.
 *
 * 1. Believe the chain: every slot is settled first ({@link settleSlot}).
 * 2. An unbound transaction past its validity ends; a bound one asks for a no-op.
 * 3. A slot whose holder is to be voided, was replaced, was outbid or lost all its attempts gets a new attempt.
 * 4. What was stored and not acknowledged is sent again, and so is the oldest of what stands still.
 * 5. The window that is left goes to unbound transactions, oldest first, consecutive sequences.
 */
export function planLane(snapshot: LaneSnapshot, facts: LaneFacts | null, rules: SettleRules): LanePlan {
  const { now } = snapshot
  const slots = snapshot.slots.map(view =>
    withExpiry(facts === null ? view : settleSlot(view, facts, rules, now), snapshot),
  )
  const builds: PlannedBuild[] = []
  const rebroadcasts: AttemptRecord[] = []
  const timer = createTimer()
  let acknowledgedSeen = 0

  for (const view of slots) {
    if (view.slot.state !== 'open' || executorOf(view.attempts) !== null) continue
    if (view.notBefore > now) timer.at(view.notBefore)
    const build = view.notBefore > now ? null : planBuild(view, snapshot, timer)
    if (build !== null) {
      builds.push(build)
      continue
    }
    const last = liveAttempt(view)
    if (last === undefined) continue
    if (last.broadcast === 'acknowledged' && ++acknowledgedSeen > REBROADCAST_OLDEST) continue
    const dueAt = rebroadcastAt(last, snapshot.rebroadcastAfterMs)
    if (dueAt <= now) rebroadcasts.push(last)
    else timer.at(dueAt)
  }

  for (const gap of facts?.gaps ?? []) builds.push({ transaction: null, slot: gap, previous: [], revision: null })
  const ended = snapshot.due.filter(transaction => now >= transaction.validUntil).map(expireUnbound)
  const live = snapshot.due.filter(transaction => now < transaction.validUntil)
  const suspended = live.filter(transaction => isSuspended(transaction, snapshot))
  const ready = live.filter(transaction => !isSuspended(transaction, snapshot))
  const seen = slots.map(view => withDueAt(view, now))
  const changed = seen.filter((view, index) => view !== snapshot.slots[index])
  const { admitted, blocked } = admit(slots, snapshot, facts, ready)
  builds.push(...admitted)
  return {
    slots: changed,
    unbound: [
      ...ended,
      ...suspended.map(transaction => suspend(transaction, now)),
      ...(snapshot.unavailable ? waitForEndpoint(ready) : []),
    ],
    builds,
    rebroadcasts,
    blocked,
    nextAt: timer.next(),
  }
}

/** What a client or the clock asked for has been seen: the row is due again at the end of its validity, if at all. */
function withDueAt(view: SlotView, now: number): SlotView {
  const { transaction } = view
  if (transaction === null || transaction.slot === null || transaction.dueAt === null || transaction.dueAt > now)
    return view
  const waits = transaction.void === null && transaction.validUntil > now
  return { ...view, transaction: { ...transaction, dueAt: waits ? transaction.validUntil : null } }
}

function createTimer(): { at(time: number): void; next(): number | null } {
  let next: number | null = null
  return {
    at(time) {
      if (next === null || time < next) next = time
    },
    next: () => next,
  }
}

/** A bound transaction past its validity asks for a no-op, where an attempt can be competed with. */
function withExpiry(view: SlotView, snapshot: LaneSnapshot): SlotView {
  const { transaction } = view
  if (transaction === null || transaction.void !== null || !snapshot.traits.replaceable) return view
  if (snapshot.now < transaction.validUntil || terminalStatuses.has(transaction.status)) return view
  if (view.slot.state !== 'open' || executorOf(view.attempts) !== null) return view
  const reason = 'The transaction expired; its slot is being freed by a no-op'
  return {
    ...view,
    transaction: {
      ...transaction,
      void: { outcome: 'expired', reason: 'The transaction expired before it was included' },
      statusReason: reason,
      dueAt: null,
    },
  }
}

/** The new attempt a slot needs, if any. A refusal of every attempt ends in a no-op, since nothing else frees the slot. */
function planBuild(view: SlotView, snapshot: LaneSnapshot, timer: { at(time: number): void }): PlannedBuild | null {
  const { slot, attempts, transaction } = view
  const last = attempts.at(-1)
  const noop = { transaction, slot, previous: attempts, revision: null }
  const dead = attempts.every(attempt => attempt.broadcast === 'dead')
  if (transaction === null) return last === undefined || wantsMore(last, snapshot, timer) ? noop : null
  if (terminalStatuses.has(transaction.status)) return null
  const newest = newestRevision(transaction)
  const again = { transaction, slot, previous: attempts, revision: newest }
  if (last === undefined) return again
  if (!snapshot.traits.replaceable) return dead && transaction.void === null ? again : null

  const dropped = view.vanished >= MOST_VANISHED
  const voided = transaction.void !== null || dropped || attempts.every(attempt => attempt.broadcast === 'refused')
  if (voided) {
    const hasNoop = last.revision === null
    return !hasNoop || wantsMore(last, snapshot, timer)
      ? withRefusal(noop, dropped ? DROPPED : (last.broadcastReason ?? REFUSED))
      : null
  }
  if (newest.number > Math.max(...attempts.map(attempt => attempt.revision ?? 0))) return again
  return dead || wantsMore(last, snapshot, timer) ? again : null
}

/** Nodes will not have it: the transaction will end as failed with the reason once the no-op is at depth. */
function withRefusal(build: PlannedBuild, reason: string): PlannedBuild {
  const { transaction } = build
  if (transaction === null || transaction.void !== null) return build
  return { ...build, transaction: { ...transaction, void: { outcome: 'failed', reason }, statusReason: reason } }
}

/** Whether an attempt must be outbid: a node said so or refused it, or it has been in a pool for too long. */
function wantsMore(last: AttemptRecord, snapshot: LaneSnapshot, timer: { at(time: number): void }): boolean {
  if (!snapshot.traits.replaceable) return false
  const at = outbidAt(last, snapshot.bumpAfterMs)
  if (at === null) return false
  if (at <= snapshot.now) return true
  timer.at(at)
  return false
}

function outbidAt(last: AttemptRecord, bumpAfterMs: number): number | null {
  const asked = last.broadcastAt ?? last.createdAt
  const doublings = 2 ** Math.min(last.number - 1, 10)
  // One bump per second at most: each of them costs at least 10 % more.
  if (last.broadcast === 'underpriced') return asked + 1_000
  // A refused no-op leaves the slot taken: try again, later and later, since everything behind it waits.
  if (last.broadcast === 'refused' && last.revision === null) return asked + Math.min(1_000 * doublings, bumpAfterMs)
  return last.broadcast === 'acknowledged' || last.broadcast === 'refused'
    ? last.createdAt + bumpAfterMs * doublings
    : null
}

/**
 * The attempt worth sending again: the newest that is neither dead nor refused. For a transaction that has ended and fell out
 * of the chain in a deep reorg it is the one that had executed: no other may take its place now.
 */
function liveAttempt({ attempts, transaction }: SlotView): AttemptRecord | undefined {
  if (transaction !== null && terminalStatuses.has(transaction.status))
    return attempts.find(({ id }) => id === transaction.shown?.id)
  return attempts.findLast(attempt => attempt.broadcast !== 'dead' && attempt.broadcast !== 'refused')
}

function rebroadcastAt(attempt: AttemptRecord, rebroadcastAfterMs: number): number {
  if (attempt.broadcastAt === null) return 0
  // Acknowledged ones are few (the oldest only), and what stands behind a lost one waits for it: no growth beyond twice.
  if (attempt.broadcast === 'acknowledged')
    return attempt.broadcastAt + rebroadcastAfterMs * Math.min(attempt.broadcastCount, 2)
  return attempt.broadcastAt + 1_000 * 2 ** Math.min(Math.max(attempt.broadcastCount - 1, 0), 4)
}

function expireUnbound(transaction: TransactionRecord): TransactionRecord {
  return {
    ...transaction,
    status: nextStatus(transaction.status, 'expireUnbound'),
    statusReason: 'The transaction expired before it was submitted',
    dueAt: null,
  }
}

/** How long a suspended transaction is left alone before its row is looked at again, ms. */
export const SUSPENDED_RETRY_MS = 60_000

function isSuspended(transaction: TransactionRecord, { suspendedBefore }: LaneSnapshot): boolean {
  return suspendedBefore !== null && transaction.createdAt < suspendedBefore
}

function suspend(transaction: TransactionRecord, now: number): TransactionRecord {
  const dueAt = Math.min(now + SUSPENDED_RETRY_MS, transaction.validUntil)
  return { ...transaction, statusReason: WAITING_FOR_DOCTOR, dueAt }
}

/** Says why nothing happens, once; they stay due. */
function waitForEndpoint(ready: readonly TransactionRecord[]): readonly TransactionRecord[] {
  const statusReason: WaitReason = 'waiting for an endpoint'
  return ready
    .filter(transaction => transaction.statusReason !== statusReason)
    .map(transaction => ({ ...transaction, statusReason }))
}

/** Hands the free window to unbound transactions, oldest first; vacant slots are used up before new sequences. */
function admit(
  slots: readonly SlotView[],
  snapshot: LaneSnapshot,
  facts: LaneFacts | null,
  due: readonly TransactionRecord[],
): { admitted: readonly PlannedBuild[]; blocked: boolean } {
  const vacant = slots.filter(view => view.slot.state === 'vacant')
  const room = new Map<string, number>()
  const roomOf = (account: string): number => {
    const { inFlight, unacknowledged } = useAfter(account, snapshot, slots)
    const window = Math.min(snapshot.window, facts?.accounts.get(account)?.maxInFlight ?? snapshot.window)
    return Math.min(window - inFlight, snapshot.traits.maxUnacknowledged - unacknowledged)
  }
  const admitted: PlannedBuild[] = []
  let blocked = false
  for (const transaction of due) {
    const revision = newestRevision(transaction)
    const account = revision.sequenceAccount ?? ''
    const free = room.get(account) ?? roomOf(account)
    room.set(account, Math.max(0, free - 1))
    if (free <= 0) {
      blocked = true
      continue
    }
    const at = vacant.findIndex(view => view.slot.account === account)
    const takeover = at < 0 ? undefined : vacant.splice(at, 1)[0]
    admitted.push({ transaction, slot: takeover?.slot ?? null, previous: takeover?.attempts ?? [], revision })
  }
  return { admitted, blocked }
}

/** What an account's slots add up to once they are settled. */
function useAfter(account: string, snapshot: LaneSnapshot, settled: readonly SlotView[]): AccountUse {
  let use = snapshot.use(account)
  for (const [index, before] of snapshot.slots.entries()) {
    const view = settled[index] as SlotView
    if (view === before || view.slot.account !== account) continue
    use = addUse(addUse(use, useOf(before), -1), useOf(view), 1)
  }
  return use
}

import type { Context } from '../context/context.ts'
import type { TransactionWrite } from '../ports/store.ts'
import { deliveriesWake } from '../reconcile/wakes.ts'
import type { AttemptRecord } from '../records/attempt.ts'
import type { NewEvent } from '../records/event.ts'
import type { RelayerRecord } from '../records/resources.ts'
import type { SlotRecord } from '../records/slot.ts'
import type { TransactionRecord } from '../records/transaction.ts'
import { transactionEvent } from '../transactions/transactionEvent.ts'
import { executorOf, slotId, type SlotView } from './laneView.ts'
import type { OpenLane } from './openLane.ts'

/** What a tick wants to be true: slots that changed, with everything under them, and transactions without a slot. */
export interface LaneChange {
  readonly slots: readonly SlotView[]
  readonly unbound: readonly TransactionRecord[]
}

/**
 * Writes the difference between what is now known and what the rows have, with the events that tell of it, in one commit
 * under the lease: the change, and what earlier steps left unwritten. `lost`: the lease or a row is not as we knew it; nothing was written, and the lane must
 * be loaded anew before anything else is done.
 */
export async function commitLane(
  ctx: Context,
  lane: OpenLane,
  change: LaneChange,
): Promise<'committed' | 'unchanged' | 'lost'> {
  const { memory, relayer } = lane
  const newSlots: SlotRecord[] = []
  const slots: SlotRecord[] = []
  const newAttempts: AttemptRecord[] = []
  const attempts: AttemptRecord[] = []
  const transactions: TransactionWrite[] = []
  const events: NewEvent[] = []
  const views: SlotView[] = []

  const changed = new Map<string, SlotView>()
  for (const view of memory.slots.unwritten()) changed.set(slotId(view.slot), view)
  for (const view of change.slots) changed.set(slotId(view.slot), view)
  for (const [id, view] of changed) {
    const known = memory.slots.stored(id)
    if (known === view) continue
    if (known === undefined) newSlots.push(view.slot)
    else if (known.slot !== view.slot) slots.push(view.slot)
    const knownAttempts = new Map(known?.attempts.map(attempt => [attempt.id, attempt]))
    for (const attempt of view.attempts) {
      const before = knownAttempts.get(attempt.id)
      if (before === undefined) newAttempts.push(attempt)
      else if (before !== attempt) attempts.push(attempt)
    }
    // A vacant slot that is taken over had another holder: that is no earlier version of this transaction.
    const before = known?.transaction?.id === view.transaction?.id ? (known?.transaction ?? null) : null
    const write =
      view.transaction === null || view.transaction === before ? null : writeOf(ctx, lane, view.transaction, before)
    if (write !== null) transactions.push(write)
    const transaction = write?.transaction ?? view.transaction
    views.push({ ...view, transaction })
    const reorged = known !== undefined && executorOf(known.attempts) !== null && executorOf(view.attempts) === null
    if (reorged && transaction !== null)
      events.push(transactionEvent(ctx, 'transaction_reorged', lane.chain, ownerOf(lane, transaction), transaction))
  }
  for (const transaction of change.unbound) transactions.push(writeOf(ctx, lane, transaction, null))

  const nothing =
    newSlots.length + slots.length + newAttempts.length + attempts.length + transactions.length + events.length === 0
  if (!nothing) {
    const result = await ctx.store.lanes.commit({
      lease: memory.lease,
      newSlots,
      slots,
      newAttempts,
      attempts,
      transactions,
      events,
    })
    if (result !== 'committed') {
      ctx.logger.info({ relayerId: relayer.id, result }, 'a lane commit was refused; the lane is read again')
      return 'lost'
    }
  }
  remember(lane, views)
  const told = [...events, ...transactions.flatMap(({ event }) => event ?? [])]
  for (const id of new Set(told.flatMap(({ notificationId }) => notificationId ?? [])))
    ctx.queue.add(deliveriesWake(id))
  ctx.changes.publish(transactions.map(write => write.transaction))
  return nothing ? 'unchanged' : 'committed'
}

/** A transaction stays its own relayer's, also where the account has another relayer by now. */
function ownerOf({ relayer, owners }: OpenLane, { relayerId }: TransactionRecord): RelayerRecord {
  return owners.get(relayerId) ?? { ...relayer, id: relayerId, notificationId: null }
}

function writeOf(
  ctx: Context,
  lane: OpenLane,
  next: TransactionRecord,
  before: TransactionRecord | null,
): TransactionWrite {
  const transaction = { ...next, version: next.version + 1 }
  const tells = before === null ? next.status !== 'pending' : isNews(before, next)
  return {
    transaction,
    expectedVersion: next.version,
    event: tells
      ? transactionEvent(ctx, 'transaction_update', lane.chain, ownerOf(lane, transaction), transaction)
      : null,
  }
}

/** Whether a client sees more than a changed waiting reason. */
function isNews(before: TransactionRecord, next: TransactionRecord): boolean {
  return (
    before.status !== next.status ||
    before.void !== next.void ||
    before.executedRevision !== next.executedRevision ||
    before.shown?.id !== next.shown?.id ||
    before.revisions.length !== next.revisions.length
  )
}

function remember({ memory }: OpenLane, views: readonly SlotView[]): void {
  for (const view of views) {
    memory.slots.put(view)
    const highest = memory.highest.get(view.slot.account)
    if (highest === undefined || view.slot.sequence > highest) memory.highest.set(view.slot.account, view.slot.sequence)
  }
}

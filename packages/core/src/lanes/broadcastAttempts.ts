import type { Context } from '../context/context.ts'
import type { BroadcastOutcome } from '../ports/chain.ts'
import type { AttemptRecord } from '../records/attempt.ts'
import { nextStatus, terminalStatuses } from '../records/statusTable.ts'
import type { TransactionRecord } from '../records/transaction.ts'
import { slotId, type SlotView } from './laneView.ts'
import type { OpenLane } from './openLane.ts'

/** How a broadcast went, for the pace of the lane. */
export interface BroadcastResult {
  /** A node asked to be left alone for so long, ms; 0: it did not. */
  readonly pauseMs: number
  /** How many attempts were sent, and how many of them a node took or knew. */
  readonly count: number
  readonly acknowledged: number
}

/** Shown as `status_reason` while a node says the account cannot pay. */
const WAITING_FOR_FUNDS = 'waiting for funds'

/**
 * Sends stored attempts in sequence order and takes down what the nodes said, for the lane's next commit, which the caller
 * lets follow at once. A crash before it is harmless: the bytes are stored, and the same bytes are sent again. No answer
 * frees a slot.
 */
export async function broadcastAttempts(
  ctx: Context,
  lane: OpenLane,
  attempts: readonly AttemptRecord[],
): Promise<BroadcastResult> {
  if (attempts.length === 0) return { pauseMs: 0, count: 0, acknowledged: 0 }
  const ordered = attempts.toSorted((a, b) => (slotId(a) < slotId(b) ? -1 : 1))
  const outcomes = await lane.chain.broadcast(ordered)
  const now = ctx.clock.now()
  const { slots } = lane.memory
  for (const [index, attempt] of ordered.entries()) {
    const outcome = outcomes[index] as BroadcastOutcome
    const view = slots.get(slotId(attempt))
    if (view !== undefined) slots.amend(afterBroadcast(view, attempt, outcome, now))
    if (outcome.kind !== 'accepted' && outcome.kind !== 'alreadyKnown') {
      ctx.logger.info(
        {
          relayerId: lane.relayer.id,
          transactionId: attempt.transactionId,
          attempt: attempt.id,
          outcome: outcome.kind,
          reason: outcome.reason,
        },
        'an attempt was not accepted',
      )
    }
  }
  adjustWindow(lane, outcomes)
  const pauses = outcomes.map(outcome => (outcome.kind === 'busy' ? outcome.retryAfterMs : 0))
  return {
    pauseMs: Math.max(0, ...pauses),
    count: ordered.length,
    acknowledged: outcomes.filter(isAcknowledged).length,
  }
}

function afterBroadcast(view: SlotView, sent: AttemptRecord, outcome: BroadcastOutcome, now: number): SlotView {
  const known = view.attempts.find(attempt => attempt.id === sent.id) ?? sent
  const acknowledged = isAcknowledged(outcome)
  const attempt: AttemptRecord = {
    ...known,
    broadcast: acknowledged ? 'acknowledged' : stateAfter(outcome, known),
    broadcastCount: known.broadcastCount + 1,
    broadcastAt: now,
    acknowledgedAt: acknowledged ? (known.acknowledgedAt ?? now) : known.acknowledgedAt,
    broadcastReason: acknowledged ? null : outcome.reason,
    endpoint: outcome.endpoint ?? known.endpoint,
  }
  return {
    ...view,
    demanded: outcome.kind === 'feeTooLow' ? outcome.minimum : view.demanded,
    // A node that takes as new what was acknowledged before had dropped it in between.
    vanished: view.vanished + (known.broadcast === 'acknowledged' && outcome.kind === 'accepted' ? 1 : 0),
    attempts: view.attempts.map(other => (other.id === attempt.id ? attempt : other)),
    transaction: view.transaction && transactionAfter(view.transaction, attempt, outcome, now),
  }
}

function stateAfter(outcome: BroadcastOutcome, known: AttemptRecord): AttemptRecord['broadcast'] {
  // What a node has once taken stays so, whatever another node or a later answer says; the chain decides.
  if (outcome.kind === 'feeTooLow' || outcome.kind === 'occupied')
    return known.broadcast === 'acknowledged' ? 'acknowledged' : 'underpriced'
  if (outcome.kind === 'refused') return known.broadcast === 'acknowledged' ? 'acknowledged' : 'refused'
  return known.broadcast
}

function transactionAfter(
  transaction: TransactionRecord,
  attempt: AttemptRecord,
  outcome: BroadcastOutcome,
  now: number,
): TransactionRecord {
  if (terminalStatuses.has(transaction.status)) return transaction
  if (attempt.broadcast === 'acknowledged') return showAcknowledged(transaction, attempt, now)
  const reason =
    outcome.kind === 'insufficientFunds'
      ? WAITING_FOR_FUNDS
      : outcome.kind === 'refused'
        ? outcome.reason
        : transaction.statusReason
  return reason === transaction.statusReason ? transaction : { ...transaction, statusReason: reason }
}

/** A transaction once a node has taken one of its attempts. */
export function showAcknowledged(
  transaction: TransactionRecord,
  attempt: AttemptRecord,
  now: number,
): TransactionRecord {
  const waited = transaction.statusReason === WAITING_FOR_FUNDS
  const shown = { id: attempt.id, revision: attempt.revision, details: attempt.details }
  // A no-op that a node took says nothing about the transaction itself: a refused one stays `sent`.
  const status = attempt.revision === null ? transaction.status : nextStatus(transaction.status, 'acknowledge')
  const sentAt = attempt.revision === null ? transaction.sentAt : now
  const same =
    status === transaction.status && transaction.shown?.id === shown.id && transaction.sentAt !== null && !waited
  if (same) return transaction
  return { ...transaction, status, sentAt, shown, statusReason: waited ? null : transaction.statusReason }
}

function isAcknowledged({ kind }: BroadcastOutcome): boolean {
  return kind === 'accepted' || kind === 'alreadyKnown'
}

function adjustWindow(lane: OpenLane, outcomes: readonly BroadcastOutcome[]): void {
  const { memory, chain } = lane
  if (outcomes.every(isAcknowledged)) {
    memory.window = Math.min(memory.window * 2, chain.traits.maxInFlight)
  } else if (outcomes.some(outcome => outcome.kind === 'busy' || outcome.kind === 'gap')) {
    memory.window = Math.max(1, Math.floor(memory.window / 2))
  }
}

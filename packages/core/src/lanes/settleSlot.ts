import type { Consumer } from '../ports/chain.ts'
import type { AttemptRecord, Landing } from '../records/attempt.ts'
import { sequenceText } from '../records/sequence.ts'
import { nextStatus, type StatusEvent, terminalStatuses } from '../records/statusTable.ts'
import { newestRevision, type TransactionRecord } from '../records/transaction.ts'
import { executorOf, type LaneFacts, slotId, type SlotView } from './laneView.ts'

/**
 * Brings one slot up to date with what the chain says. Pure. Returns the very same object when nothing changed, so that a
 * tick without new facts writes nothing (I5). Never changes a terminal status (I4), never frees a slot that is not
 * consumed or whose attempts are not all proven dead.
 */
export function settleSlot(view: SlotView, facts: LaneFacts, chain: SettleRules, now: number): SlotView {
  const attempts = settleAttempts(view.attempts, facts)
  const changed = attempts !== view.attempts
  const executor = executorOf(attempts)
  const before = executorOf(view.attempts)

  if (executor?.landing) {
    if (!changed && view.consumedSince === null) return view
    return settleExecuted({ ...view, attempts, consumedSince: null }, executor, executor.landing, now)
  }
  if (before !== null) return settleReorg({ ...view, attempts, consumedSince: null })
  if (view.slot.state === 'open' && attempts.length > 0 && attempts.every(attempt => attempt.broadcast === 'dead')) {
    return settleDead(changed ? { ...view, attempts } : view, chain, now)
  }
  const state = facts.accounts.get(view.slot.account)
  if (view.slot.state === 'open' && state !== undefined && chain.isConsumed(view.slot.sequence, state)) {
    return settleUsedByStranger({ ...view, attempts }, view, facts, chain, now)
  }
  if (!changed) return view.consumedSince === null ? view : { ...view, consumedSince: null }
  const acknowledged = attempts.some(attempt => attempt.revision !== null && attempt.broadcast === 'acknowledged')
  return {
    ...view,
    attempts,
    consumedSince: null,
    transaction: acknowledged ? acknowledge(view.transaction, now) : view.transaction,
  }
}

/** What settling needs to know of the chain; {@link Chain} and its traits have it. */
export interface SettleRules {
  readonly sequencing: 'account' | 'none'
  /** `nonce` or `sequence`: how the family calls it in a message. */
  readonly sequenceWord: string
  isConsumed(sequence: string, state: NonNullable<ReturnType<LaneFacts['accounts']['get']>>): boolean
}

/** The very same array when nothing was learnt of any of them. */
function settleAttempts(attempts: readonly AttemptRecord[], facts: LaneFacts): readonly AttemptRecord[] {
  if (!attempts.some(({ id }) => facts.fates.has(id))) return attempts
  const settled = attempts.map(attempt => settleAttempt(attempt, facts))
  return settled.some((attempt, index) => attempt !== attempts[index]) ? settled : attempts
}

function settleAttempt(attempt: AttemptRecord, facts: LaneFacts): AttemptRecord {
  const fate = facts.fates.get(attempt.id)
  if (fate === undefined) return attempt
  if (fate.kind === 'landed') {
    if (attempt.landing !== null && sameLanding(attempt.landing, fate.landing)) return attempt
    return { ...attempt, landing: fate.landing, broadcast: 'acknowledged' }
  }
  if (fate.kind === 'dead') {
    return attempt.broadcast === 'dead'
      ? attempt
      : { ...attempt, landing: null, broadcast: 'dead', broadcastReason: fate.proof }
  }
  // `stored` makes the plan send the bytes again at once: its block is gone, and pools do not always take it back.
  if (attempt.landing !== null) return { ...attempt, landing: null, broadcast: 'stored', broadcastAt: null }
  if (fate.kind === 'pending' && (attempt.broadcast === 'stored' || attempt.broadcast === 'underpriced')) {
    return { ...attempt, broadcast: 'acknowledged' }
  }
  return attempt
}

function sameLanding(a: Landing, b: Landing): boolean {
  return a.blockHash === b.blockHash && a.finality === b.finality && a.success === b.success
}

function settleExecuted(view: SlotView, executor: AttemptRecord, landing: Landing, now: number): SlotView {
  const settled = landing.finality !== 'included'
  const slot = settled
    ? {
        ...view.slot,
        state: landing.finality === 'finalized' ? ('final' as const) : ('consumed' as const),
        consumedBy: executor.id,
      }
    : { ...view.slot, state: 'open' as const, consumedBy: null }
  const transaction = view.transaction && executed(view.transaction, executor, landing, now)
  return { ...view, slot: sameSlot(view, slot) ? view.slot : slot, transaction }
}

function sameSlot(view: SlotView, slot: SlotView['slot']): boolean {
  return view.slot.state === slot.state && view.slot.consumedBy === slot.consumedBy
}

function executed(
  transaction: TransactionRecord,
  executor: AttemptRecord,
  landing: Landing,
  now: number,
): TransactionRecord {
  if (terminalStatuses.has(transaction.status)) return transaction
  const isRevision = executor.revision !== null
  const settled = landing.finality !== 'included'
  const event = executionEvent(transaction, isRevision, settled, landing.success)
  const status = event === null ? transaction.status : nextStatus(transaction.status, event)
  return {
    ...transaction,
    status,
    statusReason: executionReason(transaction, executor, landing, settled),
    executedRevision: executor.revision,
    shown: { id: executor.id, revision: executor.revision, details: { ...executor.details, ...landing.details } },
    sentAt: transaction.sentAt ?? now,
    confirmedAt: status === 'confirmed' ? now : null,
    dueAt: terminalStatuses.has(status) ? null : transaction.dueAt,
  }
}

function executionEvent(
  transaction: TransactionRecord,
  isRevision: boolean,
  settled: boolean,
  success: boolean,
): StatusEvent | null {
  if (isRevision) {
    if (settled) return success ? 'confirm' : 'revert'
    return success ? 'include' : 'includeReverted'
  }
  // A no-op decides nothing before it is at depth: the original may still win after a reorg.
  if (!settled) return transaction.status === 'mined' ? 'reorg' : null
  return voidEvent(transaction)
}

function voidEvent(transaction: TransactionRecord): StatusEvent {
  if (transaction.void?.outcome === 'canceled') return 'voidCanceled'
  return transaction.void?.outcome === 'expired' ? 'voidExpired' : 'voidFailed'
}

function executionReason(
  transaction: TransactionRecord,
  executor: AttemptRecord,
  landing: Landing,
  settled: boolean,
): string | null {
  if (executor.revision === null) return transaction.void?.reason ?? transaction.statusReason
  if (!landing.success)
    return settled ? (landing.reason ?? 'Transaction reverted on-chain (receipt status: failed)') : null
  const superseded = transaction.void !== null || executor.revision < newestRevision(transaction).number
  return superseded ? `Replacement (or cancellation) came too late: revision ${executor.revision} executed` : null
}

/** The receipt is gone with its block: below `confirmed` the status goes back, beyond it only the slot opens again. */
function settleReorg(view: SlotView): SlotView {
  const slot = view.slot.state === 'open' ? view.slot : { ...view.slot, state: 'open' as const, consumedBy: null }
  const transaction = view.transaction
  if (transaction === null || terminalStatuses.has(transaction.status)) return { ...view, slot }
  return {
    ...view,
    slot,
    transaction: {
      ...transaction,
      status: nextStatus(transaction.status, 'reorg'),
      statusReason: 'The block of this transaction was reorganised; it was sent again',
      executedRevision: null,
    },
  }
}

/** Nothing under the slot can land any more. The plan signs anew where that is allowed; otherwise it ends here. */
function settleDead(view: SlotView, chain: SettleRules, now: number): SlotView {
  const transaction = view.transaction
  const last = view.attempts.at(-1) as AttemptRecord
  const free = { ...view.slot, state: chain.sequencing === 'none' ? ('final' as const) : ('vacant' as const) }
  if (transaction === null || terminalStatuses.has(transaction.status)) return { ...view, slot: free }
  const end = (event: StatusEvent, statusReason: string | null): SlotView => ({
    ...view,
    slot: free,
    transaction: { ...transaction, status: nextStatus(transaction.status, event), statusReason, dueAt: null },
  })
  if (transaction.void !== null) return end(voidEvent(transaction), transaction.void.reason)
  if (now >= transaction.validUntil) return end('voidExpired', 'The transaction expired before it was included')
  if (!newestRevision(transaction).rebuildable) return end('voidExpired', last.broadcastReason)
  return view
}

/**
 * The chain has used the sequence, and none of our attempts is there. Waits until the use is final, then believes whoever
 * the chain says it was: a lost attempt of ours is adopted, after somebody else's the transaction gets a new slot, and
 * where nobody is found it fails rather than run twice.
 */
function settleUsedByStranger(
  view: SlotView,
  before: SlotView,
  facts: LaneFacts,
  chain: SettleRules,
  now: number,
): SlotView {
  const since = view.consumedSince ?? facts.head.height
  const consumer = facts.consumers.get(slotId(view.slot))
  if (consumer === undefined) {
    const same =
      view.consumedSince === since && view.attempts.every((attempt, index) => attempt === before.attempts[index])
    return same ? before : { ...view, consumedSince: since }
  }
  const transaction = view.transaction
  if (consumer.kind === 'ours' && transaction !== null) return adopt(view, transaction, consumer, now)
  const slot = { ...view.slot, state: 'final' as const, consumedBy: null }
  if (transaction === null || terminalStatuses.has(transaction.status)) return { ...view, slot }
  const word = `${chain.sequenceWord} ${sequenceText(view.slot.sequence)}`
  const end = (event: StatusEvent, statusReason: string): SlotView => ({
    ...view,
    slot,
    transaction: { ...transaction, status: nextStatus(transaction.status, event), statusReason, dueAt: null },
  })
  if (transaction.void !== null) return end(voidEvent(transaction), transaction.void.reason)
  if (consumer.kind !== 'stranger') return end('lose', `${word} consumed by an unknown transaction`)
  const statusReason = `${word} was used by another transaction (${consumer.id}); waiting for a new one`
  const status = nextStatus(transaction.status, 'unbind')
  return {
    ...view,
    slot,
    transaction: { ...transaction, status, statusReason, slot: null, shown: null, sentAt: null, dueAt: now },
  }
}

/** An attempt that rows have lost (a restored backup) and the chain has: stored again, it is found like any other. */
function adopt(
  view: SlotView,
  transaction: TransactionRecord,
  consumer: Extract<Consumer, { kind: 'ours' }>,
  now: number,
): SlotView {
  const { attempt: found, revision } = consumer
  const attempt: AttemptRecord = {
    account: view.slot.account,
    sequence: view.slot.sequence,
    id: found.id,
    otherIds: found.otherIds,
    raw: found.raw,
    details: found.details,
    bound: found.bound,
    maxCost: found.maxCost,
    lane: view.slot.lane,
    transactionId: transaction.id,
    revision: transaction.revisions[revision]?.number ?? null,
    number: view.attempts.length + 1,
    createdAt: now,
    broadcast: 'acknowledged',
    broadcastCount: 0,
    broadcastAt: now,
    acknowledgedAt: now,
    broadcastReason: null,
    endpoint: null,
    landing: null,
  }
  return { ...view, attempts: [...view.attempts, attempt], consumedSince: null }
}

function acknowledge(transaction: TransactionRecord | null, now: number): TransactionRecord | null {
  if (transaction === null || terminalStatuses.has(transaction.status)) return transaction
  const status = nextStatus(transaction.status, 'acknowledge')
  return status === transaction.status ? transaction : { ...transaction, status, sentAt: transaction.sentAt ?? now }
}

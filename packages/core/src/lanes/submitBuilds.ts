import type { Context } from '../context/context.ts'
import type { BuildItem, BuildResult, BuiltAttempt } from '../ports/chain.ts'
import type { Signer } from '../ports/signer.ts'
import type { AttemptRecord } from '../records/attempt.ts'
import type { Sequence } from '../records/sequence.ts'
import type { SlotKey } from '../records/slot.ts'
import { nextStatus, terminalStatuses } from '../records/statusTable.ts'
import { newestRevision, type TransactionRecord } from '../records/transaction.ts'
import { commitLane } from './commitLane.ts'
import { type LaneFacts, slotId, type SlotView } from './laneView.ts'
import type { OpenLane } from './openLane.ts'
import type { PlannedBuild } from './planLane.ts'

/** What became of the planned builds. */
export interface SubmitResult {
  readonly lost: boolean
  /** Stored and not yet sent. */
  readonly attempts: readonly AttemptRecord[]
  /** The shortest wait that something `notYet` asked for, ms; null: nothing waits. */
  readonly retryAfterMs: number | null
}

/** How long a transaction waits before funds are looked at again, ms. */
const FUNDS_RETRY_MS = 2_000

/**
 * Prices and signs what was planned and stores it: slot, bytes, attempt, status and event of all of them in one commit
 * (I1, I2, I3). Nothing has been sent when it returns. A failure before the commit leaves no gap, because sequences exist
 * only in what is thrown away; a crash after it is healed by sending the stored bytes.
 */
export async function submitBuilds(
  ctx: Context,
  lane: OpenLane,
  builds: readonly PlannedBuild[],
  facts: LaneFacts,
): Promise<SubmitResult> {
  if (builds.length === 0) return { lost: false, attempts: [], retryAfterMs: null }
  const items = builds.map(
    (build): BuildItem => ({
      key: build.transaction?.id ?? slotId(build.slot as SlotKey),
      revision: build.revision,
      slot: build.slot,
      previous: build.previous,
      demanded: (build.slot && lane.memory.slots.get(slotId(build.slot))?.demanded) ?? null,
      sequenceAccount: build.revision === null ? (build.slot?.account ?? null) : build.revision.sequenceAccount,
      validUntil: build.transaction?.validUntil ?? ctx.clock.now() + ctx.settings.defaultValidityMs,
    }),
  )
  const signer = await openSigner(ctx, lane)
  const results = await lane.chain.build({
    head: facts.head,
    account: lane.relayer.address,
    policies: lane.relayer.policies,
    nextSequences: nextSequences(lane, facts),
    signerOf: (address): Signer | null => (address === lane.relayer.address ? signer : null),
    items,
  })
  const now = ctx.clock.now()
  const gated = gateFunds(lane, facts, builds, results)
  const change = { slots: [] as SlotView[], unbound: [] as TransactionRecord[] }
  const attempts: AttemptRecord[] = []
  let retryAfterMs: number | null = null
  for (const [index, build] of builds.entries()) {
    const result = gated[index] as BuildResult
    if (result.kind === 'built') {
      const view = bind(lane, build, result.attempt, now)
      attempts.push(view.attempts.at(-1) as AttemptRecord)
      change.slots.push(view)
      continue
    }
    if (result.kind === 'notYet') retryAfterMs = Math.min(retryAfterMs ?? result.retryAfterMs, result.retryAfterMs)
    postpone(lane, build, result, now, change)
  }
  const result = await commitLane(ctx, lane, change)
  return { lost: result === 'lost', attempts: result === 'lost' ? [] : attempts, retryAfterMs }
}

/** Null: it can't be opened. A deleted relayer's signer may be gone, or be another key under the same id: that never signs. */
async function openSigner(ctx: Context, { chain, relayer }: OpenLane): Promise<Signer | null> {
  const record = await ctx.directory.signer(relayer.signerId)
  const opened = record && ctx.opened.signer(record)
  if (!opened?.ok) return null
  if (relayer.deletedAt === null) return opened.value
  const publicKey = await opened.value.publicKey(chain.curve)
  return publicKey !== null && chain.addressOf(publicKey) === relayer.address ? opened.value : null
}

function nextSequences({ chain, memory }: OpenLane, facts: LaneFacts): ReadonlyMap<string, Sequence> {
  const next = new Map<string, Sequence>()
  for (const [account, state] of facts.accounts) {
    const sequence = chain.nextSequence(state, memory.highest.get(account) ?? null)
    if (sequence !== null) next.set(account, sequence)
  }
  return next
}

/**
 * New sequences are handed out only for what the account can pay on top of everything in flight. The first that it can't
 * stops all that follow it, so that none of them opens a gap.
 */
function gateFunds(
  lane: OpenLane,
  facts: LaneFacts,
  builds: readonly PlannedBuild[],
  results: readonly BuildResult[],
): readonly BuildResult[] {
  const balance = facts.accounts.get(lane.relayer.address)?.balance ?? null
  if (balance === null) return results
  let reserved = lane.chain.minimumBalance(lane.relayer.policies)
  for (const account of lane.memory.slots.accounts()) reserved += lane.memory.slots.use(account).reserved
  let short = false
  return results.map((result, index) => {
    if (result.kind !== 'built' || builds[index]?.slot !== null) return result
    reserved += result.attempt.maxCost
    short ||= reserved > balance
    return short ? { kind: 'notYet', reason: 'waiting for funds', detail: null, retryAfterMs: FUNDS_RETRY_MS } : result
  })
}

function bind(lane: OpenLane, build: PlannedBuild, built: BuiltAttempt, now: number): SlotView {
  const { lane: laneKey } = lane.memory.lease
  const key = { account: built.account, sequence: built.sequence }
  const known = lane.memory.slots.get(slotId(key))
  const attempt: AttemptRecord = {
    ...key,
    id: built.id,
    otherIds: built.otherIds,
    raw: built.raw,
    details: built.details,
    bound: built.bound,
    maxCost: built.maxCost,
    lane: laneKey,
    transactionId: build.transaction?.id ?? null,
    revision: build.revision?.number ?? null,
    number: build.previous.length + 1,
    createdAt: now,
    broadcast: 'stored',
    broadcastCount: 0,
    broadcastAt: null,
    acknowledgedAt: null,
    broadcastReason: null,
    endpoint: null,
    landing: null,
  }
  const slot = known?.slot ?? {
    ...key,
    lane: laneKey,
    transactionId: build.transaction?.id ?? null,
    state: 'open' as const,
    consumedBy: null,
    createdAt: now,
  }
  const takenOver =
    slot.state === 'vacant' ? { ...slot, state: 'open' as const, transactionId: build.transaction?.id ?? null } : slot
  return {
    slot: takenOver,
    attempts: [...(known?.attempts ?? []), attempt],
    transaction: build.transaction && boundTransaction(build.transaction, attempt),
    consumedSince: known?.consumedSince ?? null,
    notBefore: 0,
    demanded: known?.demanded ?? null,
    vanished: 0,
  }
}

function boundTransaction(transaction: TransactionRecord, attempt: AttemptRecord): TransactionRecord {
  const first = transaction.slot === null
  return {
    ...transaction,
    status: nextStatus(transaction.status, 'bind'),
    statusReason: first ? null : transaction.statusReason,
    slot: { account: attempt.account, sequence: attempt.sequence },
    shown: transaction.shown ?? { id: attempt.id, revision: attempt.revision, details: attempt.details },
    dueAt: transaction.void === null ? transaction.validUntil : null,
  }
}

/** Nothing was built: an unbound transaction waits or fails; a bound one keeps what it has. */
function postpone(
  lane: OpenLane,
  build: PlannedBuild,
  result: Exclude<BuildResult, { kind: 'built' }>,
  now: number,
  change: { readonly slots: SlotView[]; readonly unbound: TransactionRecord[] },
): void {
  const { transaction, slot } = build
  if (transaction !== null && transaction.slot === null) {
    change.unbound.push(
      result.kind === 'notYet'
        ? {
            ...transaction,
            statusReason: waitText(result),
            dueAt: Math.min(now + result.retryAfterMs, transaction.validUntil),
          }
        : {
            ...transaction,
            status: nextStatus(transaction.status, 'reject'),
            statusReason: result.reason,
            dueAt: null,
          },
    )
    return
  }
  const view = slot && lane.memory.slots.get(slotId(slot))
  if (!view) return
  if (result.kind === 'notYet') {
    const statusReason = waitText(result)
    const waiting =
      transaction && transaction.statusReason !== statusReason ? { ...transaction, statusReason } : transaction
    change.slots.push({ ...view, transaction: waiting, notBefore: now + result.retryAfterMs })
    return
  }
  change.slots.push({
    ...view,
    transaction: transaction && withdrawn(transaction, view, result.reason),
    notBefore: now + 60_000,
  })
}

function waitText(result: Extract<BuildResult, { kind: 'notYet' }>): string {
  return result.detail === null ? result.reason : `${result.reason}: ${result.detail}`
}

/** A replacement that can't be built is withdrawn (no attempt of it exists); what runs already goes on. */
function withdrawn(transaction: TransactionRecord, view: SlotView, reason: string): TransactionRecord {
  if (terminalStatuses.has(transaction.status)) return transaction
  const built = Math.max(0, ...view.attempts.map(attempt => attempt.revision ?? 0))
  const newest = newestRevision(transaction).number
  if (newest <= built) return { ...transaction, statusReason: reason }
  return {
    ...transaction,
    revisions: transaction.revisions.slice(0, built),
    statusReason: `Replacement rejected: ${reason}`,
  }
}

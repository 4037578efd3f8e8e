import type { Context } from '../context/context.ts'
import type { AccountState, Consumer, Fate, Head } from '../ports/chain.ts'
import { newestRevision, type TransactionRecord } from '../records/transaction.ts'
import type { SlotKey } from '../records/slot.ts'
import { findGaps } from './findGaps.ts'
import { type LaneFacts, slotId, type SlotView } from './laneView.ts'
import type { OpenLane } from './openLane.ts'
import { planQuestions } from './planQuestions.ts'

export interface Observation {
  readonly facts: LaneFacts | null
  /** Why there are no facts. */
  readonly unavailable: string | null
  /** Whether the chain was asked, so that any open slot may have something new. */
  readonly news: boolean
  /** Consumed slots that were asked about. */
  readonly consumed: readonly SlotView[]
}

/**
 * Reads the chain for one tick: one head, one batch of account states, one batch of fates; nothing at all when the head is
 * the one already asked at. Where the endpoint of the head has failed since, all is read once more through another one's, so
 * that nobody is told of an endpoint that the others make up for. `unavailable` says why there are no facts.
 */
export async function observeLane(
  ctx: Context,
  lane: OpenLane,
  due: readonly TransactionRecord[],
): Promise<Observation> {
  const { chain, memory } = lane
  if (memory.slots.liveCount + memory.slots.consumedCount + due.length === 0) return QUIET
  const reading = await ctx.heads.head(chain)
  if (!reading.ok) return unavailable(reading.reason)
  const seen = await observeAt(ctx, lane, due, reading.value)
  if (seen.unavailable === null) return seen
  const other = await ctx.heads.other(chain, reading.value)
  return other === null ? seen : observeAt(ctx, lane, due, other)
}

async function observeAt(
  ctx: Context,
  lane: OpenLane,
  due: readonly TransactionRecord[],
  head: Head,
): Promise<Observation> {
  const { chain, memory } = lane
  const wanted = sequenceAccounts(lane, due)
  const sameHead = memory.observed?.height === head.height && memory.observed.hash === head.hash
  const complete =
    wanted.every(account => memory.accounts.has(account)) &&
    (due.length === 0 || memory.accounts.get(lane.relayer.address)?.balance != null)
  if (sameHead && complete) {
    const facts = { head, accounts: memory.accounts, fates: new Map(), consumers: new Map(), gaps: [] }
    return { ...QUIET, facts }
  }

  const accounts = await readAccounts(lane, head, wanted, due.length > 0)
  if (!accounts.ok) return unavailable(accounts.reason)
  const questions = planQuestions(memory.slots, accounts.value, head, chain.traits, (sequence, state) =>
    chain.isConsumed(sequence, state),
  )
  const fates = new Map<string, Fate>()
  if (questions.attempts.length > 0) {
    const answers = await chain.fate(head, questions.attempts)
    if (!answers.ok) return unavailable(answers.reason)
    for (const [index, question] of questions.attempts.entries()) fates.set(question.id, answers.value[index] as Fate)
  }
  const consumers = await identifyConsumers(lane, head, accounts.value, fates)
  if (memory.observed === null) suspendIfBehind(ctx, lane, accounts.value)
  memory.observed = { height: head.height, hash: head.hash }
  memory.accounts.clear()
  for (const [account, state] of accounts.value) memory.accounts.set(account, state)
  return {
    facts: { head, accounts: memory.accounts, fates, consumers, gaps: gapsToFill(lane, head) },
    unavailable: null,
    news: true,
    consumed: questions.consumed,
  }
}

const QUIET: Observation = { facts: null, unavailable: null, news: false, consumed: [] }

function unavailable(reason: string): Observation {
  return { facts: null, unavailable: reason, news: true, consumed: [] }
}

/** Whose sequences matter now; the lane's own account always, for its balance. */
function sequenceAccounts({ relayer, memory }: OpenLane, due: readonly TransactionRecord[]): readonly string[] {
  const accounts = new Set([relayer.address, ...memory.slots.accounts()])
  for (const transaction of due) accounts.add(newestRevision(transaction).sequenceAccount ?? '')
  accounts.delete('')
  return [...accounts]
}

async function readAccounts(
  { chain }: OpenLane,
  head: Head,
  wanted: readonly string[],
  balance: boolean,
): Promise<{ ok: true; value: Map<string, AccountState> } | { ok: false; reason: string }> {
  const reading = await chain.accounts(head, wanted, { balance })
  if (!reading.ok) return reading
  // What this head says and nothing older: after a reorg a count goes back, and then nothing behind it is used any more.
  return { ok: true, value: new Map(reading.value.map(state => [state.account, state])) }
}

/** Most slots per head whose consumer is looked for: each costs a search through blocks. */
const IDENTIFY_LIMIT = 4

/** Who used up the sequences that have been used for so long that no reorg gives them back, and by none of our attempts. */
async function identifyConsumers(
  { chain, memory }: OpenLane,
  head: Head,
  accounts: ReadonlyMap<string, AccountState>,
  fates: ReadonlyMap<string, Fate>,
): Promise<ReadonlyMap<string, Consumer>> {
  const consumers = new Map<string, Consumer>()
  for (const view of memory.slots.live()) {
    if (consumers.size >= IDENTIFY_LIMIT) break
    const state = accounts.get(view.slot.account)
    const old = view.consumedSince !== null && head.height - view.consumedSince >= chain.traits.finalityBlocks
    if (!old || state === undefined || !chain.isConsumed(view.slot.sequence, state)) continue
    if (!view.attempts.every(attempt => fates.get(attempt.id)?.kind === 'unknown')) continue
    const requests = view.transaction?.revisions.map(({ request }) => request) ?? []
    const reading = await chain.identify(head, view.slot, requests)
    // Nobody else waits for this answer: the next head asks again.
    if (!reading.ok) break
    consumers.set(slotId(view.slot), reading.value)
  }
  return consumers
}

/** Blocks beyond the required depth that a gap must last before it is filled: what is missing may still be on its way. */
const GAP_DEPTH = 12

function gapsToFill({ chain, memory }: OpenLane, head: Head): readonly SlotKey[] {
  const gaps = findGaps(chain, memory.slots.live(), memory.accounts)
  memory.gapsSince = gaps.length === 0 ? null : (memory.gapsSince ?? head.height)
  const old = memory.gapsSince !== null && head.height - memory.gapsSince >= chain.traits.confirmations + GAP_DEPTH
  return old ? gaps : []
}

/**
 * A lane that starts and finds the chain beyond every slot it has handed out runs on rows that are older than the chain (a
 * restored backup) or shares its key. What was accepted before may have run already: it waits until the doctor is applied.
 */
function suspendIfBehind(
  ctx: Context,
  { chain, memory, relayer }: OpenLane,
  accounts: ReadonlyMap<string, AccountState>,
): void {
  for (const [account, highest] of memory.highest) {
    const state = accounts.get(account)
    if (state === undefined || state.sequence === null) continue
    const next = chain.nextSequence({ ...state, sequence: highest }, highest)
    if (next === null || state.sequence <= next) continue
    // Not since the lease was taken: an idle lane takes it anew, and what came in meanwhile is not old.
    memory.suspendedBefore = ctx.startedAt
    ctx.logger.warn(
      { relayerId: relayer.id, account, highest, chain: state.sequence },
      'the chain is ahead of the stored slots; older transactions wait for the doctor',
    )
  }
}

import { batchItemRefused, relayerNotFound } from '@relayer/schemas/errors'
import type { Context } from '../context/context.ts'
import { fail, succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import type { Validation, WireRecord } from '../ports/chain.ts'
import type { CreateResult, OnceCommit, OnceResult } from '../ports/store.ts'
import { laneWake } from '../reconcile/wakes.ts'
import { checkReceivers } from './checkReceivers.ts'
import { newTransaction } from './createTransaction.ts'
import { describeTransaction } from './describeTransaction.ts'
import { checkActive, findRelayer, type FoundRelayer } from './findRelayer.ts'
import { claimOf, findReplay, type IdempotencyKey, idempotencyConflict, replay } from './findReplay.ts'
import { transactionEvent } from './transactionEvent.ts'

/** Why an item is refused; `field`: the one it is about, null: all of it, or nobody knows. */
export interface BatchRefusal {
  readonly reason: string
  readonly field: string | null
}

/** An item as parsed by the schema of the relayer's family, or why it can't be. */
export type BatchItem = { readonly body: unknown } | { readonly refused: BatchRefusal }

export interface CreateBatchInput {
  readonly relayerId: string
  readonly items: readonly BatchItem[]
  /** True: all of them or none. False: each is accepted or refused on its own. */
  readonly atomic: boolean
  /** Of the batch as a whole. */
  readonly idempotency: IdempotencyKey | null
  /** Addresses that the caller's key may send to; null or absent: all. */
  readonly receivers?: readonly string[] | null
}

/** What became of an item, in the order given. */
export type BatchOutcome =
  | { readonly kind: 'accepted'; readonly record: WireRecord }
  | { readonly kind: 'refused'; readonly refused: BatchRefusal }

/** `replayed`: the answer of an earlier call with the same idempotency key; nothing was done now. */
export interface AcceptedBatch {
  readonly outcomes: readonly BatchOutcome[]
  readonly replayed: boolean
}

type Verdict = Extract<Validation, { kind: 'valid' }> | BatchRefusal

/**
 * Accepts many transactions of a relayer: one validation of all of them, then ONE commit of every row, event and the key. They
 * are submitted in the order given. Nothing is stored, the key neither, when nothing is accepted.
 */
export async function createBatch(ctx: Context, input: CreateBatchInput): Promise<Result<AcceptedBatch>> {
  const found = await findRelayer(ctx, input.relayerId)
  if (!found.ok) return found
  const earlier = await findReplay<AcceptedBatch['outcomes']>(ctx, input.idempotency)
  if (earlier !== null) return replayedBatch(earlier)
  const active = checkActive(found.value.relayer)
  if (!active.ok) return active
  const items = input.items.map(item => refuseReceiver(found.value, item, input.receivers))
  const verdicts = await validateItems(ctx, found.value, items)
  if (!verdicts.ok) return verdicts
  const refusedAt = verdicts.value.findIndex(verdict => !('kind' in verdict))
  if (input.atomic && refusedAt >= 0) {
    const { field, reason } = verdicts.value[refusedAt] as BatchRefusal
    return fail('INVALID_REQUEST', batchItemRefused(refusedAt, field, reason))
  }

  const { creates, outcomes } = accept(ctx, found.value, verdicts.value)
  if (creates.length === 0) return succeed({ outcomes, replayed: false })
  const stored = await storeBatch(ctx, input.idempotency, creates, outcomes)
  if (stored.kind === 'conflict') return idempotencyConflict()
  if (stored.kind === 'replayed') return replayedBatch(replay(stored.answer))
  if (stored.kind === 'retired') return fail('NOT_FOUND', relayerNotFound(input.relayerId))
  ctx.queue.add(laneWake(found.value.relayer.lane))
  return succeed({ outcomes, replayed: false })
}

/** What the caller's key may not send is refused like what can't be read. */
function refuseReceiver(
  { relayer }: FoundRelayer,
  item: BatchItem,
  receivers: CreateBatchInput['receivers'],
): BatchItem {
  if (!('body' in item)) return item
  const allowed = checkReceivers(relayer.networkType, item.body, receivers)
  return allowed.ok ? item : { refused: { reason: allowed.error.message, field: 'to' } }
}

type Creates = OnceCommit['creates']

async function storeBatch(
  ctx: Context,
  idempotency: IdempotencyKey | null,
  creates: Creates,
  outcomes: AcceptedBatch['outcomes'],
): Promise<CreateResult | OnceResult> {
  if (idempotency !== null) {
    const claim = claimOf(ctx, idempotency, outcomes)
    return ctx.store.transactions.commitOnce({ claim, now: ctx.clock.now(), creates, writes: [] })
  }
  // All are of one relayer, so what is said of one is said of all.
  const [first] = await ctx.store.transactions.create(creates.map(item => ({ ...item, idempotency: null })))
  return first as CreateResult
}

function replayedBatch(earlier: Result<AcceptedBatch['outcomes']>): Result<AcceptedBatch> {
  return earlier.ok ? succeed({ outcomes: earlier.value, replayed: true }) : earlier
}

/** One verdict per item; the chain is asked once, about those that could be read. */
async function validateItems(
  ctx: Context,
  { chain, relayer }: FoundRelayer,
  items: readonly BatchItem[],
): Promise<Result<readonly Verdict[]>> {
  const now = ctx.clock.now()
  const bodies = items.flatMap(item => ('body' in item ? [item.body] : []))
  const answers = await chain.validate(
    bodies.map(body => ({ account: relayer.address, policies: relayer.policies, body, previous: [], now })),
  )
  const unavailable = answers.find(answer => answer.kind === 'unavailable')
  if (unavailable !== undefined) return fail('UNAVAILABLE', unavailable.reason)
  const next = answers.values()
  return succeed(
    items.map((item): Verdict => {
      if ('refused' in item) return item.refused
      const answer = next.next().value as Exclude<Validation, { kind: 'unavailable' }>
      return answer.kind === 'valid' ? answer : { reason: answer.reason, field: answer.field ?? null }
    }),
  )
}

/** Rows of the accepted items. A lane admits rows of one moment by their ids, so ids grow in the order of the items. */
function accept(ctx: Context, found: FoundRelayer, verdicts: readonly Verdict[]) {
  const { chain, relayer } = found
  const ids = verdicts.map(() => ctx.random.uuid()).toSorted()
  const creates: Creates[number][] = []
  const outcomes = verdicts.map((verdict, index): BatchOutcome => {
    if (!('kind' in verdict)) return { kind: 'refused', refused: verdict }
    const transaction = { ...newTransaction(ctx, found, verdict), id: ids[index] as string }
    creates.push({ transaction, event: transactionEvent(ctx, 'transaction_created', chain, relayer, transaction) })
    return { kind: 'accepted', record: describeTransaction(chain, relayer, transaction) }
  })
  return { creates, outcomes }
}

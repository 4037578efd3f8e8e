import { relayerNotFound } from '@relayer/schemas/errors'
import type { Context } from '../context/context.ts'
import { fail, succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import type { Validation, WireRecord } from '../ports/chain.ts'
import { laneWake } from '../reconcile/wakes.ts'
import type { TransactionRecord } from '../records/transaction.ts'
import { checkReceivers } from './checkReceivers.ts'
import { describeTransaction } from './describeTransaction.ts'
import { checkActive, findRelayer, type FoundRelayer } from './findRelayer.ts'
import { claimOf, findReplay, type IdempotencyKey, idempotencyConflict, replay } from './findReplay.ts'
import { transactionEvent } from './transactionEvent.ts'
import { waitForBroadcast } from './waitForBroadcast.ts'

export interface CreateTransactionInput {
  readonly relayerId: string
  /** The parsed body: output of the schema of the relayer's family (`transactionRequestFor`). */
  readonly body: unknown
  readonly idempotency: IdempotencyKey | null
  /** Addresses that the caller's key may send to; null or absent: all. Anything else is `FORBIDDEN`. */
  readonly receivers?: readonly string[] | null
}

/** `replayed`: this is the answer of an earlier call with the same idempotency key; nothing was done now. */
export interface AcceptedTransaction {
  readonly record: WireRecord
  readonly replayed: boolean
}

/** An earlier answer, marked as such. */
export function asReplayed(earlier: Result<WireRecord>): Result<AcceptedTransaction> {
  return earlier.ok ? succeed({ record: earlier.value, replayed: true }) : earlier
}

type Valid = Extract<Validation, { kind: 'valid' }>

/**
 * Accepts a transaction: checks, then ONE commit (row `pending`, event, idempotency key), then a wake-up. Killed before the
 * commit nothing was accepted; killed after it the sweep finds the row. Under an idempotency key the call may be repeated:
 * the same body gets the first answer again, another body `IDEMPOTENCY_CONFLICT` (I8).
 */
export async function createTransaction(
  ctx: Context,
  input: CreateTransactionInput,
): Promise<Result<AcceptedTransaction>> {
  const found = await findRelayer(ctx, input.relayerId)
  if (!found.ok) return found
  const earlier = await findReplay<WireRecord>(ctx, input.idempotency)
  if (earlier !== null) return asReplayed(earlier)
  const active = checkActive(found.value.relayer)
  if (!active.ok) return active
  const allowed = checkReceivers(found.value.relayer.networkType, input.body, input.receivers)
  if (!allowed.ok) return allowed
  const validation = await validate(ctx, found.value, input.body)
  if (!validation.ok) return validation

  const { relayer, chain } = found.value
  const transaction = newTransaction(ctx, found.value, validation.value)
  const record = describeTransaction(chain, relayer, transaction)
  const [created] = await ctx.store.transactions.create([
    {
      transaction,
      event: transactionEvent(ctx, 'transaction_created', chain, relayer, transaction),
      idempotency: input.idempotency && claimOf(ctx, input.idempotency, record),
    },
  ])
  if (created?.kind === 'replayed') return asReplayed(replay(created.answer))
  if (created?.kind === 'conflict') return idempotencyConflict()
  if (created?.kind === 'retired') return fail('NOT_FOUND', relayerNotFound(relayer.id))
  ctx.queue.add(laneWake(relayer.lane))
  if (validation.value.admission === 'async') return succeed({ record, replayed: false })
  const sent = await waitForBroadcast(ctx, transaction)
  return succeed({ record: describeTransaction(chain, relayer, sent), replayed: false })
}

/** The chain's verdict on a body, as a result. */
async function validate(ctx: Context, { chain, relayer }: FoundRelayer, body: unknown): Promise<Result<Valid>> {
  const [verdict] = await chain.validate([
    { account: relayer.address, policies: relayer.policies, body, previous: [], now: ctx.clock.now() },
  ])
  if (verdict?.kind === 'valid') return succeed(verdict)
  return verdict?.kind === 'invalid'
    ? fail('INVALID_REQUEST', verdict.reason)
    : fail('UNAVAILABLE', verdict?.reason ?? 'no verdict')
}

/** The record of a transaction that was just accepted. */
export function newTransaction(ctx: Context, { relayer }: FoundRelayer, valid: Valid): TransactionRecord {
  const now = ctx.clock.now()
  return {
    id: ctx.random.uuid(),
    relayerId: relayer.id,
    networkType: relayer.networkType,
    status: 'pending',
    statusReason: null,
    createdAt: now,
    sentAt: null,
    confirmedAt: null,
    validUntil: valid.validUntil ?? now + ctx.settings.defaultValidityMs,
    revisions: [
      {
        number: 1,
        request: valid.request,
        sequenceAccount: valid.sequenceAccount.kind === 'account' ? valid.sequenceAccount.account : null,
        rebuildable: valid.rebuildable,
        createdAt: now,
      },
    ],
    executedRevision: null,
    slot: null,
    shown: null,
    void: null,
    dueAt: now,
    version: 1,
  }
}

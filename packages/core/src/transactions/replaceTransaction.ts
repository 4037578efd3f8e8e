import { TOO_MANY_REVISIONS } from '@relayer/schemas/errors'
import type { Context } from '../context/context.ts'
import { fail, succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import type { Validation } from '../ports/chain.ts'
import { newestRevision, type TransactionRecord } from '../records/transaction.ts'
import { type AmendInput, amendTransaction, checkAmendable } from './amendTransaction.ts'
import { checkReceivers } from './checkReceivers.ts'
import type { AcceptedTransaction } from './createTransaction.ts'
import { checkActive, findRelayer, type FoundRelayer } from './findRelayer.ts'
import { findTransaction } from './findTransaction.ts'
import { replayOr } from './replayOr.ts'

/**
 * Characters that all revisions of a transaction take together, as JSON: its row is written as a whole with each change of
 * status, in commits that it shares with others. Room for two bodies of the largest size, or thousands of ordinary ones.
 */
const MOST_CHARACTERS = 5 * 1024 * 1024

export interface ReplaceTransactionInput extends AmendInput {
  /** The parsed body, as for a new transaction. */
  readonly body: unknown
  /** Addresses that the caller's key may send to; null or absent: all. */
  readonly receivers?: readonly string[] | null
}

/**
 * Replaces what a transaction does by adding a revision: unbound, it simply becomes that; bound, the lane has an attempt of
 * it compete for the same slot. At most one revision ever executes. `INVALID_REQUEST` when the new body, or an explicit
 * price under the relayer's cap, can't be honoured; `INVALID_STATE` when it is too late, or all its revisions together would
 * take too much room. Under an idempotency key the call may be repeated.
 */
export async function replaceTransaction(
  ctx: Context,
  input: ReplaceTransactionInput,
): Promise<Result<AcceptedTransaction>> {
  const found = await findRelayer(ctx, input.relayerId)
  if (!found.ok) return found
  return replayOr(ctx, input.idempotency ?? null, () => replace(ctx, found.value, input))
}

async function replace(
  ctx: Context,
  found: FoundRelayer,
  input: ReplaceTransactionInput,
): Promise<Result<AcceptedTransaction>> {
  const { chain, relayer } = found
  const active = checkActive(relayer)
  if (!active.ok) return active
  const allowed = checkReceivers(relayer.networkType, input.body, input.receivers)
  if (!allowed.ok) return allowed
  const known = await findTransaction(ctx, input)
  const attempts = known.ok && known.value.slot !== null ? await ctx.store.transactions.attempts(known.value.id) : []
  const [verdict] = await chain.validate([
    {
      account: relayer.address,
      policies: relayer.policies,
      body: input.body,
      now: ctx.clock.now(),
      previous: attempts,
      replaces: true,
    },
  ])
  if (verdict?.kind === 'invalid') return fail('INVALID_REQUEST', verdict.reason)
  if (verdict?.kind !== 'valid') return fail('UNAVAILABLE', verdict?.reason ?? 'no verdict')
  if (!known.ok) return known
  return amendTransaction(ctx, found, input, transaction => {
    const amendable = checkAmendable(transaction, chain.traits.replaceable, 'replace_transaction')
    if (!amendable.ok) return amendable
    const replaced = withRevision(transaction, verdict, ctx.clock.now())
    const isSmall = JSON.stringify(replaced.revisions).length <= MOST_CHARACTERS
    return isSmall ? succeed(replaced) : fail('INVALID_STATE', TOO_MANY_REVISIONS)
  })
}

function withRevision(
  transaction: TransactionRecord,
  valid: Extract<Validation, { kind: 'valid' }>,
  now: number,
): TransactionRecord {
  const revision = {
    number: newestRevision(transaction).number + 1,
    request: valid.request,
    sequenceAccount: valid.sequenceAccount.kind === 'account' ? valid.sequenceAccount.account : null,
    rebuildable: valid.rebuildable,
    createdAt: now,
  }
  return {
    ...transaction,
    revisions: [...transaction.revisions, revision],
    validUntil: valid.validUntil ?? transaction.validUntil,
    statusReason: transaction.slot === null ? null : transaction.statusReason,
    dueAt: now,
  }
}

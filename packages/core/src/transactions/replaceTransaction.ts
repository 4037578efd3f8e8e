import type { Context } from '../context/context.ts'
import { fail, succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import type { Validation, WireRecord } from '../ports/chain.ts'
import { newestRevision, type TransactionRecord } from '../records/transaction.ts'
import { amendTransaction, checkAmendable } from './amendTransaction.ts'
import { checkReceivers } from './checkReceivers.ts'
import { describeTransaction } from './describeTransaction.ts'
import { checkActive, findRelayer } from './findRelayer.ts'
import { findTransaction, type TransactionInput } from './findTransaction.ts'

export interface ReplaceTransactionInput extends TransactionInput {
  /** The parsed body, as for a new transaction. */
  readonly body: unknown
  /** Addresses that the caller's key may send to; null or absent: all. */
  readonly receivers?: readonly string[] | null
}

/**
 * Replaces what a transaction does by adding a revision: unbound, it simply becomes that; bound, the lane has an attempt of
 * it compete for the same slot. At most one revision ever executes. `INVALID_REQUEST` when the new body, or an explicit
 * price under the relayer's cap, can't be honoured.
 */
export async function replaceTransaction(ctx: Context, input: ReplaceTransactionInput): Promise<Result<WireRecord>> {
  const found = await findRelayer(ctx, input.relayerId)
  if (!found.ok) return found
  const { chain, relayer } = found.value
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
    },
  ])
  if (verdict?.kind === 'invalid') return fail('INVALID_REQUEST', verdict.reason)
  if (verdict?.kind !== 'valid') return fail('UNAVAILABLE', verdict?.reason ?? 'no verdict')
  if (!known.ok) return known
  const replaced = await amendTransaction(ctx, found.value, input, transaction => {
    const amendable = checkAmendable(transaction, chain.traits.replaceable, 'replace_transaction')
    return amendable.ok ? succeed(withRevision(transaction, verdict, ctx.clock.now())) : amendable
  })
  return replaced.ok ? succeed(describeTransaction(chain, relayer, replaced.value)) : replaced
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

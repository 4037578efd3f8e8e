import type { Context } from '../context/context.ts'
import { fail, succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import type { Head, Quote, Validation, WireRecord } from '../ports/chain.ts'
import { newestRevision } from '../records/transaction.ts'
import { checkReceivers } from './checkReceivers.ts'
import { newTransaction } from './createTransaction.ts'
import { describeTransaction } from './describeTransaction.ts'
import { checkActive, findRelayer, type FoundRelayer } from './findRelayer.ts'

/**
 * What would become of a request. `refused`: it would not be accepted; `field` where there is one. `fails`: it would be accepted
 * and then fail, `reason` decoded. `waits`: it would wait for the reason. `passes`: it would be signed and sent as it stands.
 */
export interface DryRun {
  readonly verdict: 'passes' | 'waits' | 'fails' | 'refused'
  readonly reason: string | null
  readonly field: string | null
  /** The record with the gas and prices that it would be signed with; null when that is not known. */
  readonly record: WireRecord | null
  /** The most it could take from the account, and what is there, smallest unit; null when that is not known. */
  readonly maxCost: bigint | null
  readonly balance: bigint | null
}

const unknown = { field: null, record: null, maxCost: null, balance: null }

export interface DryRunInput {
  readonly relayerId: string
  /** The parsed body, as for a new transaction. */
  readonly body: unknown
  /** Addresses that the caller's key may send to; null or absent: all. Anything else is `FORBIDDEN`. */
  readonly receivers?: readonly string[] | null
}

/** The whole admission of a transaction without any effect: nothing is stored, signed, sent or woken. */
export async function dryRunTransaction(ctx: Context, input: DryRunInput): Promise<Result<DryRun>> {
  const found = await findRelayer(ctx, input.relayerId)
  if (!found.ok) return found
  const { chain, relayer } = found.value
  const active = checkActive(relayer)
  if (!active.ok) return active
  const allowed = checkReceivers(relayer.networkType, input.body, input.receivers)
  if (!allowed.ok) return allowed
  const [verdict] = await chain.validate([
    { account: relayer.address, policies: relayer.policies, body: input.body, previous: [], now: ctx.clock.now() },
  ])
  if (verdict?.kind === 'invalid') {
    return succeed({ ...unknown, verdict: 'refused', reason: verdict.reason, field: verdict.field ?? null })
  }
  if (verdict?.kind !== 'valid') return fail('UNAVAILABLE', verdict?.reason ?? 'no verdict')
  const head = await ctx.heads.head(chain)
  if (!head.ok) return succeed({ ...unknown, verdict: 'waits', reason: 'waiting for an endpoint' })
  return succeed(await quote(ctx, found.value, verdict, head.value))
}

async function quote(
  ctx: Context,
  found: FoundRelayer,
  valid: Extract<Validation, { kind: 'valid' }>,
  head: Head,
): Promise<DryRun> {
  const { chain, relayer } = found
  const transaction = newTransaction(ctx, found, valid)
  const revision = newestRevision(transaction)
  const { sequenceAccount } = revision
  const item = { slot: null, previous: [], demanded: null, sequenceAccount, validUntil: transaction.validUntil }
  const [quotes, accounts] = await Promise.all([
    chain.quote({
      head,
      account: relayer.address,
      policies: relayer.policies,
      items: [{ ...item, key: transaction.id, revision }],
    }),
    chain.accounts(head, [relayer.address], { balance: true }),
  ])
  const balance = (accounts.ok ? accounts.value[0]?.balance : null) ?? null
  const quoted = quotes[0] as Quote
  if (quoted.kind === 'rejected') return { ...unknown, verdict: 'fails', reason: quoted.reason, balance }
  if (quoted.kind === 'notYet') {
    const reason = quoted.detail === null ? quoted.reason : `${quoted.reason}: ${quoted.detail}`
    return { ...unknown, verdict: 'waits', reason, balance }
  }
  const { details, maxCost, failure } = quoted
  const shown = { id: transaction.id, revision: revision.number, details }
  const record = describeTransaction(chain, relayer, { ...transaction, shown })
  const affordable = balance === null || balance >= maxCost
  const verdict = failure !== null ? 'fails' : affordable ? 'passes' : 'waits'
  const reason = failure ?? (affordable ? null : 'waiting for funds')
  return { verdict, reason, field: null, record, maxCost, balance }
}

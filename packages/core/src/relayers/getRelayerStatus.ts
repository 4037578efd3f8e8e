import type { NetworkType } from '@relayer/schemas'
import type { Context } from '../context/context.ts'
import { succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import { sequenceText } from '../records/sequence.ts'
import { readAccount } from './readAccount.ts'

/** How a relayer is doing. */
export interface RelayerStatus {
  readonly networkType: NetworkType
  /** Smallest unit, from the chain. */
  readonly balance: bigint
  /** Transactions that are `pending`, `sent` or `submitted`. */
  readonly pendingTransactions: number
  /** When the newest confirmed transaction was confirmed, ms since the epoch. */
  readonly lastConfirmedAt: number | null
  readonly systemDisabled: boolean
  readonly paused: boolean
  /** The sequence that would be handed out next, in decimal; null where the chain has none. */
  readonly nextSequence: string | null
  /** The sequence that the chain would execute next, in decimal; null where the chain has none. */
  readonly chainSequence: string | null
}

/** The state of a relayer, paused or disabled ones included. `PROVIDER_FAILED` when the chain doesn't tell the balance. */
export async function getRelayerStatus(ctx: Context, relayerId: string): Promise<Result<RelayerStatus>> {
  const read = await readAccount(ctx, relayerId)
  if (!read.ok) return read
  const { relayer, chain, state } = read.value
  const [counts, confirmed, highest] = await Promise.all([
    ctx.store.transactions.counts(relayerId),
    ctx.store.transactions.list({ relayerId, statuses: ['confirmed'], page: 1, perPage: 1 }),
    ctx.store.lanes.highest(relayer.lane, relayer.address),
  ])
  const next = chain.nextSequence(state, highest)
  const open = (['pending', 'sent', 'submitted'] as const).map(status => counts.get(status) ?? 0)
  return succeed({
    networkType: relayer.networkType,
    balance: state.balance,
    pendingTransactions: open.reduce((sum, count) => sum + count, 0),
    lastConfirmedAt: confirmed.items[0]?.confirmedAt ?? null,
    systemDisabled: relayer.systemDisabled,
    paused: relayer.paused,
    nextSequence: next && sequenceText(next),
    chainSequence: state.sequence && sequenceText(state.sequence),
  })
}

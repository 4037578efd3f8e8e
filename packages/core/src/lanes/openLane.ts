import type { Context } from '../context/context.ts'
import { fail, succeed } from '../errors/outcome.ts'
import type { Result } from '../errors/result.ts'
import type { AccountState, Chain } from '../ports/chain.ts'
import type { Lease } from '../ports/store.ts'
import type { AttemptRecord } from '../records/attempt.ts'
import type { RelayerRecord } from '../records/resources.ts'
import type { Sequence } from '../records/sequence.ts'
import type { LaneKey, SlotRecord } from '../records/slot.ts'
import type { TransactionRecord } from '../records/transaction.ts'
import { withChain } from '../transactions/findRelayer.ts'
import { slotId, type SlotView } from './laneView.ts'
import { createSlotTable, type SlotTable } from './slotTable.ts'

/**
 * What a lease holder keeps between ticks, so that a tick reads only what is due. Valid while the lease is: nobody else
 * writes slots and attempts, and what the API writes comes back as a due row. Dropped whenever in doubt.
 */
export interface LaneMemory {
  lease: Lease
  /** Local time until which the lease surely lasts, ms. */
  leaseUntil: number
  /** Slots that are not final. */
  readonly slots: SlotTable
  readonly highest: Map<string, Sequence>
  /** Account states as of `observed`. */
  readonly accounts: Map<string, AccountState>
  /** The head the chain was last asked at. */
  observed: { readonly height: number; readonly hash: string } | null
  /** Since which height there are gaps below the open slots; null: there are none. */
  gapsSince: number | null
  /** See {@link LaneSnapshot.suspendedBefore}. */
  suspendedBefore: number | null
  /** The doctor was applied: rows that it let go are due now, whatever they say. */
  resumed: boolean
  /** No node is to be bothered before this time, ms since the epoch: none answers, or one asked to be left alone. */
  pausedUntil: number
  /** Open slots that nothing has happened to need nothing before this time, ms since the epoch. */
  restUntil: number
  /** The last tick ended with a full window: nothing more is read until it can have opened. */
  full: boolean
  /** Unmined attempts allowed per sequence account: doubles while all goes well, halves when a node is busy. */
  window: number
}

/** A lane that this process may drive now. */
export interface OpenLane {
  /** Whose lane it is; the last one whose it was when that one is deleted: then nothing new is admitted. */
  readonly relayer: RelayerRecord
  /** Whose transactions may be under its slots, by relayer id: {@link OpenLane.relayer} and earlier ones of the same account. */
  readonly owners: ReadonlyMap<string, RelayerRecord>
  readonly chain: Chain
  readonly memory: LaneMemory
}

/** The lanes this process holds. */
export type LaneMemories = Map<LaneKey, LaneMemory>

/** The window a lane starts with. */
const FIRST_WINDOW = 64

/**
 * Takes or keeps the lease of a lane and loads what a new holder must know. Null: somebody else holds it, or it is nobody's,
 * or its chain can't be opened (logged).
 */
export async function openLane(ctx: Context, memories: LaneMemories, lane: LaneKey): Promise<OpenLane | null> {
  const relayers = await ctx.directory.lane(lane)
  const relayer = relayers?.[0]
  const chain = relayer && (await chainOf(ctx, relayer))
  if (!relayers || !relayer || !chain?.ok) {
    memories.delete(lane)
    if (relayer && chain && !chain.ok)
      ctx.logger.error({ relayerId: relayer.id, reason: chain.error.message }, 'a lane cannot run')
    return null
  }
  const memory = await holdLane(ctx, memories, lane)
  return memory && { relayer, owners: new Map(relayers.map(owner => [owner.id, owner])), chain: chain.value, memory }
}

/** A network that is another chain by now (its settings follow a file, and nobody asks deleted relayers) is not the lane's. */
async function chainOf(ctx: Context, relayer: RelayerRecord): Promise<Result<Chain>> {
  const found = await withChain(ctx, relayer)
  if (!found.ok) return found
  const { chain } = found.value
  if (relayer.lane.startsWith(`${chain.family}:${chain.identity}:`)) return succeed(chain)
  return fail('UNAVAILABLE', `network '${relayer.network}' is another chain now: ${chain.identity}`)
}

async function holdLane(ctx: Context, memories: LaneMemories, lane: LaneKey): Promise<LaneMemory | null> {
  const { leaseMs } = ctx.settings
  const asked = ctx.clock.now()
  const known = memories.get(lane)
  if (known !== undefined && asked < known.leaseUntil - leaseMs / 2) return known
  const lease = await ctx.store.lanes.acquire(lane, ctx.instanceId, leaseMs)
  if (lease === null) {
    memories.delete(lane)
    return null
  }
  const leaseUntil = asked + leaseMs
  if (known !== undefined && known.lease.token === lease.token) {
    known.lease = lease
    known.leaseUntil = leaseUntil
    return known
  }
  const memory = await loadMemory(ctx, lease, leaseUntil)
  memories.set(lane, memory)
  return memory
}

async function loadMemory(ctx: Context, lease: Lease, leaseUntil: number): Promise<LaneMemory> {
  const state = await ctx.store.lanes.load(lease.lane)
  const transactions = new Map<string, TransactionRecord>(state.transactions.map(record => [record.id, record]))
  const attempts = Map.groupBy(state.attempts, slotId)
  const view = (slot: SlotRecord): SlotView => ({
    slot,
    attempts: (attempts.get(slotId(slot)) ?? []) as readonly AttemptRecord[],
    transaction: slot.transactionId === null ? null : (transactions.get(slot.transactionId) ?? null),
    consumedSince: null,
    notBefore: 0,
    demanded: null,
    vanished: 0,
  })
  return {
    lease,
    leaseUntil,
    slots: createSlotTable(state.slots.map(view)),
    highest: new Map(state.highest),
    accounts: new Map(),
    observed: null,
    gapsSince: null,
    suspendedBefore: null,
    resumed: false,
    pausedUntil: 0,
    restUntil: 0,
    full: false,
    window: FIRST_WINDOW,
  }
}

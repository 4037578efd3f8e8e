import { RelayerError } from '../../errors/relayerError.ts'
import type { LaneCommit, LaneState, LaneStore } from '../../ports/store.ts'
import type { AttemptRecord } from '../../records/attempt.ts'
import type { Sequence } from '../../records/sequence.ts'
import type { LaneKey, SlotKey, SlotState } from '../../records/slot.ts'
import { appendEvents } from './events.ts'
import { compareAge, compareSlots, compareText, type MemoryState, slotId } from './state.ts'
import { putTransaction } from './transactions.ts'

function bug(message: string): RelayerError {
  return new RelayerError('STORE_FAILED', message)
}

/** Throws for what only a bug can ask for, before anything is written. */
function checkCommit(state: MemoryState, commit: LaneCommit): void {
  const { lane } = commit.lease
  const everything = [...commit.newSlots, ...commit.slots, ...commit.newAttempts, ...commit.attempts]
  if (everything.some(item => item.lane !== lane)) throw bug('A lane commit holds a row of another lane.')
  const fresh = new Set<string>()
  for (const slot of commit.newSlots) {
    const id = slotId(lane, slot)
    if (state.slots.has(id) || fresh.has(id)) throw bug('A sequence would be handed out twice.')
    fresh.add(id)
  }
  for (const slot of commit.slots) {
    if (!state.slots.has(slotId(lane, slot))) throw bug('A slot to be overwritten does not exist.')
  }
  const ids = new Set<string>()
  const numbers = new Set([...state.attempts.values()].map(attemptKey))
  for (const attempt of commit.newAttempts) {
    const known = state.slots.has(slotId(lane, attempt)) || fresh.has(slotId(lane, attempt))
    if (!known) throw bug('An attempt has no slot.')
    if (state.attempts.has(attempt.id) || ids.has(attempt.id)) throw bug('An attempt would be stored twice.')
    if (numbers.has(attemptKey(attempt))) throw bug('An attempt number would be used twice under a slot.')
    ids.add(attempt.id)
    numbers.add(attemptKey(attempt))
  }
  for (const attempt of commit.attempts) {
    if (state.attempts.get(attempt.id) === undefined) throw bug('An attempt to be overwritten does not exist.')
  }
}

function attemptKey(attempt: AttemptRecord): string {
  return JSON.stringify([attempt.lane, attempt.account, attempt.sequence, attempt.number])
}

/** Whether every transaction write would find the version it expects, in order. */
function isStale(state: MemoryState, commit: LaneCommit): boolean {
  const versions = new Map<string, number>()
  for (const { transaction, expectedVersion } of commit.transactions) {
    const version = versions.get(transaction.id) ?? state.transactions.get(transaction.id)?.version
    if (version !== expectedVersion) return true
    versions.set(transaction.id, expectedVersion + 1)
  }
  return false
}

function applyCommit(state: MemoryState, commit: LaneCommit): void {
  const { lane } = commit.lease
  for (const slot of commit.newSlots) state.slots.set(slotId(lane, slot), slot)
  for (const slot of commit.slots) {
    const { transactionId, state: slotState, consumedBy } = slot
    const old = state.slots.get(slotId(lane, slot)) ?? slot
    state.slots.set(slotId(lane, slot), { ...old, transactionId, state: slotState, consumedBy })
  }
  for (const attempt of commit.newAttempts) state.attempts.set(attempt.id, attempt)
  for (const attempt of commit.attempts) {
    const { broadcast, broadcastCount, broadcastAt, acknowledgedAt, broadcastReason, endpoint, landing } = attempt
    const old = state.attempts.get(attempt.id) ?? attempt
    const changed = { broadcast, broadcastCount, broadcastAt, acknowledgedAt, broadcastReason, endpoint, landing }
    state.attempts.set(attempt.id, { ...old, ...changed })
  }
  for (const write of commit.transactions) putTransaction(state, write)
  appendEvents(state, [...commit.transactions.map(write => write.event), ...commit.events])
}

function loadLane(state: MemoryState, lane: LaneKey): LaneState {
  const ofLane = [...state.slots.values()].filter(slot => slot.lane === lane)
  const slots = ofLane.filter(slot => slot.state !== 'final').sort(compareSlots)
  const open = new Set(slots.map(slot => slotId(lane, slot)))
  const held = new Set(slots.map(slot => slot.transactionId))
  const highest = new Map<string, Sequence>()
  for (const { account, sequence } of ofLane) {
    if (sequence > (highest.get(account) ?? '')) highest.set(account, sequence)
  }
  return {
    slots,
    attempts: [...state.attempts.values()]
      .filter(attempt => open.has(slotId(attempt.lane, attempt)))
      .sort((a, b) => compareSlots(a, b) || a.number - b.number),
    transactions: [...state.transactions.values()].filter(item => held.has(item.id)).sort(compareAge),
    highest,
  }
}

/** Lanes with a slot in one of these states, sorted. */
function lanesWith(state: MemoryState, ...states: readonly SlotState[]): LaneKey[] {
  const found = [...state.slots.values()].filter(slot => states.includes(slot.state))
  return [...new Set(found.map(slot => slot.lane))].sort(compareText)
}

/** Leases, slots and attempts in maps. */
export function createLanes(state: MemoryState): LaneStore {
  const isDue = (dueAt: number | null, now: number) => dueAt !== null && dueAt <= now
  return {
    async acquire(lane, holder, ttlMs) {
      const now = state.now()
      const old = state.leases.get(lane)
      const lasts = old !== undefined && old.holder !== null && old.expiresAt > now
      if (lasts && old.holder !== holder) return null
      // An expired lease has been nobody's for a while, so even its last holder starts over with a new token.
      const token = lasts ? old.token : (old?.token ?? 0) + 1
      state.leases.set(lane, { holder, token, expiresAt: now + ttlMs })
      return { lane, token, ttlMs }
    },
    async release({ lane, token }) {
      const lease = state.leases.get(lane)
      if (lease?.token === token) state.leases.set(lane, { holder: null, token, expiresAt: 0 })
    },
    async highest(lane, account) {
      const own = [...state.slots.values()].filter(slot => slot.lane === lane && slot.account === account)
      return (
        own
          .map(({ sequence }) => sequence)
          .sort(compareText)
          .at(-1) ?? null
      )
    },
    load: async lane => loadLane(state, lane),
    async due(relayerId, now, limit, which) {
      return [...state.transactions.values()]
        .filter(item => item.relayerId === relayerId && isDue(item.dueAt, now))
        .filter(item => (item.slot === null) === (which === 'unbound'))
        .sort((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0) || compareAge(a, b))
        .slice(0, limit)
    },
    async commit(commit) {
      const lease = state.leases.get(commit.lease.lane)
      if (lease === undefined || lease.holder === null || lease.token !== commit.lease.token) return 'fenced'
      if (isStale(state, commit)) return 'stale'
      checkCommit(state, commit)
      applyCommit(state, commit)
      return 'committed'
    },
    async dueLanes(now) {
      const due = [...state.transactions.values()].filter(item => isDue(item.dueAt, now)).map(item => item.relayerId)
      const live = state.relayers.filter(({ id, deletedAt }) => deletedAt === null && due.includes(id))
      return [...new Set([...live.map(({ lane }) => lane), ...lanesWith(state, 'open')])].sort(compareText)
    },
    unsettledLanes: async () => lanesWith(state, 'open', 'consumed'),
    async slot(lane: LaneKey, key: SlotKey) {
      const slot = state.slots.get(slotId(lane, key))
      if (slot === undefined) return null
      const attempts = [...state.attempts.values()].filter(item => slotId(item.lane, item) === slotId(lane, key))
      return { slot, attempts: attempts.sort((a, b) => a.number - b.number) }
    },
  }
}

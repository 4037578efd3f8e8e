import type { TransactionStatus } from '@relayer/schemas'

/**
 * Everything that can happen to a transaction's status.
 *
 * - `bind`: slot, bytes and attempt were stored · `acknowledge`: a node took an attempt
 * - `include` / `includeReverted`: a success / reverted receipt above the required depth
 * - `confirm` / `revert`: the same at the required depth
 * - `reorg`: the block with its receipt is no longer canonical
 * - `cancelUnbound` / `expireUnbound` / `reject`: it ended before anything was signed
 * - `voidCanceled` / `voidExpired` / `voidFailed`: the slot was consumed by a no-op (or can't be used any more)
 * - `lose`: the slot was consumed by a transaction nobody could find · `unbind`: by one that is somebody else's
 */
export type StatusEvent =
  | 'bind'
  | 'acknowledge'
  | 'include'
  | 'includeReverted'
  | 'confirm'
  | 'revert'
  | 'reorg'
  | 'cancelUnbound'
  | 'expireUnbound'
  | 'reject'
  | 'voidCanceled'
  | 'voidExpired'
  | 'voidFailed'
  | 'lose'
  | 'unbind'

/** Statuses that never change (I4). */
export const terminalStatuses: ReadonlySet<TransactionStatus> = new Set(['confirmed', 'failed', 'expired', 'canceled'])

const ended: Record<StatusEvent, 'ignored'> = {
  bind: 'ignored',
  acknowledge: 'ignored',
  include: 'ignored',
  includeReverted: 'ignored',
  confirm: 'ignored',
  revert: 'ignored',
  reorg: 'ignored',
  cancelUnbound: 'ignored',
  expireUnbound: 'ignored',
  reject: 'ignored',
  voidCanceled: 'ignored',
  voidExpired: 'ignored',
  voidFailed: 'ignored',
  lose: 'ignored',
  unbind: 'ignored',
}

/**
 * The whole status machine. `ignored`: the event is possible and changes nothing; `illegal`: it can only come from a bug,
 * and asking for it throws. Exhaustive by type: a new status or event does not compile until every cell is decided.
 */
export const statusTable: Record<TransactionStatus, Record<StatusEvent, TransactionStatus | 'ignored' | 'illegal'>> = {
  pending: {
    bind: 'sent',
    acknowledge: 'illegal',
    include: 'illegal',
    includeReverted: 'illegal',
    confirm: 'illegal',
    revert: 'illegal',
    reorg: 'illegal',
    cancelUnbound: 'canceled',
    expireUnbound: 'expired',
    reject: 'failed',
    voidCanceled: 'illegal',
    voidExpired: 'illegal',
    voidFailed: 'illegal',
    lose: 'illegal',
    unbind: 'illegal',
  },
  sent: {
    bind: 'ignored',
    acknowledge: 'submitted',
    include: 'mined',
    includeReverted: 'submitted',
    confirm: 'confirmed',
    revert: 'failed',
    reorg: 'ignored',
    cancelUnbound: 'illegal',
    expireUnbound: 'illegal',
    reject: 'illegal',
    voidCanceled: 'canceled',
    voidExpired: 'expired',
    voidFailed: 'failed',
    lose: 'failed',
    unbind: 'pending',
  },
  submitted: {
    bind: 'ignored',
    acknowledge: 'ignored',
    include: 'mined',
    includeReverted: 'ignored',
    confirm: 'confirmed',
    revert: 'failed',
    reorg: 'ignored',
    cancelUnbound: 'illegal',
    expireUnbound: 'illegal',
    reject: 'illegal',
    voidCanceled: 'canceled',
    voidExpired: 'expired',
    voidFailed: 'failed',
    lose: 'failed',
    unbind: 'pending',
  },
  mined: {
    bind: 'ignored',
    acknowledge: 'ignored',
    include: 'ignored',
    includeReverted: 'submitted',
    confirm: 'confirmed',
    revert: 'failed',
    reorg: 'submitted',
    cancelUnbound: 'illegal',
    expireUnbound: 'illegal',
    reject: 'illegal',
    voidCanceled: 'canceled',
    voidExpired: 'expired',
    voidFailed: 'failed',
    lose: 'failed',
    unbind: 'pending',
  },
  confirmed: ended,
  failed: ended,
  expired: ended,
  canceled: ended,
}

/** The status after an event. Throws an Error for an illegal one: that is a bug, and the write must not happen. */
export function nextStatus(status: TransactionStatus, event: StatusEvent): TransactionStatus {
  const next = statusTable[status][event]
  if (next === 'illegal') throw new Error(`illegal status event ${event} in ${status}`)
  return next === 'ignored' ? status : next
}

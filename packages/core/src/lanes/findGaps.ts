import type { AccountState, Chain } from '../ports/chain.ts'
import type { SlotKey } from '../records/slot.ts'
import type { SlotView } from './laneView.ts'

/** Most missing sequences looked at in one go. */
const LIMIT = 64

/**
 * Sequences below an account's lowest open slot that the chain still waits for and no row holds: rows lost with a backup, or
 * a stranger's transaction that a reorg threw out. Everything behind them stands still. Pure.
 */
export function findGaps(
  chain: Pick<Chain, 'nextSequence'>,
  slots: Iterable<SlotView>,
  accounts: ReadonlyMap<string, AccountState>,
): readonly SlotKey[] {
  const lowest = new Map<string, string>()
  for (const { slot } of slots) {
    if (slot.state !== 'open' || slot.account === '') continue
    const known = lowest.get(slot.account)
    if (known === undefined || slot.sequence < known) lowest.set(slot.account, slot.sequence)
  }
  const gaps: SlotKey[] = []
  for (const [account, end] of lowest) {
    const state = accounts.get(account)
    if (state === undefined) continue
    let sequence = chain.nextSequence(state, null)
    while (sequence !== null && sequence < end && gaps.length < LIMIT) {
      gaps.push({ account, sequence })
      sequence = chain.nextSequence(state, sequence)
    }
  }
  return gaps
}

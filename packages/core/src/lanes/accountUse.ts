import { type AccountUse, executorOf, type SlotView } from './laneView.ts'

/** Of an account without open slots. */
export const NO_USE: AccountUse = { open: 0, inFlight: 0, unacknowledged: 0, reserved: 0n }

/** What one slot adds to the use of its account. */
export function useOf({ slot, attempts }: SlotView): AccountUse {
  if (slot.state !== 'open') return NO_USE
  if (executorOf(attempts) !== null) return { ...NO_USE, open: 1 }
  let reserved = 0n
  for (const { maxCost } of attempts) if (maxCost > reserved) reserved = maxCost
  return { open: 1, inFlight: 1, unacknowledged: attempts.at(-1)?.broadcast === 'acknowledged' ? 0 : 1, reserved }
}

/** The sum of two, or their difference. */
export function addUse(a: AccountUse, b: AccountUse, sign: 1 | -1): AccountUse {
  return {
    open: a.open + sign * b.open,
    inFlight: a.inFlight + sign * b.inFlight,
    unacknowledged: a.unacknowledged + sign * b.unacknowledged,
    reserved: sign === 1 ? a.reserved + b.reserved : a.reserved - b.reserved,
  }
}

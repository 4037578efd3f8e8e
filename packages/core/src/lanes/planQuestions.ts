import type { AccountState, ChainTraits, Head } from '../ports/chain.ts'
import type { AttemptRecord } from '../records/attempt.ts'
import { executorOf, type SlotView } from './laneView.ts'
import type { SlotTable } from './slotTable.ts'

/** The oldest open slot is asked about every so many heads, whatever the account's count says. */
const OLDEST_EVERY = 4

/** Attempts to ask about, and the consumed slots that some of them are of. */
export interface Questions {
  readonly attempts: readonly AttemptRecord[]
  readonly consumed: readonly SlotView[]
}

/**
 * Which attempts to ask the chain about at a new head. Pure. The account's count says which slots are used; only those are
 * worth a receipt, so the cost follows the blocks and not the number of open transactions.
 */
export function planQuestions(
  slots: Pick<SlotTable, 'live' | 'consumedAt'>,
  accounts: ReadonlyMap<string, AccountState>,
  head: Head,
  traits: ChainTraits,
  isConsumed: (sequence: string, state: AccountState) => boolean,
): Questions {
  const questions: AttemptRecord[] = []
  const oldestSeen = new Set<string>()
  for (const { slot, attempts } of slots.live()) {
    if (slot.state === 'vacant') continue
    const executor = executorOf(attempts)
    const open = attempts.filter(attempt => attempt.broadcast !== 'dead')
    if (executor !== null) {
      questions.push(executor)
      continue
    }
    const state = accounts.get(slot.account)
    const used = state !== undefined && isConsumed(slot.sequence, state)
    const oldest = !oldestSeen.has(slot.account)
    oldestSeen.add(slot.account)
    if (used || traits.sequencing === 'none' || slot.account === '') questions.push(...open)
    else if (oldest && head.height % OLDEST_EVERY === 0) questions.push(...open)
    else questions.push(...open.filter(attempt => isPastBound(attempt, head)))
  }
  // Below the required depth nothing moves but in a deep reorg: look now and then, and once it should be final.
  const watchEvery = Math.max(1, Math.floor(traits.finalityBlocks / 8))
  const consumed = slots.consumedAt(height => {
    const depth = head.height - height
    return depth >= traits.finalityBlocks || depth % watchEvery === 0
  })
  return { attempts: [...questions, ...consumed.flatMap(view => executorOf(view.attempts) ?? [])], consumed }
}

function isPastBound({ bound }: AttemptRecord, head: Head): boolean {
  if (bound === null) return false
  return bound.kind === 'height' ? head.height > bound.value : head.timestampMs > bound.value
}

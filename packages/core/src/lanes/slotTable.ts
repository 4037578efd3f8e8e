import { addUse, NO_USE, useOf } from './accountUse.ts'
import { type AccountUse, executorOf, slotId, type SlotView } from './laneView.ts'

/**
 * The slots of a lane that are not final, so arranged that a tick touches only those it has to decide about: what a tick
 * costs follows what is new and not what is open. Two states of a slot are kept where they differ: as the rows have it
 * (`stored`), and as the lane knows it (`get`); the next commit writes the difference.
 */
export interface SlotTable {
  /** As the lane knows it. */
  get(id: string): SlotView | undefined
  /** As the rows have it. */
  stored(id: string): SlotView | undefined
  /** Takes over what a commit wrote. Final slots leave the table. */
  put(view: SlotView): void
  /** Takes over what is not written yet. */
  amend(view: SlotView): void
  /** What differs from the rows. */
  unwritten(): Iterable<SlotView>
  /** Open and vacant slots, by (account, sequence). */
  live(): readonly SlotView[]
  readonly liveCount: number
  readonly vacantCount: number
  readonly consumedCount: number
  /** Consumed slots whose block is at one of the heights that the predicate wants. */
  consumedAt(wanted: (height: number) => boolean): readonly SlotView[]
  /** Accounts with an open slot. */
  accounts(): Iterable<string>
  use(account: string): AccountUse
  /** The next plan must look at this slot, although nothing in it changed. */
  touch(id: string): void
  /** Live slots that changed or were touched since this was last called: the next plan must look at them. */
  takeChanged(): readonly SlotView[]
  readonly hasChanged: boolean
}

/** A table of these slots, by (account, sequence). */
export function createSlotTable(views: Iterable<SlotView>): SlotTable {
  let live = new Map<string, SlotView>()
  const consumed = new Map<number, Map<string, SlotView>>()
  const unwritten = new Map<string, SlotView>()
  const uses = new Map<string, AccountUse>()
  const changed = new Set<string>()
  /** Where each consumed slot is, by block height. */
  const heights = new Map<string, number>()
  let last = ''
  let sorted = true
  let vacant = 0

  const count = (view: SlotView, sign: 1 | -1): void => {
    if (view.slot.state === 'vacant') vacant += sign
    if (view.slot.state !== 'open') return
    const use = addUse(uses.get(view.slot.account) ?? NO_USE, useOf(view), sign)
    if (use.open === 0) uses.delete(view.slot.account)
    else uses.set(view.slot.account, use)
  }

  const stored = (id: string): SlotView | undefined =>
    live.get(id) ?? consumed.get(heights.get(id) ?? Number.NaN)?.get(id)
  const get = (id: string): SlotView | undefined => unwritten.get(id) ?? stored(id)

  /** Counters follow what the lane knows; `view` null: the slot leaves the table. */
  const recount = (id: string, view: SlotView | null): void => {
    const before = get(id)
    if (before !== undefined) count(before, -1)
    if (view !== null) count(view, 1)
  }

  const dropConsumed = (id: string): void => {
    const height = heights.get(id)
    if (height === undefined) return
    heights.delete(id)
    const group = consumed.get(height)
    group?.delete(id)
    if (group?.size === 0) consumed.delete(height)
  }

  const put = (view: SlotView): void => {
    const id = slotId(view.slot)
    recount(id, view.slot.state === 'final' ? null : view)
    unwritten.delete(id)
    dropConsumed(id)
    if (view.slot.state === 'open' || view.slot.state === 'vacant') {
      if (!live.has(id)) {
        if (id < last) sorted = false
        else last = id
      }
      live.set(id, view)
      changed.add(id)
      return
    }
    live.delete(id)
    changed.delete(id)
    if (view.slot.state === 'final') return
    const height = executorOf(view.attempts)?.landing?.blockHeight ?? -1
    const group = consumed.get(height) ?? new Map<string, SlotView>()
    consumed.set(height, group.set(id, view))
    heights.set(id, height)
  }

  for (const view of views) put(view)
  return {
    get,
    stored,
    put,
    amend(view) {
      const id = slotId(view.slot)
      recount(id, view)
      unwritten.set(id, view)
      changed.add(id)
    },
    unwritten: () => unwritten.values(),
    live() {
      if (!sorted) {
        live = new Map([...live].sort(([a], [b]) => (a < b ? -1 : 1)))
        sorted = true
      }
      if (unwritten.size === 0) return [...live.values()]
      return [...live].map(([id, view]) => unwritten.get(id) ?? view)
    },
    get liveCount() {
      return live.size
    },
    get vacantCount() {
      return vacant
    },
    get consumedCount() {
      return heights.size
    },
    consumedAt(wanted) {
      return [...consumed].flatMap(([height, group]) => (wanted(height) ? [...group.values()] : []))
    },
    accounts: () => uses.keys(),
    use: account => uses.get(account) ?? NO_USE,
    touch(id) {
      if (live.has(id)) changed.add(id)
    },
    takeChanged() {
      const taken = [...changed].sort().flatMap(id => get(id) ?? [])
      changed.clear()
      return taken
    },
    get hasChanged() {
      return changed.size > 0
    },
  }
}

import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { AttemptRecord } from '../records/attempt.ts'
import type { SlotState } from '../records/slot.ts'
import { executorOf, slotId, type SlotView } from './laneView.ts'
import { createSlotTable } from './slotTable.ts'

const step = fc.record({
  account: fc.constantFrom('a', 'b'),
  sequence: fc.integer({ min: 0, max: 9 }),
  state: fc.constantFrom<SlotState>('open', 'vacant', 'consumed', 'final'),
  height: fc.option(fc.integer({ min: 1, max: 5 }), { nil: null }),
  acknowledged: fc.boolean(),
  cost: fc.integer({ min: 0, max: 100 }),
  how: fc.constantFrom('put', 'amend'),
})

function viewOf({
  account,
  sequence,
  state,
  height,
  acknowledged,
  cost,
}: typeof step extends fc.Arbitrary<infer T> ? T : never) {
  const landing = height === null ? null : { blockHeight: height }
  const attempt = { broadcast: acknowledged ? 'acknowledged' : 'stored', maxCost: BigInt(cost), landing }
  const slot = { account, sequence: String(sequence), state }
  return { slot, attempts: [attempt as unknown as AttemptRecord] } as unknown as SlotView
}

test('the counters of a table are what its slots add up to, and its views are in order', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), steps => {
      const table = createSlotTable([])
      const known = new Map<string, SlotView>()
      const written = new Map<string, SlotView>()
      for (const taken of steps) {
        const view = viewOf(taken)
        const id = slotId(view.slot)
        // What nodes say is taken down for slots that are open and stay so.
        const amends = taken.how === 'amend' && taken.state === 'open' && written.get(id)?.slot.state === 'open'
        if (amends) table.amend(view)
        else table.put(view)
        known.set(id, view)
        if (!amends) written.set(id, view)
        if (taken.state === 'final') for (const map of [known, written]) map.delete(id)
      }
      const states = (state: SlotState) => [...known.values()].filter(view => view.slot.state === state)
      for (const account of ['a', 'b']) {
        const open = states('open').filter(view => view.slot.account === account)
        const flying = open.filter(view => executorOf(view.attempts) === null)
        const unacknowledged = flying.filter(view => view.attempts[0]?.broadcast !== 'acknowledged')
        const reserved = flying.reduce((sum, view) => sum + (view.attempts[0]?.maxCost ?? 0n), 0n)
        const use = { open: open.length, inFlight: flying.length, unacknowledged: unacknowledged.length, reserved }
        expect(table.use(account)).toEqual(use)
        expect([...table.accounts()].includes(account)).toBe(open.length > 0)
      }
      const live = [...known].filter(([, { slot }]) => slot.state === 'open' || slot.state === 'vacant')
      expect(table.live()).toEqual(live.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, view]) => view))
      expect(table.vacantCount).toBe(states('vacant').length)
      expect(table.consumedAt(() => true)).toHaveLength(states('consumed').length)
      expect(table.consumedCount).toBe(states('consumed').length)
      for (const [id, view] of written) expect([table.stored(id), table.get(id)]).toEqual([view, known.get(id)])
    }),
  )
})

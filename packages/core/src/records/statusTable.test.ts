import type { TransactionStatus } from '@relayer/schemas'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextStatus, type StatusEvent, statusTable, terminalStatuses } from './statusTable.ts'

const statuses = Object.keys(statusTable) as TransactionStatus[]
const events = Object.keys(statusTable.pending) as StatusEvent[]
const eventArbitrary = fc.array(fc.constantFrom(...events), { maxLength: 40 })

test('I4: a terminal status never changes, whatever happens', () => {
  for (const status of terminalStatuses) for (const event of events) expect(nextStatus(status, event)).toBe(status)
})

test('an illegal event throws and names both', () => {
  expect(() => nextStatus('pending', 'confirm')).toThrow('illegal status event confirm in pending')
})

// The model: what a transaction has been through, without a table. Bound or not, acknowledged or not, and how it ended.
interface Model {
  bound: boolean
  acknowledged: boolean
  included: boolean
  ended: TransactionStatus | null
}

function expected(model: Model): TransactionStatus {
  if (model.ended !== null) return model.ended
  if (!model.bound) return 'pending'
  if (model.included) return 'mined'
  return model.acknowledged ? 'submitted' : 'sent'
}

const ends: Partial<Record<StatusEvent, TransactionStatus>> = {
  confirm: 'confirmed',
  revert: 'failed',
  lose: 'failed',
  reject: 'failed',
  voidFailed: 'failed',
  voidCanceled: 'canceled',
  cancelUnbound: 'canceled',
  voidExpired: 'expired',
  expireUnbound: 'expired',
}
const unboundOnly: readonly StatusEvent[] = ['cancelUnbound', 'expireUnbound', 'reject']

test('model: every sequence of events leaves the table where the model says', () => {
  fc.assert(
    fc.property(eventArbitrary, sequence => {
      let status: TransactionStatus = 'pending'
      const model: Model = { bound: false, acknowledged: false, included: false, ended: null }
      for (const event of sequence) {
        const legal = model.ended !== null || event === 'bind' || unboundOnly.includes(event) === !model.bound
        if (!legal) {
          expect(() => nextStatus(status, event)).toThrow('illegal')
          continue
        }
        status = nextStatus(status, event)
        if (model.ended === null) {
          const end = ends[event]
          if (end !== undefined) model.ended = end
          else if (event === 'bind') model.bound = true
          else if (event === 'unbind') Object.assign(model, { bound: false, acknowledged: false, included: false })
          else {
            // A receipt is an acknowledgement, and so is having had one.
            if (event !== 'reorg') model.acknowledged = true
            model.included = event === 'include' || (event === 'acknowledge' && model.included)
          }
        }
        expect(status).toBe(expected(model))
      }
    }),
    { numRuns: 500 },
  )
})

test('every status can be reached', () => {
  const reached = new Set<TransactionStatus>(['pending'])
  for (const from of statuses)
    for (const event of events) {
      const to = statusTable[from][event]
      if (to !== 'ignored' && to !== 'illegal') reached.add(to)
    }
  expect([...reached].toSorted()).toEqual(statuses.toSorted())
})

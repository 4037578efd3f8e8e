import { describe, expect, it } from 'vitest'
import type { HealthProblem } from '../ports/chain.ts'
import { relayerOf } from '../testing/conformance/records.ts'
import { type HealthCheck, planHealth, versionOf } from './planHealth.ts'

const pace = { healthMs: 60_000, disabledRetriesMs: [10_000, 20_000, 30_000, 45_000, 60_000] }
const balance: HealthProblem = { kind: 'balance', reason: 'b' }
const endpoint: HealthProblem = { kind: 'endpoint', reason: 'e' }
const sequence: HealthProblem = { kind: 'sequence', reason: 's' }
const works = relayerOf('r')
const lowReason = { type: 'BalanceCheckFailed', details: 'Insufficient balance' } as const
const low = relayerOf('r', { systemDisabled: true, disabledReason: lowReason })
const check = (of = works, failures = 0): HealthCheck => ({ version: versionOf(of), failures, dueAt: 0 })

describe('planHealth', () => {
  it('looks every minute at what works', () => {
    const plan = { next: null, tell: false, failures: 0, afterMs: 60_000 }
    expect(planHealth(works, null, [], pace)).toEqual(plan)
    expect(planHealth(works, check(), [], pace)).toEqual(plan)
  })

  it.each([
    ['the first look', null],
    ['a changed record', { ...check(), version: 'older' }],
  ])('disables at once: %s', (_, known) => {
    const plan = planHealth(works, known, [balance], pace)
    expect(plan).toMatchObject({ tell: true, failures: 1, afterMs: 10_000 })
    expect(plan.next).toEqual({ ...works, systemDisabled: true, disabledReason: lowReason })
  })

  it('disables what has worked by the third failure in a row', () => {
    expect(planHealth(works, check(works, 0), [endpoint], pace)).toMatchObject({
      next: null,
      failures: 1,
      afterMs: 10_000,
    })
    expect(planHealth(works, check(works, 1), [endpoint], pace)).toMatchObject({
      next: null,
      failures: 2,
      afterMs: 10_000,
    })
    expect(planHealth(works, check(works, 2), [endpoint], pace)).toMatchObject({
      next: { systemDisabled: true },
      tell: true,
    })
  })

  it('looks at a disabled one after 10, 20, 30, 45, 60, 60 seconds', () => {
    const waits = [0, 1, 2, 3, 4, 5, 6].map(failures => planHealth(low, check(low, failures), [balance], pace).afterMs)
    expect(waits).toEqual([10_000, 20_000, 30_000, 45_000, 60_000, 60_000, 60_000])
  })

  it('writes another reason without telling, and the same one not at all', () => {
    expect(planHealth(low, check(low, 1), [balance], pace)).toMatchObject({ next: null, tell: false })
    expect(planHealth(low, check(low, 1), [endpoint], pace)).toMatchObject({
      next: { disabledReason: { type: 'RpcValidationFailed' } },
      tell: false,
    })
  })

  it('enables at the first success; silently at the first look of a process', () => {
    expect(planHealth(low, null, [], pace)).toMatchObject({
      next: { systemDisabled: false, disabledReason: null },
      tell: false,
    })
    expect(planHealth(low, check(low, 3), [], pace)).toMatchObject({
      next: { systemDisabled: false },
      tell: true,
      failures: 0,
    })
  })

  it('names several reasons in order, and sequences by family', () => {
    expect(planHealth(works, null, [sequence, endpoint], pace).next?.disabledReason).toEqual({
      type: 'Multiple',
      details: [
        { type: 'NonceSyncFailed', details: 'Nonce synchronization failed' },
        { type: 'RpcValidationFailed', details: 'RPC endpoint validation failed' },
      ],
    })
    const stellar = relayerOf('s', { networkType: 'stellar' })
    expect(planHealth(stellar, null, [sequence], pace).next?.disabledReason?.type).toBe('SequenceSyncFailed')
  })
})

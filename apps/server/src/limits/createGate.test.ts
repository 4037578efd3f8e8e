import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createGate } from './createGate.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('lets so many in; the next wait in line and come in first come, first served', async () => {
  const gate = createGate({ limit: 2, patienceMs: 1_000, line: 10 })
  expect([gate.enter(), gate.enter()]).toEqual([true, true])
  const came: string[] = []
  const waiting = ['a', 'b'].map(async name => (await gate.enter()) && came.push(name))
  gate.leave()
  await waiting[0]
  expect([came, gate.inside, gate.waiting]).toEqual([['a'], 2, 1])
  gate.leave()
  await waiting[1]
  expect(came).toEqual(['a', 'b'])
  gate.leave()
  gate.leave()
  expect(gate.inside).toBe(0)
  expect(gate.enter()).toBe(true)
})

test('who waits too long is sent away and takes nobody’s place', async () => {
  const gate = createGate({ limit: 1, patienceMs: 1_000, line: 10 })
  gate.enter()
  const first = gate.enter()
  await vi.advanceTimersByTimeAsync(500)
  const second = gate.enter()
  await vi.advanceTimersByTimeAsync(500)
  expect(await first).toBe(false)
  gate.leave()
  expect(await second).toBe(true)
  expect([gate.inside, gate.waiting]).toEqual([1, 0])
})

test('a full line sends away at once', async () => {
  const gate = createGate({ limit: 1, patienceMs: 1_000, line: 1 })
  gate.enter()
  void gate.enter()
  expect(await gate.enter()).toBe(false)
})

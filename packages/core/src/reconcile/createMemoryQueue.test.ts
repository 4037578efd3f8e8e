import { expect, test } from 'vitest'
import { createManualClock } from '../testing/manualClock.ts'
import { createMemoryQueue } from './createMemoryQueue.ts'

const silent = (): void => {}
const logger = { debug: silent, info: silent, warn: silent, error: silent }

test('wake-ups during a run are merged into one more run, and a key never runs twice at a time', async () => {
  const clock = createManualClock()
  const queue = createMemoryQueue({ clock, logger })
  let running = 0
  let runs = 0
  const release: (() => void)[] = []
  queue.start(async () => {
    expect(++running).toBe(1)
    runs++
    await new Promise<void>(resolve => release.push(resolve))
    running--
    return { requeueAfterMs: null }
  })
  queue.add('a')
  queue.add('a')
  queue.add('a')
  await clock.flush()
  release.shift()?.()
  await clock.flush()
  release.shift()?.()
  await clock.flush()
  expect(runs).toBe(2)
})

test('of several delays the earliest wins', async () => {
  const clock = createManualClock()
  const queue = createMemoryQueue({ clock, logger })
  const at: number[] = []
  const start = clock.now()
  queue.start(async () => {
    at.push(clock.now() - start)
    return { requeueAfterMs: null }
  })
  queue.addAfter('a', 500)
  queue.addAfter('a', 100)
  queue.addAfter('a', 300)
  await clock.advance(1_000)
  expect(at).toEqual([100])
})

test('a handler that throws is tried again, later and later; a good run starts over', async () => {
  const clock = createManualClock()
  const queue = createMemoryQueue({ clock, logger })
  const at: number[] = []
  const start = clock.now()
  queue.start(async () => {
    at.push(clock.now() - start)
    if (at.length < 4) throw new Error('no database')
    return { requeueAfterMs: null }
  })
  queue.add('a')
  await clock.advance(60_000)
  expect(at).toEqual([0, 100, 300, 700])
})

test('stop waits for what runs and starts nothing more', async () => {
  const clock = createManualClock()
  const queue = createMemoryQueue({ clock, logger })
  let finish = silent
  let runs = 0
  queue.start(async () => {
    runs++
    await new Promise<void>(resolve => {
      finish = resolve
    })
    return { requeueAfterMs: 0 }
  })
  queue.add('a')
  await clock.flush()
  let stopped = false
  const stopping = queue.stop().then(() => {
    stopped = true
  })
  await clock.flush()
  expect(stopped).toBe(false)
  finish()
  await stopping
  queue.add('b')
  await clock.advance(10_000)
  expect(runs).toBe(1)
})

import { expect, test } from 'vitest'
import { createManualClock } from '../testing/manualClock.ts'
import { createMemoryStore } from '../testing/memoryStore.ts'
import { checkStore } from './checkStore.ts'

const clock = createManualClock()
const storeWith = (ping: () => Promise<void>) => ({ ...createMemoryStore({ now: clock.now }), ping })
const silent = { ready: false, reason: 'the database does not answer' }

test('a store that answers is ready', async () => {
  expect(await checkStore({ clock, store: storeWith(async () => {}) })).toEqual({ ready: true })
})

test('a store that refuses is not, and its own words stay inside', async () => {
  const store = storeWith(() => Promise.reject(new Error('postgres://user:secret@host')))
  expect(await checkStore({ clock, store })).toEqual(silent)
})

test('a store that never answers is not ready either, within seconds', async () => {
  const check = checkStore({ clock, store: storeWith(() => new Promise(() => {})) })
  await clock.advance(3_000)
  expect(await check).toEqual(silent)
})

import { vi } from 'vitest'
import { createMemoryStore } from './memoryStore.ts'
import { testStore } from './storeConformance.ts'

// The suite waits for a short lease to end, so the clock is the real one.
testStore('memory', async () => createMemoryStore({ now: () => vi.getRealSystemTime() }))

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../ports/store.ts'
import { apiKeyOf, newTransaction, relayerOf, signerOf } from './conformance/records.ts'
import { testCreate } from './conformance/testCreate.ts'
import { testEvents } from './conformance/testEvents.ts'
import { testLanes } from './conformance/testLanes.ts'
import { testModel } from './conformance/testModel.ts'
import { testOnce } from './conformance/testOnce.ts'
import { testPrune } from './conformance/testPrune.ts'
import { testResources } from './conformance/testResources.ts'
import { testTransactions } from './conformance/testTransactions.ts'

/**
 * Registers the tests that every {@link Store} passes. One store serves them all: it is reset before each test and closed
 * at the end. Needs `vitest` and `fast-check`.
 *
 * @example
 * testStore('memory', async () => createMemoryStore({ now: clock.now }))
 */
export function testStore(name: string, makeStore: () => Promise<Store>): void {
  describe(`store: ${name}`, () => {
    let made: Store | null = null
    const store = () => {
      if (made === null) throw new Error('the store was not made')
      return made
    }
    beforeAll(async () => {
      made = await makeStore()
    }, 60_000)
    beforeEach(() => store().reset())
    afterAll(() => made?.close())

    testResources(store)
    testCreate(store)
    testTransactions(store)
    testOnce(store)
    testLanes(store)
    testEvents(store)
    testPrune(store)
    testModel(store)

    it('ping answers', async () => {
      await store().ping()
    })

    it('reset deletes everything', async () => {
      await store().relayers.insert(relayerOf('a'))
      await store().signers.insert(signerOf('a'))
      await store().apiKeys.insert(apiKeyOf('a'))
      const claim = { key: 'k', fingerprint: 'f', answer: 'a', expiresAt: Number.MAX_SAFE_INTEGER }
      await store().transactions.create([newTransaction('a', {}, claim)])
      await store().reset()
      expect(await store().relayers.all()).toEqual([])
      expect(await store().signers.all()).toEqual([])
      expect(await store().apiKeys.all()).toEqual([])
      expect(await store().transactions.get(['a'])).toEqual([null])
      expect(await store().transactions.counts('r1')).toEqual(new Map())
      expect(await store().transactions.idempotent('k', 0)).toBeNull()
      await store().events.stamp()
      expect(await store().events.after(0, 10)).toEqual([])
    })
  })
}

import { expect, it } from 'vitest'
import type { Adapters } from '../ports/adapters.ts'
import type { NetworkRecord, SignerRecord } from '../records/resources.ts'
import { createAdapterCache } from './adapterCache.ts'

function setUp() {
  const opened: string[] = []
  const adapters: Adapters = {
    openChain: ({ rpcUrls }) => {
      opened.push(rpcUrls.map(({ url }) => url).join())
      return { ok: false, reason: 'not needed' }
    },
    openSigner: ({ secret }) => {
      opened.push(secret ?? '')
      return { ok: false, reason: 'not needed' }
    },
  }
  return { opened, cache: createAdapterCache(adapters) }
}

const signer: SignerRecord = { id: 's', createdAt: 1, version: 1, type: 'local', config: {}, secret: 'first' }
const network: NetworkRecord = {
  id: 'evm:n',
  createdAt: 1,
  version: 1,
  name: 'n',
  networkType: 'evm',
  rpcUrls: [{ url: 'http://first', weight: 100 }],
  predefined: false,
  settings: {},
}

it('opens a record once', () => {
  const { opened, cache } = setUp()
  for (let times = 0; times < 3; times++) {
    cache.signer({ ...signer })
    cache.chain({ ...network }, null)
  }
  expect(opened).toEqual(['first', 'http://first'])
})

it('opens the new key of an id that was deleted and made again, even in the same millisecond', () => {
  const { opened, cache } = setUp()
  cache.signer({ ...signer, version: 2 })
  // created a millisecond later, at version 1: the sum is the same
  cache.signer({ ...signer, createdAt: 2, secret: 'second' })
  cache.signer({ ...signer, createdAt: 2, secret: 'third' })
  expect(opened).toEqual(['first', 'second', 'third'])
})

it('opens a network anew when its endpoints change', () => {
  const { opened, cache } = setUp()
  cache.chain(network, null)
  cache.chain({ ...network, version: 2, rpcUrls: [{ url: 'http://second', weight: 100 }] }, null)
  expect(opened).toEqual(['http://first', 'http://second'])
})

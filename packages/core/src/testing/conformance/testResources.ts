import { describe, expect, it } from 'vitest'
import type { ResourceStore, Store } from '../../ports/store.ts'
import type { ResourceRecord } from '../../records/resources.ts'
import {
  apiKeyOf,
  eventOf,
  lane,
  networkOf,
  newTransaction,
  notificationOf,
  relayerOf,
  signerOf,
  start,
  withoutPosition,
} from './records.ts'

interface Kind {
  readonly name: string
  readonly of: (store: Store) => ResourceStore<ResourceRecord>
  readonly make: (id: string, change?: Partial<ResourceRecord>) => ResourceRecord
}

// Method parameters are bivariant, so each typed store can stand for the general one in tests that only pass it its own.
const kinds: readonly Kind[] = [
  { name: 'relayers', of: store => store.relayers as ResourceStore<ResourceRecord>, make: relayerOf },
  { name: 'signers', of: store => store.signers as ResourceStore<ResourceRecord>, make: signerOf },
  { name: 'notifications', of: store => store.notifications as ResourceStore<ResourceRecord>, make: notificationOf },
  { name: 'networks', of: store => store.networks as ResourceStore<ResourceRecord>, make: networkOf },
  { name: 'API keys', of: store => store.apiKeys as ResourceStore<ResourceRecord>, make: apiKeyOf },
]

/** Rules of the configured resources and of API keys. */
export function testResources(store: () => Store): void {
  describe.each(kinds)('$name', ({ of, make }) => {
    it('reads back what was inserted', async () => {
      expect(await of(store()).insert(make('a'))).toBe('inserted')
      expect(await of(store()).get('a')).toEqual(make('a'))
      expect(await of(store()).get('b')).toBeNull()
    })

    it('insert of a taken id: exists, nothing written', async () => {
      await of(store()).insert(make('a'))
      expect(await of(store()).insert(make('a', { createdAt: 5 }))).toBe('exists')
      expect(await of(store()).get('a')).toEqual(make('a'))
    })

    it('concurrent inserts of an id: one wins', async () => {
      const results = await Promise.all([1, 2, 3, 4].map(version => of(store()).insert(make('a', { version }))))
      expect(results.filter(result => result === 'inserted')).toHaveLength(1)
    })

    it('update is compare-and-set and sets the version', async () => {
      await of(store()).insert(make('a'))
      expect(await of(store()).update(make('a', { createdAt: start, version: 99 }), 1)).toBe('updated')
      expect(await of(store()).get('a')).toEqual(make('a', { version: 2 }))
      expect(await of(store()).update(make('a'), 1)).toBe('stale')
      expect(await of(store()).update(make('missing'), 1)).toBe('stale')
      expect((await of(store()).get('a'))?.version).toBe(2)
    })

    it('delete tells whether there was one, and frees the id', async () => {
      await of(store()).insert(make('a'))
      expect(await of(store()).delete('a')).toBe(true)
      expect(await of(store()).delete('a')).toBe(false)
      expect(await of(store()).get('a')).toBeNull()
      expect(await of(store()).update(make('a'), 1)).toBe('stale')
      expect(await of(store()).insert(make('a', { version: 7 }))).toBe('inserted')
      expect((await of(store()).get('a'))?.version).toBe(7)
    })

    it('lists oldest first by (createdAt, id), 1-based, with the exact total', async () => {
      const ages: Record<string, number> = { a: 3, b: 1, B: 1, c: 2 }
      for (const [id, age] of Object.entries(ages)) await of(store()).insert(make(id, { createdAt: start + age }))
      const ids = async (page: number, perPage: number) => {
        const { items, total } = await of(store()).list({ page, perPage })
        return { ids: items.map(item => item.id).join(''), total }
      }
      expect(await ids(1, 10)).toEqual({ ids: 'Bbca', total: 4 })
      expect(await ids(1, 3)).toEqual({ ids: 'Bbc', total: 4 })
      expect(await ids(2, 3)).toEqual({ ids: 'a', total: 4 })
      expect(await ids(3, 3)).toEqual({ ids: '', total: 4 })
      expect(await ids(0, 3)).toEqual({ ids: '', total: 4 })
      expect(await ids(1, 0)).toEqual({ ids: '', total: 4 })
      expect((await of(store()).all()).map(item => item.id).join('')).toBe('Bbca')
    })
  })

  describe('secrets', () => {
    it('may be absent, empty, long or in any script', async () => {
      const secrets = [null, '', 'x'.repeat(5000), '{"k":"ключ 🔑"}']
      for (const [i, secret] of secrets.entries()) {
        await store().signers.insert(signerOf(`s${i}`, { secret }))
        await store().notifications.insert(notificationOf(`n${i}`, { signingKey: secret }))
        expect((await store().signers.get(`s${i}`))?.secret).toBe(secret)
        expect((await store().notifications.get(`n${i}`))?.signingKey).toBe(secret)
      }
      const signer = signerOf('s1', { secret: 'changed' })
      expect(await store().signers.update(signer, 1)).toBe('updated')
      expect((await store().signers.get('s1'))?.secret).toBe('changed')
    })
  })

  describe('relayers', () => {
    it('update: the event is in the same commit, and not written with a stale one (I3)', async () => {
      await store().relayers.insert(relayerOf('a'))
      const event = eventOf(null, { kind: 'relayer_state_update', relayerId: 'a' })
      const disabled = relayerOf('a', { systemDisabled: true })
      expect(await store().relayers.update(disabled, 1, event)).toBe('updated')
      expect(await store().relayers.update(disabled, 1, eventOf(null, { relayerId: 'a' }))).toBe('stale')
      expect(await store().relayers.update(disabled, 2, null)).toBe('updated')
      await store().events.stamp()
      expect(
        (await store().events.after(0, 10)).map(withoutPosition).filter(({ relayerId }) => relayerId === 'a'),
      ).toEqual([event])
    })

    it.each(['pending', 'sent', 'submitted', 'mined'] as const)(
      'retire: refused while a transaction is %s',
      async status => {
        await store().relayers.insert(relayerOf('a'))
        await store().transactions.create([
          newTransaction('t', { relayerId: 'a', status }),
          newTransaction('u', { relayerId: 'b' }),
        ])
        expect(await store().relayers.retire('a')).toEqual({ kind: 'busy', transactions: 1 })
        expect((await store().relayers.get('a'))?.version).toBe(1)
      },
    )

    it.each(['confirmed', 'failed', 'expired', 'canceled'] as const)('retire: %s transactions stay', async status => {
      await store().relayers.insert(relayerOf('a'))
      await store().transactions.create([newTransaction('t', { relayerId: 'a', status })])
      expect(await store().relayers.retire('a')).toEqual({ kind: 'retired' })
      expect(await store().relayers.retire('a')).toEqual({ kind: 'missing' })
      expect(await store().relayers.get('a')).toBeNull()
      expect((await store().transactions.get(['t']))[0]?.status).toBe(status)
    })

    it('a retired relayer takes no transaction, and no idempotency key; its heir does', async () => {
      const claim = { key: 'k', fingerprint: 'f', answer: 'a', expiresAt: Number.MAX_SAFE_INTEGER }
      await store().relayers.insert(relayerOf('a'))
      await store().relayers.retire('a')
      const late = [newTransaction('t', { relayerId: 'a' }, claim), newTransaction('u', { relayerId: 'b' })]
      expect(await store().transactions.create(late)).toEqual([{ kind: 'retired' }, { kind: 'created' }])
      expect((await store().transactions.get(['t', 'u'])).map(item => item?.id)).toEqual([undefined, 'u'])
      const once = { claim, now: 0, creates: late.slice(0, 1), writes: [] }
      expect(await store().transactions.commitOnce(once)).toEqual({ kind: 'retired' })
      expect(await store().transactions.idempotent('k', 0)).toBeNull()
      await store().relayers.insert(relayerOf('a'))
      expect(await store().transactions.create(late.slice(0, 1))).toEqual([{ kind: 'created' }])
    })

    it('a create and a retire at once: the transaction is in before, or not at all', async () => {
      for (let round = 0; round < 20; round++) {
        const id = `r-${round}`
        await store().relayers.insert(relayerOf(id))
        const [created, retired] = await Promise.all([
          store().transactions.create([newTransaction(`t-${round}`, { relayerId: id })]),
          store().relayers.retire(id),
        ])
        expect([created[0]?.kind, retired.kind]).toEqual(
          created[0]?.kind === 'created' ? ['created', 'busy'] : ['retired', 'retired'],
        )
      }
    })

    it('remembers the lane of the last one deleted under an id', async () => {
      expect(await store().relayers.formerLane('a')).toBeNull()
      for (const name of ['one', 'two']) {
        await store().relayers.insert(relayerOf('a', { lane: name }))
        await store().relayers.delete('a')
      }
      await store().relayers.insert(relayerOf('a', { lane: 'three' }))
      expect(await store().relayers.formerLane('a')).toBe('two')
    })
  })

  describe('API keys by hash', () => {
    const keys = () => store().apiKeys

    it('finds a key by its hash and by the one before its rotation, as it was stored', async () => {
      await keys().insert(apiKeyOf('a'))
      await keys().insert(apiKeyOf('b', { relayers: null, receivers: null, expiresAt: null }))
      expect(await keys().byHash('hash-a')).toEqual(apiKeyOf('a'))
      const rotated = apiKeyOf('a', { hash: 'new', previousHash: 'hash-a', previousUntil: start })
      expect(await keys().update(rotated, 1)).toBe('updated')
      expect(await keys().byHash('new')).toEqual({ ...rotated, version: 2 })
      expect(await keys().byHash('hash-a')).toEqual({ ...rotated, version: 2 })
      expect((await keys().byHash('hash-b'))?.relayers).toBeNull()
      expect(await keys().byHash('none')).toBeNull()
      await keys().delete('a')
      expect(await keys().byHash('new')).toBeNull()
      expect(await keys().byHash('hash-a')).toBeNull()
    })

    it('a hash belongs to one key', async () => {
      expect(await keys().insert(apiKeyOf('a', { hash: 'same' }))).toBe('inserted')
      expect(await keys().insert(apiKeyOf('b', { hash: 'same' }))).toBe('exists')
      expect(await keys().get('b')).toBeNull()
    })

    it('touch moves the last use forward only and leaves the version', async () => {
      await keys().insert(apiKeyOf('a'))
      for (const at of [start + 5, start + 3]) await keys().touch('a', at)
      await keys().touch('missing', start)
      expect(await keys().get('a')).toEqual(apiKeyOf('a', { lastUsedAt: start + 5 }))
      expect(await keys().update(apiKeyOf('a', { lastUsedAt: start + 5 }), 1)).toBe('updated')
    })
  })

  describe('relayer lanes', () => {
    it('a lane belongs to one live relayer', async () => {
      expect(await store().relayers.insert(relayerOf('a', { lane }))).toBe('inserted')
      expect(await store().relayers.insert(relayerOf('b', { lane }))).toBe('exists')
      expect(await store().relayers.get('b')).toBeNull()
      expect((await store().relayers.byLane(lane))?.id).toBe('a')
      expect(await store().relayers.byLane('evm:1:0x0')).toBeNull()
    })

    it('deletion is soft for the lane: it can be used again, and again be deleted', async () => {
      for (const id of ['a', 'a', 'b', 'b']) {
        expect(await store().relayers.insert(relayerOf(id, { lane }))).toBe('inserted')
        expect((await store().relayers.byLane(lane))?.id).toBe(id)
        expect(await store().relayers.delete(id)).toBe(true)
        expect(await store().relayers.byLane(lane)).toBeNull()
        expect(await store().relayers.all()).toEqual([])
        expect((await store().relayers.list({ page: 1, perPage: 10 })).total).toBe(0)
      }
    })

    it('ofLane: everybody whose lane it is or was, newest first, each id once, as it was last', async () => {
      const ofLane = async () =>
        (await store().relayers.ofLane(lane)).map(({ id, name, deletedAt }) => `${id} ${name} ${deletedAt === null}`)
      expect(await ofLane()).toEqual([])
      await store().relayers.insert(relayerOf('other'))
      for (const [id, name] of [
        ['a', 'first'],
        ['b', 'second'],
        ['a', 'third'],
      ] as const) {
        await store().relayers.insert(relayerOf(id, { lane, name }))
        await store().relayers.delete(id)
      }
      expect(await ofLane()).toEqual(['a third false', 'b second false'])
      await store().relayers.insert(relayerOf('c', { lane, name: 'fourth', createdAt: start - 1 }))
      const live = relayerOf('c', { lane, name: 'renamed', createdAt: start - 1 })
      expect(await store().relayers.update(live, 1)).toBe('updated')
      expect(await ofLane()).toEqual(['c renamed true', 'a third false', 'b second false'])
      expect((await store().relayers.ofLane(lane))[0]).toEqual({ ...live, version: 2 })
    })
  })
}

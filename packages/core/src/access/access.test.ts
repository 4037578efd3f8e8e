import { expect, test } from 'vitest'
import { createGrants } from '../context/grants.ts'
import { type ApiKeyRecord, type Grant, rootGrant } from '../records/apiKey.ts'
import { apiKeyOf } from '../testing/conformance/records.ts'
import { createManualClock } from '../testing/manualClock.ts'
import { createMemoryStore } from '../testing/memoryStore.ts'
import { checkReceivers } from '../transactions/checkReceivers.ts'
import { checkCovers } from './checkCovers.ts'

const silent = () => {}
const logger = { debug: silent, info: silent, warn: silent, error: silent }

async function open(change: Partial<ApiKeyRecord> = {}) {
  const clock = createManualClock()
  const store = createMemoryStore({ now: clock.now })
  const record = apiKeyOf('a', { hash: 'h', expiresAt: null, ...change })
  await store.apiKeys.insert(record)
  let reads = 0
  const counted: typeof store = {
    ...store,
    apiKeys: {
      ...store.apiKeys,
      byHash: hash => {
        reads += 1
        return store.apiKeys.byHash(hash)
      },
    },
  }
  return { clock, store, record, grants: createGrants({ store: counted, clock, logger }), reads: () => reads }
}

test('a key in use is remembered, and read again without anybody waiting', async () => {
  const { grants, clock, reads } = await open()
  expect(grants.known('h')).toBeNull()
  expect((await grants.find('h'))?.keyId).toBe('a')
  expect(grants.known('h')?.keyId).toBe('a')
  expect(reads()).toBe(1)
  await clock.advance(2_000)
  expect(grants.known('h')?.keyId).toBe('a')
  expect(reads()).toBe(2)
})

test('a key revoked by another process is refused within 5 s, whether it is in use or not', async () => {
  const { grants, clock, store } = await open()
  await grants.find('h')
  await store.apiKeys.delete('a')
  await clock.advance(3_999)
  expect(grants.known('h')?.keyId).toBe('a')
  await clock.flush()
  expect(grants.known('h')).toBeNull()
  expect(await grants.find('h')).toBeNull()

  const idle = await open()
  await idle.grants.find('h')
  await idle.store.apiKeys.delete('a')
  await idle.clock.advance(4_000)
  expect(idle.grants.known('h')).toBeNull()
})

test('a read that was under way during a revocation in this process is not remembered', async () => {
  const { grants, store } = await open()
  const read = grants.find('h')
  await store.apiKeys.delete('a')
  grants.forget()
  await read
  expect(grants.known('h')).toBeNull()
})

test('an expired key grants nothing from that millisecond on', async () => {
  const { grants, clock } = await open({ expiresAt: createManualClock().now() + 1_000 })
  await grants.find('h')
  await clock.advance(999)
  expect(grants.known('h')).not.toBeNull()
  await clock.advance(1)
  expect(grants.known('h')).toBeNull()
  expect(await grants.find('h')).toBeNull()
})

test('the old secret works until its grace ends, and not without one', async () => {
  const until = createManualClock().now() + 3_000
  const { grants, clock } = await open({ hash: 'new', previousHash: 'h', previousUntil: until })
  expect((await grants.find('h'))?.keyId).toBe('a')
  expect((await grants.find('new'))?.keyId).toBe('a')
  await clock.advance(3_000)
  expect(await grants.find('h')).toBeNull()
  expect((await grants.find('new'))?.keyId).toBe('a')
  const ended = await open({ hash: 'new', previousHash: 'h', previousUntil: null })
  expect(await ended.grants.find('h')).toBeNull()
})

test('the last use is written at most once a minute', async () => {
  const { grants, clock, store } = await open()
  const lastUse = async () => (await store.apiKeys.get('a'))?.lastUsedAt
  const first = clock.now()
  await grants.find('h')
  for (let second = 0; second < 59; second++) {
    await clock.advance(1_000)
    if (grants.known('h') === null) await grants.find('h')
  }
  expect(await lastUse()).toBe(first)
  await clock.advance(1_000)
  await grants.find('h')
  expect(await lastUse()).toBe(first + 60_000)
})

const limited: Grant = {
  ...rootGrant,
  keyId: 'k',
  root: false,
  permissions: ['tx:send', 'admin'],
  allowedOrigins: ['https://a'],
  relayers: ['r1', 'r2'],
  receivers: ['0xAA'],
  expiresAt: 100,
}

test.each<[Partial<Grant>, string | null]>([
  [{}, null],
  [{ permissions: ['tx:send'], relayers: ['r2'], receivers: ['0xaa'], expiresAt: 99, allowedOrigins: [] }, null],
  [{ permissions: ['tx:send', 'rpc'] }, 'permissions: rpc: no key grants more than it has'],
  [{ relayers: null }, 'relayers: no key grants more than it has'],
  [{ relayers: ['r3'] }, 'relayers: no key grants more than it has'],
  [{ receivers: null }, 'receivers: no key grants more than it has'],
  [{ receivers: ['0xab'] }, 'receivers: no key grants more than it has'],
  [{ allowedOrigins: ['*'] }, 'allowed_origins: no key grants more than it has'],
  [{ expiresAt: null }, 'expires_at: no key grants more than it has'],
  [{ expiresAt: 101 }, 'expires_at: no key grants more than it has'],
])('no key grants more than it has: %j', (change, refusal) => {
  const covered = checkCovers(limited, { ...limited, ...change })
  expect(covered.ok ? null : [covered.error.code, covered.error.message]).toEqual(refusal && ['FORBIDDEN', refusal])
  expect(checkCovers(rootGrant, { ...limited, ...change }).ok).toBe(true)
})

const evm = '0xAbCdEf0000000000000000000000000000000000'
const account = 'GACCOUNT'

test.each([
  ['evm', { to: evm.toLowerCase() }, true],
  ['evm', { to: evm }, true],
  ['evm', { to: '0x0000000000000000000000000000000000000001' }, false],
  ['evm', { data: '0x00' }, false],
  ['evm', { to: '' }, false],
  ['stellar', { operations: [{ type: 'payment', destination: account }] }, true],
  ['stellar', { operations: [{ type: 'payment', destination: account.toLowerCase() }] }, false],
  ['stellar', { operations: [{ type: 'payment', destination: account }, { type: 'invoke_contract' }] }, false],
  ['stellar', { operations: [] }, false],
  ['stellar', { operations: null, transaction_xdr: 'AAAA' }, false],
  ['solana', { instructions: [] }, false],
] as const)('a key limited to receivers sends to them only: %s %j', (family, body, allowed) => {
  const checked = checkReceivers(family, body, [evm, account])
  expect(checked.ok ? null : checked.error.code).toBe(allowed ? null : 'FORBIDDEN')
  expect(checkReceivers(family, body, null).ok).toBe(true)
})

// node --conditions=@relayer/source packages/store-knex/bench/measure.ts [postgres|sqlite]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Lease, NewTransaction, Store, TransactionRecord } from '@relayer/core'
import { openStore } from '../src/index.ts'
import { startPostgres } from '../src/testing/startPostgres.ts'

const encryption = { keys: [{ id: 'k', key: new Uint8Array(32) }], current: 'k' }
const lane = 'evm:31337:0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const account = lane.slice(10)

function item(key: boolean, relayerId = 'r1'): NewTransaction {
  const createdAt = Date.now()
  const id = crypto.randomUUID()
  const transaction: TransactionRecord = {
    id,
    relayerId,
    networkType: 'evm',
    status: 'pending',
    statusReason: null,
    createdAt,
    sentAt: null,
    confirmedAt: null,
    validUntil: createdAt + 1,
    revisions: [
      {
        number: 1,
        request: { to: account, value: '1', data: `0x${'ab'.repeat(68)}`, gas_limit: '21000', speed: 'fast' },
        sequenceAccount: account,
        rebuildable: true,
        createdAt,
      },
    ],
    executedRevision: null,
    slot: null,
    shown: null,
    void: null,
    dueAt: createdAt,
    version: 1,
  }
  const event = {
    id: crypto.randomUUID(),
    kind: 'transaction_created',
    relayerId,
    transactionId: id,
    notificationId: null,
    payload: 'x'.repeat(600),
    createdAt,
  }
  const claim = { key: id, fingerprint: 'f'.repeat(64), answer: 'y'.repeat(600), expiresAt: createdAt + 86_400_000 }
  return { transaction, event, idempotency: key ? claim : null }
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await run()
  return performance.now() - start
}

let next = 0

async function laneCommit(store: Store, lease: Lease, count: number): Promise<{ submit: number; settle: number }> {
  const items = Array.from({ length: count }, () => item(false))
  await store.transactions.create(items)
  const keys = items.map(() => ({ account, sequence: `${next++}`.padStart(20, '0') }))
  const attempts = items.map(({ transaction }, i) => ({
    id: `0x${transaction.id}`,
    otherIds: [],
    lane,
    ...(keys[i] ?? { account, sequence: '' }),
    transactionId: transaction.id,
    revision: 1,
    number: 1,
    raw: `0x${'02'.repeat(180)}`,
    details: { nonce: i, max_fee_per_gas: '30000000000', gas_limit: '21000' },
    bound: null,
    maxCost: 10n ** 18n,
    createdAt: 1,
    broadcast: 'stored' as const,
    broadcastCount: 0,
    broadcastAt: null,
    acknowledgedAt: null,
    broadcastReason: null,
    endpoint: null,
    landing: null,
  }))
  const event = (id: string) => ({
    ...item(false).event,
    id: crypto.randomUUID(),
    kind: 'transaction_update',
    transactionId: id,
    notificationId: 'n1',
  })
  const write = (old: TransactionRecord, change: Partial<TransactionRecord>) => ({
    transaction: { ...old, ...change, version: old.version + 1 },
    expectedVersion: old.version,
    event: event(old.id),
  })
  const none = { slots: [], attempts: [], newSlots: [], newAttempts: [], events: [] }
  const newSlots = attempts.map(({ account, sequence, transactionId }) => ({
    lane,
    account,
    sequence,
    transactionId,
    state: 'open' as const,
    consumedBy: null,
    createdAt: 1,
  }))
  const sent = items.map(({ transaction }, i) =>
    write(transaction, { status: 'sent', slot: keys[i] ?? null, dueAt: null }),
  )
  const commit = (change: object) => store.lanes.commit({ lease, ...none, transactions: [], ...change })
  const submit = await timed(() => commit({ newSlots, newAttempts: attempts, transactions: sent }))
  const landing = { success: true, finality: 'confirmed', blockHeight: 1, blockHash: '0x', reason: null, details: {} }
  const settle = await timed(() =>
    commit({
      slots: newSlots.map(slot => ({ ...slot, state: 'consumed', consumedBy: 'x' })),
      attempts: attempts.map(attempt => ({ ...attempt, landing })),
      transactions: sent.map(({ transaction }) => write(transaction, { status: 'confirmed', confirmedAt: 1 })),
    }),
  )
  return { submit, settle }
}

async function measure(name: string, store: Store): Promise<void> {
  const rate = (n: number, ms: number) => `${Math.round((n / ms) * 1000)}/s`
  for (const key of [false, true]) {
    for (let i = 0; i < 20; i++) await store.transactions.create([item(key)])
    const single = await timed(async () => {
      for (let i = 0; i < 300; i++) await store.transactions.create([item(key)])
    })
    const parallel = await timed(async () => {
      const worker = async () => {
        for (let i = 0; i < 30; i++) await store.transactions.create([item(key)])
      }
      await Promise.all(Array.from({ length: 200 }, worker))
    })
    const what = `${name} creates ${key ? 'with' : 'without'} idempotency key`
    console.log(`${what}: one by one ${rate(300, single)}, 200 in parallel ${rate(6000, parallel)}`)
  }
  const lease = await store.lanes.acquire(lane, 'bench', 600_000)
  if (lease === null) throw new Error('no lease')
  const runs = []
  for (let i = 0; i < 12; i++) runs.push(await laneCommit(store, lease, 500))
  const median = (values: number[]) => values.sort((a, b) => a - b)[6]?.toFixed(1)
  console.log(`${name} lane commit of 500: submit ${median(runs.map(run => run.submit))} ms`)
  console.log(`${name} lane commit of 500: settle ${median(runs.map(run => run.settle))} ms`)
  console.log(
    `${name} load of ${runs.length * 500} slots: ${(await timed(() => store.lanes.load(lane))).toFixed(1)} ms`,
  )
  const more = Number(process.env.ROWS ?? 0)
  for (let i = 0; i < more; i += 5000) {
    await store.transactions.create(Array.from({ length: 5000 }, (_, n) => item(false, `r${n % 5}`)))
  }
  const ask = { relayerId: 'r1', perPage: 25 }
  const calls = {
    'list page 1': () => store.transactions.list({ ...ask, statuses: [], page: 1 }),
    'list, two statuses': () => store.transactions.list({ ...ask, statuses: ['pending', 'confirmed'], page: 1 }),
    'list, confirmed': () => store.transactions.list({ ...ask, statuses: ['confirmed'], page: 1 }),
    'list, middle page': () =>
      store.transactions.list({ ...ask, statuses: [], page: Math.ceil((more + 12000) / 5 / 50) }),
    'list, last page': () =>
      store.transactions.list({ ...ask, statuses: [], page: Math.floor((more / 5 + 12000) / 25) }),
    counts: () => store.transactions.counts('r1'),
    due: () => store.lanes.due('r1', Date.now(), 100),
    dueLanes: () => store.lanes.dueLanes(Date.now()),
    unsettledLanes: () => store.lanes.unsettledLanes(),
    acquire: () => store.lanes.acquire(lane, 'bench', 1000),
    dueDeliveries: () => store.events.dueDeliveries('n1', Date.now(), 100),
    dueNotifications: () => store.events.dueNotifications(Date.now(), 100),
    bySequence: () => store.transactions.bySequence(lane, '00000000000000000005'),
    stamp: () => store.events.stamp(),
  }
  for (const [call, run] of Object.entries(calls)) {
    await run()
    const ms = await timed(async () => {
      for (let i = 0; i < 20; i++) await run()
    })
    console.log(`${name} ${call}: ${(ms / 20).toFixed(2)} ms`)
  }
  await store.close()
}

const only = process.argv[2]
if (only !== 'postgres') {
  const folder = await mkdtemp(join(tmpdir(), 'relayer-bench-'))
  await measure('SQLite', await openStore(`sqlite:${folder}/a.db`, { encryption }))
  await rm(folder, { recursive: true })
}
if (only !== 'sqlite') {
  const postgres = await startPostgres({ settings: { fsync: 'on' } })
  await measure('PostgreSQL', await openStore(postgres.url, { encryption }))
  await postgres.stop()
}

import type { BroadcastOutcome } from '../ports/chain.ts'
import { terminalStatuses } from '../records/statusTable.ts'
import type { TransactionRecord } from '../records/transaction.ts'
import { createTestEngine, createTestRandom, type TestEngine } from './createTestEngine.ts'

/** What a run of {@link simulate} ended with; `violations` is empty when every invariant held. */
export interface SimulationReport {
  readonly seed: number
  readonly transactions: readonly TransactionRecord[]
  readonly crashes: number
  /** How often the relayer was deleted. */
  readonly deletions: number
  readonly violations: readonly string[]
}

/** The ids that the account's relayer has, one at a time. */
const RELAYERS = ['main', 'heir'] as const

const OUTCOMES: readonly BroadcastOutcome['kind'][] = [
  'unknown',
  'busy',
  'gap',
  'insufficientFunds',
  'occupied',
  'feeTooLow',
  'refused',
  'sequenceTooLow',
]

/**
 * The whole engine under a seeded storm: lost and false answers, drops, reorgs, dead endpoints, a signer that fails, clients
 * that cancel and replace, a relayer that is deleted and made again under its own id or another, crashes at any await. Then
 * the storm ends, and everything accepted must have ended too, each executed at most once, with the record telling the truth
 * and every slot final. The same seed repeats the same storm.
 */
export async function simulate(seed: number, options: { readonly steps?: number } = {}): Promise<SimulationReport> {
  const random = createTestRandom(seed * 7_919 + 1)
  const chance = (probability: number): boolean => random.fraction() < probability
  const below = (limit: number): number => Math.floor(random.fraction() * limit)
  const t = await createTestEngine('evm', { seed, settings: { bumpAfterMs: 20_000, rebroadcastAfterMs: 5_000 } })
  let crashes = 0
  let posted = 0
  let deletions = 0
  /** Nothing is posted for so many more steps, so that the relayer can be deleted. */
  let closing = 0
  /** Whose transaction each accepted id is. */
  const ids = new Map<string, string>()

  t.node.onBroadcast = () => {
    if (!chance(0.15)) return null
    const kind = OUTCOMES[below(OUTCOMES.length)] as BroadcastOutcome['kind']
    // Half of the false answers come from a node that took it all the same.
    return {
      kind,
      reason: kind,
      endpoint: 'fake',
      minimum: null,
      retryAfterMs: 500,
      deliver: chance(0.5),
    } as BroadcastOutcome & { deliver: boolean }
  }

  for (let step = 0; step < (options.steps ?? 200); step++) {
    const [live] = await t.store.relayers.all()
    if (live === undefined && chance(0.5)) remake(t, RELAYERS[below(RELAYERS.length)] as string)
    if (live !== undefined && chance(0.03)) closing = 20
    if (live !== undefined && closing-- > 0) {
      void t.engine.deleteRelayer(live.id).then(({ ok }) => {
        if (!ok) return
        closing = 0
        deletions++
      })
    }
    if (live !== undefined && closing <= 0 && chance(0.4))
      post(t, live.id, ids, {
        payload: `t${posted++}`,
        reverts: chance(0.05),
        reject: chance(0.03),
        ...(chance(0.1) && { validUntil: t.clock.now() + below(30_000) }),
      })
    if (chance(0.08) && ids.size > 0)
      amend(t, [...ids][below(ids.size)] as [string, string], `r${posted++}`, chance(0.5))
    if (chance(0.05)) t.node.drop([...t.node.pool.keys()][below(t.node.pool.size)] ?? '')
    if (chance(0.04)) t.node.reorg(1 + below(Math.min(4, t.node.blocks.length - 1)))
    if (chance(0.05)) t.node.down = !t.node.down
    if (chance(0.05)) t.signerFails = !t.signerFails
    if (chance(0.1)) t.killAfter(1 + below(30), chance(0.5) ? 'before' : 'after')
    if (chance(0.5)) t.node.mine(chance(0.3) ? below(3) : undefined)
    await t.clock.advance(100 + below(1_500))
    if (t.dead) {
      crashes++
      await t.restart()
    }
  }

  t.node.onBroadcast = () => null
  t.node.down = false
  t.signerFails = false
  t.killAfter(Number.POSITIVE_INFINITY, 'before')
  // Long enough for leases of the dead, back-offs and a no-op behind everything that was refused.
  await t.clock.advance(70_000)
  await t.blocks(60)
  await t.clock.advance(70_000)
  await t.blocks(60)

  // Rows that no client was told of count too: whoever was killed before answering may have accepted all the same.
  const lists = await Promise.all(
    RELAYERS.map(relayerId => t.store.transactions.list({ relayerId, statuses: [], page: 1, perPage: 10_000 })),
  )
  const transactions = lists.flatMap(({ items }) => items)
  return { seed, transactions, crashes, deletions, violations: await check(t, ids, transactions) }
}

/** A killed server answers nothing; then no id is known. */
function post(t: TestEngine, relayerId: string, ids: Map<string, string>, body: object): void {
  void t.engine.createTransaction({ relayerId, body, idempotency: null }).then(result => {
    if (result.ok) ids.set(String(result.value.record['id']), relayerId)
  })
}

function amend(t: TestEngine, [transactionId, relayerId]: [string, string], payload: string, cancel: boolean): void {
  if (cancel) void t.engine.cancelTransaction({ relayerId, transactionId })
  else void t.engine.replaceTransaction({ relayerId, transactionId, body: { payload } })
}

/** The account's next relayer. */
function remake(t: TestEngine, id: string): void {
  void t.engine.createRelayer({
    id,
    name: id,
    network: 'fake',
    networkType: 'evm',
    paused: false,
    signerId: 'key',
    notificationId: 'hook',
    policies: null,
    customRpcUrls: null,
  })
}

async function check(
  t: TestEngine,
  ids: ReadonlyMap<string, string>,
  transactions: readonly TransactionRecord[],
): Promise<readonly string[]> {
  const violations: string[] = []
  const executed = new Map<string, number>()
  for (const payload of t.node.executed()) executed.set(payload, (executed.get(payload) ?? 0) + 1)
  const known = new Set(transactions.map(({ id }) => id))
  for (const id of ids.keys()) if (!known.has(id)) violations.push(`${id} was accepted and is not stored`)
  for (const lane of await t.store.lanes.unsettledLanes()) violations.push(`${lane} has slots that are not final`)
  const stored = new Set<string>()
  for (const transaction of transactions) {
    for (const attempt of await t.store.transactions.attempts(transaction.id)) stored.add(attempt.id)
    violations.push(...checkTransaction(transaction, executed))
  }
  for (const hash of new Set(t.node.sent))
    if (!stored.has(hash)) violations.push(`I1 ${hash} was sent and is not stored`)
  return violations
}

function checkTransaction(transaction: TransactionRecord, executed: ReadonlyMap<string, number>): readonly string[] {
  const name = `${transaction.id} (${String(transaction.revisions[0]?.request['payload'])}, ${transaction.status})`
  const runs = transaction.revisions.map(revision => executed.get(String(revision.request['payload'])) ?? 0)
  const total = runs.reduce((sum, count) => sum + count, 0)
  if (!terminalStatuses.has(transaction.status)) return [`I11 ${name} has not ended: ${transaction.statusReason}`]
  if (total > 1) return [`${name} executed ${total} times`]
  if (transaction.status !== 'confirmed') return total === 0 ? [] : [`${name} executed and is ${transaction.status}`]
  return runs[(transaction.executedRevision ?? 0) - 1] === 1
    ? []
    : [`${name} shows revision ${transaction.executedRevision}, executed were ${runs}`]
}

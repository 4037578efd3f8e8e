import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {
  BuildInput,
  BuildItem,
  BuildResult,
  BuiltAttempt,
  Chain,
  ForwardedCall,
  Head,
  Reading,
  Signable,
} from '../ports/chain.ts'
import type { Signer } from '../ports/signer.ts'
import type { AttemptRecord } from '../records/attempt.ts'
import type { JsonObject } from '../records/json.ts'
import type { Sequence } from '../records/sequence.ts'
import type { Revision, TransactionRecord } from '../records/transaction.ts'

/** A chain on a running node, and what {@link testChain} can't know of its family. */
export interface ChainHarness {
  readonly chain: Chain
  /** An account with funds, in the chain's notation, and its signer. */
  readonly account: string
  readonly signer: Signer
  /** ms since the epoch; the clock that the chain was given. */
  readonly now: () => number
  readonly policies?: JsonObject | null
  /** The parsed body of a request that lands; different for every index. */
  body(index: number): unknown
  /** A parsed body that `validate` refuses. */
  readonly invalidBody: unknown
  /** A parsed body that is valid and that `build` does not build (it would fail, or its price can't be paid yet). */
  readonly unbuildableBody: unknown
  /** A JSON-RPC call that the node answers with something. */
  readonly call: ForwardedCall
  /** Makes blocks until what was broadcast has landed and is at the required depth. */
  settle(): Promise<void>
  /** The same network through nodes that can't be reached. */
  readonly unreachable: Chain
  stop(): Promise<void>
}

/**
 * Registers the tests that every {@link Chain} passes, whatever its family.
 *
 * @example
 * testChain('evm on anvil', async () => ({ chain: createEvmChain(options), account, signer, … }))
 */
export function testChain(name: string, makeHarness: () => Promise<ChainHarness>): void {
  describe(`chain: ${name}`, () => {
    let harness: ChainHarness
    let bodies = 0
    beforeAll(async () => {
      harness = await makeHarness()
    })
    afterAll(async () => harness?.stop())

    const items = async (count: number) =>
      Promise.all(Array.from({ length: count }, () => itemOf(harness, harness.body(bodies++))))

    it('says what it is', async () => {
      const { chain, account, signer } = harness
      expect(chain.identity).not.toBe('')
      expect(JSON.parse(JSON.stringify(chain.traits))).toEqual(chain.traits)
      expect(chain.traits.maxInFlight).toBeGreaterThan(0)
      expect(chain.traits.maxUnacknowledged).toBeGreaterThan(0)
      const publicKey = await signer.publicKey(chain.curve)
      expect(chain.addressOf(publicKey as Uint8Array)).toBe(account)
    })

    it('answers empty batches with empty batches', async () => {
      const { chain } = harness
      const head = await headOf(chain)
      expect(await chain.validate([])).toEqual([])
      expect(valueOf(await chain.accounts(head, [], { balance: true }))).toEqual([])
      expect(valueOf(await chain.fate(head, []))).toEqual([])
      expect(await chain.build(await inputOf(harness, head, []))).toEqual([])
      expect(await chain.quote({ head, account: harness.account, policies: null, items: [] })).toEqual([])
      expect(await chain.broadcast([])).toEqual([])
      const { account, signer, policies = null } = harness
      expect(await chain.sign({ account, signer, policies, items: [] })).toEqual([])
      expect(await chain.forward({ policies, calls: [], relayerAccounts: noAccounts })).toEqual([])
    })

    it('validates in order, one verdict per request', async () => {
      const { chain, account, invalidBody, now, policies = null } = harness
      const input = (body: unknown) => ({ account, policies, body, previous: [], now: now() })
      const verdicts = await chain.validate([input(harness.body(0)), input(invalidBody), input(harness.body(1))])
      expect(verdicts.map(({ kind }) => kind)).toEqual(['valid', 'invalid', 'valid'])
      for (const verdict of verdicts) {
        if (verdict.kind === 'valid') expectJson(verdict.request)
        else expect(verdict.reason).not.toBe('')
      }
    })

    it('reads account states in order, balances only when they are asked for', async () => {
      const { chain, account } = harness
      const head = await headOf(chain)
      const [plain] = valueOf(await chain.accounts(head, [account], { balance: false }))
      const [rich] = valueOf(await chain.accounts(head, [account], { balance: true }))
      expect(plain).toMatchObject({ account, balance: null })
      expect(rich?.balance).toBeTypeOf('bigint')
      expect(rich?.sequence).toBe(plain?.sequence)
    })

    it('finds nothing wrong with an account that works, and too little where its policies ask for more', async () => {
      const { chain, account } = harness
      expect(await chain.health([])).toEqual([])
      const least = { min_balance: (2n ** 128n - 1n).toString() }
      const inputs = [null, least, null].map(policies => ({ account, policies }))
      const found = await chain.health(inputs)
      expect(found.map(problems => problems.map(({ kind }) => kind))).toEqual([[], ['balance'], []])
      expect(chain.minimumBalance(least)).toBe(2n ** 128n - 1n)
      expect(chain.checkPolicies(null)).toBeNull()
    })

    it('gives sequences that grow as text', async () => {
      const { chain, account } = harness
      const [state] = valueOf(await chain.accounts(await headOf(chain), [account], { balance: false }))
      if (state === undefined || chain.traits.sequencing === 'none') return
      let sequence = chain.nextSequence(state, null) as Sequence
      expect(chain.isConsumed(sequence, state)).toBe(false)
      for (let step = 0; step < 20; step++) {
        const next = chain.nextSequence(state, sequence) as Sequence
        expect(next > sequence).toBe(true)
        expect(chain.isConsumed(next, state)).toBe(false)
        sequence = next
      }
    })

    it('knows nothing of an attempt that was not sent', async () => {
      const { chain } = harness
      const head = await headOf(chain)
      const [built] = builtOf(await chain.build(await inputOf(harness, head, await items(1))))
      const fates = valueOf(await chain.fate(head, [recordOf(harness, built as BuiltAttempt)]))
      expect(fates).toEqual([{ kind: 'unknown' }])
    })

    it('builds, sends and finds a batch again, in order and without a gap', async () => {
      const { chain } = harness
      const count = Math.min(5, chain.traits.maxInFlight)
      const head = await headOf(chain)
      const input = await inputOf(harness, head, await items(count))
      const built = builtOf(await chain.build(input))
      expect(built.length).toBe(count)
      expectConsecutive(harness, input, built)
      expect(new Set(built.map(({ id }) => id)).size).toBe(count)
      for (const attempt of built) {
        expectJson(attempt.details)
        expect(attempt.maxCost).toBeTypeOf('bigint')
      }

      const attempts = built.map(attempt => recordOf(harness, attempt))
      const outcomes = await chain.broadcast(attempts)
      expect(outcomes.map(({ kind }) => kind)).toEqual(attempts.map(() => 'accepted'))
      const again = await chain.broadcast(attempts)
      for (const { kind } of again) expect(['accepted', 'alreadyKnown', 'sequenceTooLow']).toContain(kind)

      await harness.settle()
      const later = await headOf(chain)
      expect(later.height).toBeGreaterThan(head.height)
      const fates = valueOf(await chain.fate(later, attempts))
      for (const fate of fates) {
        if (fate.kind !== 'landed') throw new Error(`expected landed, got ${fate.kind}`)
        expect(fate.landing).toMatchObject({ success: true, reason: null })
        expect(['confirmed', 'finalized']).toContain(fate.landing.finality)
        expect(fate.landing.blockHeight).toBeLessThanOrEqual(later.height)
        expectJson(fate.landing.details)
      }
      // A known landing is checked again and stands.
      const landed = attempts.map((attempt, index) => {
        const fate = fates[index]
        return { ...attempt, landing: fate?.kind === 'landed' ? fate.landing : null }
      })
      expect(valueOf(await chain.fate(later, landed))).toEqual(fates)

      const repeated = await chain.broadcast(attempts)
      expect(repeated.length).toBe(count)
      for (const { kind } of repeated) expect(['refused', 'insufficientFunds']).not.toContain(kind)
    })

    it('uses no sequence for what it does not build', async () => {
      const { chain } = harness
      const head = await headOf(chain)
      const [first, second] = await items(2)
      const hopeless = () => itemOf(harness, harness.unbuildableBody)
      const mixed = [await hopeless(), first as BuildItem, await hopeless(), second as BuildItem]
      const input = await inputOf(harness, head, mixed)
      const results = await chain.build(input)
      const kinds = results.map(({ kind }) => (kind === 'built' ? 'built' : 'not'))
      expect(kinds).toEqual(['not', 'built', 'not', 'built'])
      expectConsecutive(harness, input, builtOf(results))
    })

    it('quotes what it would build, in order, and uses nothing up', async () => {
      const { chain } = harness
      const head = await headOf(chain)
      const [first, second] = await items(2)
      const mixed = [first as BuildItem, await itemOf(harness, harness.unbuildableBody), second as BuildItem]
      const { nextSequences, signerOf, ...input } = await inputOf(harness, head, mixed)
      const quotes = await chain.quote(input)
      const wouldBuild = quotes.map(quote => quote.kind === 'quoted' && quote.failure === null)
      expect(wouldBuild).toEqual([true, false, true])
      const built = builtOf(await chain.build({ ...input, nextSequences, signerOf }))
      expect(built).toHaveLength(2)
      for (const [index, quote] of [quotes[0], quotes[2]].entries()) {
        if (quote?.kind !== 'quoted') throw new Error(`expected a quote, got ${quote?.kind}`)
        expectJson(quote.details)
        expect(built[index]?.details).toMatchObject(quote.details)
        expect(quote.maxCost).toBe(built[index]?.maxCost)
      }
      expectConsecutive(harness, { ...input, nextSequences, signerOf }, built)
    })

    it('signs nothing without a signer, and says that it is not yet', async () => {
      const { chain } = harness
      const input = await inputOf(harness, await headOf(chain), await items(2))
      const results = await chain.build({ ...input, signerOf: () => null })
      for (const result of results) expect(result).toMatchObject({ kind: 'notYet', reason: 'waiting for the signer' })
    })

    it('leaves no gap when a signature fails', async () => {
      const { chain, account, signer } = harness
      if (chain.traits.maxInFlight < 3) return
      let calls = 0
      const flaky: Signer = {
        id: 'flaky',
        publicKey: curve => signer.publicKey(curve),
        async sign(curve, requests) {
          const results = await signer.sign(curve, requests)
          return results.map(result =>
            ++calls === 2 ? { ok: false, reason: 'the key service is busy', retryable: true } : result,
          )
        },
      }
      const input = await inputOf(harness, await headOf(chain), await items(3))
      const results = await chain.build({ ...input, signerOf: address => (address === account ? flaky : null) })
      const built = builtOf(results)
      expect(built.length).toBeLessThan(3)
      expectConsecutive(harness, input, built)
    })

    it('describes a transaction as plain data before and after it is signed', async () => {
      const { chain, account } = harness
      const [item] = await items(1)
      const revision = item?.revision as Revision
      const transaction = transactionOf(chain, revision)
      const before = chain.describe({ transaction, revision, shown: null, account })
      expect(before).toMatchObject({ id: transaction.id, status: 'pending' })
      expectWire(before)
      const input = await inputOf(harness, await headOf(chain), [item as BuildItem])
      const [built] = builtOf(await chain.build(input))
      const { id, details } = built as BuiltAttempt
      const shown = { id, revision: 1, details: JSON.parse(JSON.stringify(details)) as JsonObject }
      const after = chain.describe({ transaction, revision, shown, account })
      expectWire(after)
      expect(Object.values(after)).toContain(id)
    })

    it('signs what clients give, each item on its own, or says why not', async () => {
      const { chain, account, signer, policies = null } = harness
      const typed = (hashStruct: string): Signable => ({ kind: 'typed-data', domainSeparator: hash, hashStruct })
      const items: readonly Signable[] = [
        { kind: 'message', message: 'one' },
        typed('zz'),
        { kind: 'message', message: 'two' },
        typed(hash),
        { kind: 'transaction', request: { transaction: '?', unsigned_xdr: '?' } },
      ]
      const signed = await chain.sign({ account, signer, policies, items })
      expect(signed.length).toBe(items.length)
      for (const result of signed) {
        if (result.kind === 'signed') expectWire(result.record)
        else expect(result.reason).not.toBe('')
      }
      const kinds = signed.map(({ kind }) => kind)
      expect(['signed', 'unsupported']).toContain(kinds[0])
      expect(['invalid', 'unsupported']).toContain(kinds[1])
      expect(kinds[2]).toBe(kinds[0])
      if (signed[0]?.kind === 'signed') expect(signed[2]).not.toEqual(signed[0])
    })

    it('says when the key service does not sign', async () => {
      const { chain, account, signer, policies = null } = harness
      const broken: Signer = {
        ...signer,
        sign: async (_curve, requests) => requests.map(() => ({ ok: false, reason: 'no answer', retryable: true })),
      }
      const items = [{ kind: 'message', message: 'one' }] as const
      const [signed] = await chain.sign({ account, signer: broken, policies, items })
      if (signed?.kind !== 'unsupported') {
        expect(signed).toEqual({ kind: 'failed', reason: 'no answer', retryable: true })
      }
    })

    it('passes calls on in order, each answered on its own', async () => {
      const { chain, call, policies = null } = harness
      const calls = [call, { method: 'no_such_method', params: null }, call]
      const answers = await chain.forward({ policies, calls, relayerAccounts: noAccounts })
      expect(answers.map(({ ok }) => ok)).toEqual([true, false, true])
      expect(answers[1]).toMatchObject({ error: { code: expect.any(Number), message: expect.any(String) } })
    })

    it('answers when no node can be reached: a reading, a wait, an unknown; never a throw', async () => {
      const { chain, account, unreachable } = harness
      const head = await headOf(chain)
      const [item] = await items(1)
      const input = await inputOf(harness, head, [item as BuildItem])
      const [built] = builtOf(await chain.build(input))
      const attempt = recordOf(harness, built as BuiltAttempt)
      for (const reading of [
        await unreachable.head(),
        await unreachable.accounts(head, [account], { balance: true }),
        await unreachable.fate(head, [attempt]),
      ]) {
        expect(reading).toMatchObject({ ok: false, reason: expect.any(String) })
        expect(JSON.stringify(reading)).not.toMatch(/https?:\/\//)
      }
      const { call, policies = null } = harness
      const [answer] = await unreachable.forward({ policies, calls: [call], relayerAccounts: noAccounts })
      expect(answer).toMatchObject({ ok: false, error: { code: expect.any(Number) } })
      expect(JSON.stringify(answer)).not.toMatch(/https?:\/\//)
      const health = await unreachable.health([{ account, policies: null }])
      expect(health.map(problems => problems.map(({ kind }) => kind))).toEqual([['sequence', 'endpoint']])
      expect(JSON.stringify(health)).not.toMatch(/https?:\/\//)
      const [result] = await unreachable.build(input)
      expect(result).toMatchObject({ kind: 'notYet', reason: 'waiting for an endpoint' })
      const [quote] = await unreachable.quote(input)
      expect(quote).toMatchObject({ kind: 'notYet', reason: 'waiting for an endpoint' })
      const [outcome] = await unreachable.broadcast([attempt])
      expect(outcome?.kind).toBe('unknown')
      expect(JSON.stringify(outcome)).not.toMatch(/https?:\/\//)
    })
  })
}

const hash = '5a'.repeat(32)
const noAccounts = async (): Promise<ReadonlySet<string>> => new Set()

function valueOf<T>(reading: Reading<T>): T {
  if (!reading.ok) throw new Error(reading.reason)
  return reading.value
}

async function headOf(chain: Chain): Promise<Head> {
  return valueOf(await chain.head())
}

let keys = 0

async function itemOf({ chain, account, now, policies = null }: ChainHarness, body: unknown): Promise<BuildItem> {
  const [verdict] = await chain.validate([{ account, policies, body, previous: [], now: now() }])
  if (verdict?.kind !== 'valid') throw new Error(`the harness's body is not valid: ${JSON.stringify(verdict)}`)
  const sequenceAccount = verdict.sequenceAccount.kind === 'account' ? verdict.sequenceAccount.account : null
  const { request, rebuildable } = verdict
  return {
    key: `item-${keys++}`,
    revision: { number: 1, request, sequenceAccount, rebuildable, createdAt: now() },
    slot: null,
    previous: [],
    sequenceAccount,
    demanded: null,
    validUntil: verdict.validUntil ?? now() + 3_600_000,
  }
}

async function inputOf(harness: ChainHarness, head: Head, items: readonly BuildItem[]): Promise<BuildInput> {
  const { chain, account, signer, policies = null } = harness
  const states = valueOf(await chain.accounts(head, [account], { balance: false }))
  const next = states.flatMap(state => {
    const sequence = chain.nextSequence(state, null)
    return sequence === null ? [] : [[state.account, sequence] as const]
  })
  return {
    head,
    account,
    policies,
    nextSequences: new Map(next),
    signerOf: address => (address === account ? signer : null),
    items,
  }
}

function builtOf(results: readonly BuildResult[]): readonly BuiltAttempt[] {
  return results.flatMap(result => (result.kind === 'built' ? [result.attempt] : []))
}

function expectConsecutive({ chain }: ChainHarness, input: BuildInput, built: readonly BuiltAttempt[]): void {
  if (chain.traits.sequencing === 'none') return
  const expected = new Map(input.nextSequences)
  for (const { account, sequence } of built) {
    expect(sequence).toBe(expected.get(account))
    const next = chain.nextSequence({ account, sequence, balance: null }, sequence)
    if (next !== null) expected.set(account, next)
  }
}

function recordOf({ chain, account, now }: ChainHarness, built: BuiltAttempt): AttemptRecord {
  return {
    ...built,
    lane: `${chain.family}:${chain.identity}:${account}`,
    transactionId: null,
    revision: 1,
    number: 1,
    createdAt: now(),
    broadcast: 'stored',
    broadcastCount: 0,
    broadcastAt: null,
    acknowledgedAt: null,
    broadcastReason: null,
    endpoint: null,
    landing: null,
  }
}

function transactionOf(chain: Chain, revision: Revision): TransactionRecord {
  return {
    id: '5f0b0c5e-2f0e-4a36-9a86-0a3c5d9b7f11',
    relayerId: 'relayer',
    networkType: chain.family,
    status: 'pending',
    statusReason: null,
    createdAt: revision.createdAt,
    sentAt: null,
    confirmedAt: null,
    validUntil: revision.createdAt + 3_600_000,
    revisions: [revision],
    executedRevision: null,
    slot: null,
    shown: null,
    void: null,
    dueAt: null,
    version: 1,
  }
}

/** What goes into a database as JSON must come back the same. */
function expectJson(value: JsonObject): void {
  expect(JSON.parse(JSON.stringify(value))).toEqual(value)
}

/** Plain data in which only integers may be bigint, and no number is one that has lost digits. */
function expectWire(value: unknown): void {
  if (typeof value === 'number') expect(Number.isSafeInteger(value) || !Number.isInteger(value)).toBe(true)
  else if (Array.isArray(value)) for (const entry of value) expectWire(entry)
  else if (typeof value === 'object' && value !== null) for (const entry of Object.values(value)) expectWire(entry)
  else expect(['string', 'boolean', 'bigint', 'object', 'undefined']).toContain(typeof value)
}

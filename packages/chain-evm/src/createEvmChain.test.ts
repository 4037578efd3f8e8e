import type { AttemptRecord, Chain } from '@relayer/core'
import { testChain } from '@relayer/core/testing'
import { evmTransaction, evmTransactionRequest, parseJson, stringifyJson } from '@relayer/schemas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestLane, devAccount, devSigner, receiver, storedOf, type TestLane, valueOf } from '../test/testLane.ts'
import { type Anvil, startAnvil } from './testing/index.ts'

const nowhere = { rpcUrls: [{ url: 'http://127.0.0.1:9/v3/secret-key' }] }

for (const [name, options] of [
  ['evm', {}],
  ['evm, legacy prices', { features: [] }],
  ['evm, ordered delivery', { tags: ['arbitrum-based'] }],
] as const) {
  testChain(name, async () => {
    const anvil = await startAnvil()
    const { chain } = createTestLane(anvil.url, options)
    return {
      chain,
      account: devAccount,
      signer: devSigner,
      now: Date.now,
      body: index => evmTransactionRequest.parse({ value: index, to: receiver(index) }),
      invalidBody: evmTransactionRequest.parse({ value: 1 }),
      unbuildableBody: evmTransactionRequest.parse({ value: 0, data: '0x60006000fd' }),
      call: { method: 'eth_chainId', params: [] },
      settle: async () => void (await anvil.rpc('anvil_mine', ['0x4'])),
      unreachable: createTestLane('', nowhere).chain,
      stop: anvil.stop,
    }
  })
}

describe('on anvil', () => {
  let anvil: Anvil
  let lane: TestLane
  let chain: Chain
  beforeAll(async () => {
    anvil = await startAnvil()
  })
  afterAll(() => anvil.stop())
  const mine = (blocks = 1) => anvil.rpc('anvil_mine', [`0x${blocks.toString(16)}`])
  const start = (options: Parameters<typeof createTestLane>[1] = {}) => {
    lane = createTestLane(anvil.url, options)
    chain = lane.chain
  }
  const send = async (attempts: readonly AttemptRecord[]) => (await chain.broadcast(attempts)).map(({ kind }) => kind)
  const fateOf = async (attempts: readonly AttemptRecord[]) => valueOf(await chain.fate(await lane.head(), attempts))

  it('takes 200 transactions through one build and one broadcast, without a gap, in few calls', async () => {
    start()
    const head = await lane.head()
    lane.forget()
    const results = await lane.build(
      Array.from({ length: 200 }, (_, index) => ({ value: 1, to: receiver(index) })),
      { head },
    )
    expect(lane.calls()).toEqual({ eth_getTransactionCount: 1, eth_feeHistory: 1, eth_estimateGas: 200 })
    // One for the nonce, one for the fees, two batches of a hundred estimates.
    expect(lane.requests.length).toBe(4)
    const attempts = results.map(result => storedOf(result))
    expect(attempts.map(({ details }) => details['nonce'])).toEqual(attempts.map((_, index) => index))

    lane.forget()
    expect(new Set(await send(attempts))).toEqual(new Set(['accepted']))
    expect(lane.requests.length).toBe(2)

    await mine()
    lane.forget()
    const fates = await fateOf(attempts)
    expect(fates.every(fate => fate.kind === 'landed' && fate.landing.success)).toBe(true)
    expect(lane.calls()).toEqual({ eth_getBlockByNumber: 1, eth_getBlockReceipts: 1 })

    // Once they have landed, a head that follows costs nothing but itself; at depth, the finalized height.
    const landed = attempts.map((attempt, index) => {
      const fate = fates[index]
      return { ...attempt, landing: fate?.kind === 'landed' ? fate.landing : null }
    })
    await mine()
    lane.forget()
    await fateOf(landed)
    expect(lane.calls()).toEqual({ eth_getBlockByNumber: 1 })
    await mine()
    lane.forget()
    const deep = await fateOf(landed)
    expect(deep.every(fate => fate.kind === 'landed' && fate.landing.finality === 'confirmed')).toBe(true)
    expect(lane.calls()).toEqual({ eth_getBlockByNumber: 2 })
    await mine(70)
    const final = await fateOf(landed)
    expect(final.every(fate => fate.kind === 'landed' && fate.landing.finality === 'finalized')).toBe(true)
  })

  it('asks nothing twice through one head', async () => {
    start()
    const attempts = (await lane.build([{ value: 1, to: receiver(1) }])).map(result => storedOf(result))
    await send(attempts)
    await mine()
    const head = await lane.head()
    await chain.fate(head, attempts)
    lane.forget()
    await chain.fate(head, attempts)
    await Promise.all([
      lane.build([{ value: 1, to: receiver(1) }], { head }),
      lane.build([{ value: 2, to: receiver(1) }], { head }),
    ])
    await lane.build([{ value: 1, to: receiver(1), gas_limit: 21_000 }], { head })
    expect(lane.calls()).toMatchObject({ eth_feeHistory: 1, eth_estimateGas: 2 })
    expect(lane.calls()['eth_getTransactionReceipt']).toBeUndefined()
  })

  it('is right with a cold cache: an adapter made anew answers the same', async () => {
    start()
    const attempts = (await lane.build([{ value: 1, to: receiver(1) }])).map(result => storedOf(result))
    await send(attempts)
    await mine(3)
    const head = await lane.head()
    const fates = valueOf(await chain.fate(head, attempts))
    start()
    expect(valueOf(await chain.fate(head, attempts))).toEqual(fates)
    const [built] = await lane.build([{ value: 1, to: receiver(1) }], { head })
    expect(built?.kind).toBe('built')
  })

  it('replaces, and the dearer attempt wins', async () => {
    start()
    const [first] = (await lane.build([{ value: 1, to: receiver(1) }])).map(result => storedOf(result))
    const slot = { account: devAccount, sequence: first?.sequence ?? '' }
    const item = { slot, previous: [first as AttemptRecord] }
    const [second] = (await lane.build([{ value: 2, to: receiver(2) }], { item })).map(result => storedOf(result))
    expect(second?.sequence).toBe(first?.sequence)
    for (const field of ['max_fee_per_gas', 'max_priority_fee_per_gas']) {
      const [before, after] = [first, second].map(attempt => BigInt(String(attempt?.details[field])))
      expect((after ?? 0n) * 10n >= (before ?? 0n) * 11n).toBe(true)
    }
    expect(await send([first as AttemptRecord, second as AttemptRecord])).toEqual(['accepted', 'accepted'])
    await mine()
    const fates = await fateOf([first as AttemptRecord, second as AttemptRecord])
    expect(fates.map(({ kind }) => kind)).toEqual(['unknown', 'landed'])
    expect(await send([first as AttemptRecord])).toEqual(['sequenceTooLow'])
  })

  it('what a speed-priced transaction may cost is its gas at the highest price, and its value', async () => {
    start()
    const [built] = await lane.build([{ value: 5, to: receiver(1), speed: 'fast' }])
    const { details, maxCost } = storedOf(built)
    const wei = (field: string) => BigInt(String(details[field]))
    expect(wei('max_fee_per_gas')).toBeGreaterThan(0n)
    expect(maxCost).toBe(wei('gas_limit') * wei('max_fee_per_gas') + 5n)
  })

  it.each([['optimism-based'], ['arbitrum-based'], ['no-mempool']])(
    'a bump of a speed-priced transaction is dearer and another transaction: %s',
    async tag => {
      start({ tags: [tag] })
      const [first] = (await lane.build([{ value: 1, to: receiver(1) }])).map(result => storedOf(result))
      const slot = { account: devAccount, sequence: first?.sequence ?? '' }
      const [second] = (
        await lane.build([{ value: 1, to: receiver(1) }], { item: { slot, previous: [first as AttemptRecord] } })
      ).map(result => storedOf(result))
      expect(second?.id).not.toBe(first?.id)
      for (const field of ['max_fee_per_gas', 'max_priority_fee_per_gas']) {
        const [before, after] = [first, second].map(attempt => BigInt(String(attempt?.details[field])))
        expect((after ?? 0n) * 10n >= (before ?? 0n) * 11n).toBe(true)
      }
    },
  )

  it('bumps a legacy transaction without a fee history', async () => {
    start({ features: [] })
    const [first] = (await lane.build([{ value: 1, to: receiver(1) }])).map(result => storedOf(result))
    lane.forget()
    const slot = { account: devAccount, sequence: first?.sequence ?? '' }
    const item = { slot, previous: [first as AttemptRecord] }
    const [second] = (await lane.build([{ value: 1, to: receiver(1) }], { item })).map(result => storedOf(result))
    const [before, after] = [first, second].map(attempt => BigInt(String(attempt?.details['gas_price'])))
    expect((after ?? 0n) * 10n >= (before ?? 0n) * 11n).toBe(true)
    expect(lane.calls()['eth_feeHistory']).toBeUndefined()
  })

  it('voids a slot by a transfer to itself', async () => {
    start()
    const [first] = (await lane.build([{ value: 5, to: receiver(3) }])).map(result => storedOf(result))
    const slot = { account: devAccount, sequence: first?.sequence ?? '' }
    const item = { slot, previous: [first as AttemptRecord], revision: null }
    const [noop] = (await lane.build([{ value: 0, to: receiver(3) }], { item })).map(result => storedOf(result))
    expect(await send([first as AttemptRecord, noop as AttemptRecord])).toEqual(['accepted', 'accepted'])
    await mine()
    const transaction = await anvil.rpc('eth_getTransactionByHash', [noop?.id])
    expect(transaction).toMatchObject({ from: devAccount, to: devAccount, value: '0x0', input: '0x' })
    expect((await fateOf([first as AttemptRecord, noop as AttemptRecord])).map(({ kind }) => kind)).toEqual([
      'unknown',
      'landed',
    ])
  })

  it('reports a revert on chain as landed without success', async () => {
    start()
    const [attempt] = (await lane.build([{ value: 0, data: '0x60006000fd', gas_limit: 100_000 }])).map(result =>
      storedOf(result),
    )
    expect(await send([attempt as AttemptRecord])).toEqual(['accepted'])
    await mine()
    expect((await fateOf([attempt as AttemptRecord]))[0]).toMatchObject({
      kind: 'landed',
      landing: { success: false, reason: 'Transaction reverted on-chain (receipt status: failed)' },
    })
  })

  it('takes a landing back when a reorg removes its block, and finds it again where it lands next', async () => {
    start()
    await mine(3)
    const [attempt] = (await lane.build([{ value: 1, to: receiver(4) }])).map(result => storedOf(result)) as [
      AttemptRecord,
    ]
    await send([attempt])
    await mine()
    const [fate] = await fateOf([attempt])
    if (fate?.kind !== 'landed') throw new Error('not landed')
    const landed = { ...attempt, landing: fate.landing }
    await anvil.rpc('anvil_reorg', [1, []])
    expect(await fateOf([landed])).toEqual([{ kind: 'unknown' }])
    expect(await fateOf([attempt])).toEqual([{ kind: 'unknown' }])

    expect(await send([attempt])).toEqual(['accepted'])
    await mine()
    const [again] = await fateOf([landed])
    expect(again).toMatchObject({ kind: 'landed', landing: { success: true, finality: 'included' } })
    expect(again?.kind === 'landed' && again.landing.blockHash).not.toBe(fate.landing.blockHash)
  })

  it('keeps a landing that a head below it can neither prove nor disprove', async () => {
    start()
    const before = await lane.head()
    const [attempt] = (await lane.build([{ value: 1, to: receiver(5) }])).map(result => storedOf(result)) as [
      AttemptRecord,
    ]
    await send([attempt])
    await mine()
    const [fate] = await fateOf([attempt])
    if (fate?.kind !== 'landed') throw new Error('not landed')
    // Through the older head the receipt is above it: no evidence.
    expect(valueOf(await chain.fate(before, [attempt]))).toEqual([{ kind: 'unknown' }])
    expect(valueOf(await chain.fate(before, [{ ...attempt, landing: fate.landing }]))).toEqual([fate])
  })

  it('rejects what would revert, with the reason, and builds the rest', async () => {
    start()
    // Creation code that reverts with Error("no").
    const word = (hex: string) => hex.padEnd(64, '0')
    const revertData = `08c379a0${'20'.padStart(64, '0')}${'2'.padStart(64, '0')}${word(Buffer.from('no').toString('hex'))}`
    const stores = (revertData.match(/.{1,64}/g) ?? [])
      .map((part, index) => `7f${word(part)}60${(index * 32).toString(16).padStart(2, '0')}52`)
      .join('')
    const code = `0x${stores}60${(revertData.length / 2).toString(16)}6000fd`
    const results = await lane.build([
      { value: 1, to: receiver(1) },
      { value: 0, data: code },
      { value: 1, to: receiver(2) },
    ])
    expect(results.map(({ kind }) => kind)).toEqual(['built', 'rejected', 'built'])
    expect(results[1]).toEqual({ kind: 'rejected', reason: 'execution reverted: no' })
    const [first, second] = [results[0], results[2]].map(result => storedOf(result).details['nonce'])
    expect(Number(second) - Number(first)).toBe(1)
  })

  it('lets a young transaction wait for its predecessors before it rejects it', async () => {
    start()
    const [built, young] = await Promise.all([
      lane.build([{ value: 1, to: receiver(1) }]),
      lane.build(
        [
          { value: 1, to: receiver(1) },
          { value: 0, data: '0x60006000fd' },
        ],
        { item: {} },
      ),
    ])
    expect(built[0]?.kind).toBe('built')
    expect(young[1]).toMatchObject({ kind: 'rejected' })
    const revision = { number: 1, sequenceAccount: devAccount, rebuildable: true, createdAt: Date.now() }
    const head = await lane.head()
    const [state] = valueOf(await chain.accounts(head, [devAccount], { balance: false }))
    const request = { to: null, value: '0x0', data: '0x60006000fd', gas_limit: null, speed: 'fast' }
    const items = [
      {
        key: 'a',
        revision: { ...revision, request },
        slot: null,
        previous: [],
        sequenceAccount: devAccount,
        demanded: null,
        validUntil: 0,
      },
    ]
    const shared = { head, account: devAccount, policies: null, signerOf: () => devSigner, items }
    const next = state?.sequence ?? ''
    const behind = chain.nextSequence({ account: devAccount, sequence: next, balance: null }, next) ?? ''
    const [waits] = await chain.build({ ...shared, nextSequences: new Map([[devAccount, behind]]) })
    expect(waits).toMatchObject({ kind: 'notYet', reason: 'waiting for the account', detail: 'execution reverted' })
    const [rejected] = await chain.build({ ...shared, nextSequences: new Map([[devAccount, next]]) })
    expect(rejected).toMatchObject({ kind: 'rejected', reason: 'execution reverted' })
  })

  it('waits for a gas price that the cap can pay', async () => {
    start()
    const [low] = await lane.build([{ value: 1, to: receiver(1) }], { policies: { gas_price_cap: 1 } })
    expect(low).toMatchObject({ kind: 'notYet', reason: 'waiting for gas price' })
    const cap = 3_000_000_000n
    const [capped] = await lane.build([{ value: 1, to: receiver(1), speed: 'fastest' }], {
      policies: { gas_price_cap: cap.toString() },
    })
    const { details } = storedOf(capped)
    expect(BigInt(String(details['max_fee_per_gas'])) <= cap).toBe(true)
    // A bump would pass the cap; a no-op may.
    const previous = [storedOf(capped, { details: { ...details, max_fee_per_gas: cap.toString() } })]
    const slot = { account: devAccount, sequence: previous[0]?.sequence ?? '' }
    const policies = { gas_price_cap: cap.toString() }
    const [bump] = await lane.build([{ value: 1, to: receiver(1) }], { policies, item: { slot, previous } })
    expect(bump).toMatchObject({ kind: 'notYet', reason: 'waiting for gas price' })
    const [noop] = await lane.build([{ value: 1, to: receiver(1) }], {
      policies,
      item: { slot, previous, revision: null },
    })
    expect(BigInt(String(storedOf(noop).details['max_fee_per_gas'])) > cap).toBe(true)
  })

  it('honours explicit prices of both families and shows them on the wire', async () => {
    start()
    const bodies = [
      { value: 1, to: receiver(1), gas_price: 5_000_000_000, gas_limit: 21_000 },
      { value: 2n ** 64n, to: receiver(2), max_fee_per_gas: 6_000_000_000, max_priority_fee_per_gas: 7, data: 'ab' },
    ]
    const results = await lane.build(bodies)
    const [legacy, modern] = results.map(result => storedOf(result))
    const describeIt = (attempt: AttemptRecord | undefined, index: number) => {
      const revision = {
        number: 1,
        request: { ...bodies[index], value: '0x1', to: receiver(1), data: null, speed: null } as never,
        sequenceAccount: devAccount,
        rebuildable: true,
        createdAt: 0,
      }
      const shown = { id: attempt?.id ?? '', revision: 1, details: attempt?.details ?? {} }
      const transaction = {
        id: 'id',
        relayerId: 'relayer',
        networkType: 'evm',
        status: 'sent',
        statusReason: null,
        createdAt: 0,
        sentAt: null,
        confirmedAt: null,
        validUntil: 0,
        revisions: [revision],
        executedRevision: null,
        slot: null,
        shown,
        void: null,
        dueAt: null,
        version: 1,
      } as const
      return stringifyJson(chain.describe({ transaction, revision, shown, account: devAccount }))
    }
    const vOf = (attempt: AttemptRecord | undefined) => (attempt?.details['signature'] as { v: number } | undefined)?.v
    const one = describeIt(legacy, 0)
    expect(one).toContain('"gas_price":5000000000')
    expect(evmTransaction.parse(parseJson(one))).toMatchObject({ gas_price: 5_000_000_000n, gas_limit: 21_000n })
    expect(vOf(legacy)).toBeGreaterThanOrEqual(27)
    const two = describeIt(modern, 1)
    expect(two).toContain('"max_fee_per_gas":6000000000,"max_priority_fee_per_gas":7,')
    expect([0, 1]).toContain(vOf(modern))
    expect(await send([legacy as AttemptRecord, modern as AttemptRecord])).toEqual(['accepted', 'accepted'])
    await mine()
    expect((await fateOf([legacy as AttemptRecord, modern as AttemptRecord])).map(({ kind }) => kind)).toEqual([
      'landed',
      'landed',
    ])
  })

  it('rejects a gas limit that no block takes', async () => {
    start()
    const [result] = await lane.build([{ value: 1, to: receiver(1), gas_limit: 1_000_000_000 }])
    expect(result).toMatchObject({ kind: 'rejected', reason: expect.stringContaining('exceeds the block gas limit') })
  })

  it('does not read from an endpoint of another chain', async () => {
    start({ chainId: 1 })
    const reading = await chain.head()
    expect(reading).toEqual({ ok: false, reason: 'rpc1: serves chain 31337 instead of 1', retryAfterMs: null })
  })

  it('fails over to an endpoint that works, and names neither by URL', async () => {
    start({ rpcUrls: [...nowhere.rpcUrls, { url: anvil.url, label: 'second' }] })
    expect((await lane.head()).endpoint).toBe('second')
    const attempts = (await lane.build([{ value: 1, to: receiver(1) }])).map(result => storedOf(result))
    const [outcome] = await chain.broadcast(attempts)
    expect(outcome).toMatchObject({ kind: 'accepted', endpoint: 'second' })
    await mine()
  })

  it('a void or an item behind one that is not built takes no nonce', async () => {
    start()
    const [first] = await lane.build([{ value: 1, to: receiver(1) }])
    const { sequence } = storedOf(first)
    const bodies = [
      { value: 0, data: '0x60006000fd' },
      { value: 1, to: receiver(1), gas_price: 1 },
      { value: 1, to: receiver(1) },
    ]
    const results = await lane.build(bodies)
    expect(results.map(({ kind }) => kind)).toEqual(['rejected', 'notYet', 'built'])
    expect(storedOf(results[2]).sequence).toBe(sequence)
  })
})

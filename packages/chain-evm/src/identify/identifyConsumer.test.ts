import type { AttemptRecord, Consumer, JsonObject } from '@relayer/core'
import { sequenceFromBigint } from '@relayer/core'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type FaultServer, type RequestCall, startFaultServer } from '../../test/faultServer.ts'
import { forward } from '../../test/forward.ts'
import { createTestLane, devAccount, devKey, receiver, storedOf, valueOf } from '../../test/testLane.ts'
import { type Anvil, startAnvil } from '../testing/index.ts'

describe('identifyConsumer', () => {
  let anvil: Anvil
  let server: FaultServer | null = null
  beforeAll(async () => {
    anvil = await startAnvil({ args: ['--block-base-fee-per-gas', '1000'] })
    await anvil.rpc('anvil_mine', ['0x3'])
  })
  afterAll(() => anvil.stop())
  afterEach(async () => {
    await server?.stop()
    server = null
  })

  const account = privateKeyToAccount(`0x${devKey.toString('hex')}`)
  const request = (fields: object): JsonObject => ({ to: null, value: '0x0', data: null, ...fields })
  const slotAt = (nonce: number) => ({ account: devAccount, sequence: sequenceFromBigint(BigInt(nonce)) })

  /** Uses the next nonce by a transaction that no lane knows; the blocks after it are as many as wanted. */
  const use = async (fields: object, blocks = 1): Promise<{ readonly nonce: number; readonly id: string }> => {
    const nonce = Number(await anvil.rpc('eth_getTransactionCount', [devAccount, 'latest']))
    const raw = await account.signTransaction({
      chainId: 31_337,
      nonce,
      gas: 100_000n,
      maxFeePerGas: 10_000_000_000n,
      maxPriorityFeePerGas: 3n,
      ...fields,
    } as never)
    const id = String(await anvil.rpc('eth_sendRawTransaction', [raw]))
    await anvil.rpc('anvil_mine', ['0x1'])
    if (blocks > 1) await anvil.rpc('anvil_mine', [`0x${(blocks - 1).toString(16)}`])
    return { nonce, id }
  }
  const identify = async (nonce: number, requests: readonly JsonObject[], url = anvil.url) => {
    const lane = createTestLane(url)
    return { lane, reading: await lane.chain.identify(await lane.head(), slotAt(nonce), requests) }
  }
  const consumerOf = async (nonce: number, requests: readonly JsonObject[]): Promise<Consumer> =>
    valueOf((await identify(nonce, requests)).reading)

  it('names a stranger that has the same key', async () => {
    const { nonce, id } = await use({ to: receiver(1), value: 7n })
    const others = [
      { to: receiver(1), value: '0x8' },
      { to: receiver(2), value: '0x7' },
      { to: receiver(1), value: '0x7', data: '0x01' },
      { value: '0x7' },
    ]
    expect(await consumerOf(nonce, others.map(request))).toEqual({ kind: 'stranger', id })
    expect(await consumerOf(nonce, [])).toEqual({ kind: 'stranger', id })
  })

  const mixedCase = '0x00000000000000000000000000000000000000AbCd'.slice(0, 42)
  it.each<[string, object, object]>([
    ['an EIP-1559 one', { to: receiver(3), value: 5n }, { to: receiver(3), value: '0x5' }],
    [
      'a legacy one',
      {
        to: receiver(3),
        type: 'legacy',
        gasPrice: 5_000_000_000n,
        maxFeePerGas: undefined,
        maxPriorityFeePerGas: undefined,
      },
      { to: receiver(3), data: '0x' },
    ],
    ['letters of either case', { to: mixedCase.toLowerCase(), data: '0xabcd' }, { to: mixedCase, data: 'ABcd' }],
    ['a creation', { data: '0x5f5ff3' }, { data: '0x5f5ff3' }],
    [
      'one with an access list',
      {
        to: receiver(3),
        value: 6n,
        accessList: [{ address: receiver(4), storageKeys: [`0x${'01'.padStart(64, '0')}`] }],
      },
      { to: receiver(3), value: '0x6' },
    ],
  ])('recognises a revision in %s, and puts its attempt together again', async (_, fields, asked) => {
    const { nonce, id } = await use(fields, 70)
    const consumer = await consumerOf(nonce, [request({ to: receiver(9) }), request(asked), request({ value: '0x99' })])
    expect(consumer).toMatchObject({
      kind: 'ours',
      revision: 1,
      attempt: { ...slotAt(nonce), id, otherIds: [], bound: null },
    })
    if (consumer.kind !== 'ours') return
    // The node knows the bytes for the transaction that it has.
    const lane = createTestLane(anvil.url)
    const attempt = { ...consumer.attempt, landing: null } as AttemptRecord
    expect((await lane.chain.broadcast([attempt]))[0]?.kind).toMatch(/sequenceTooLow|alreadyKnown/)
    expect(valueOf(await lane.chain.fate(await lane.head(), [attempt]))[0]).toMatchObject({ kind: 'landed' })
  })

  it('notes of the attempt what a build would have noted', async () => {
    for (const body of [
      { value: 3, to: receiver(5), gas_price: 7_000_000_000 },
      { value: 4, to: receiver(5) },
    ]) {
      const lane = createTestLane(anvil.url)
      const [built] = (await lane.build([body])).map(result => storedOf(result)) as [AttemptRecord]
      await lane.chain.broadcast([built])
      await anvil.rpc('anvil_mine', ['0x1'])
      const nonce = Number(built.details['nonce'])
      const consumer = await consumerOf(nonce, [request({ to: receiver(5), value: `0x${body.value}` })])
      const { account, sequence, id, otherIds, raw, details, bound, maxCost } = built
      expect(consumer).toEqual({
        kind: 'ours',
        revision: 0,
        attempt: { account, sequence, id, otherIds, raw, details, bound, maxCost },
      })
    }
  })

  it('takes the newest of the revisions that want the same', async () => {
    const { nonce } = await use({ to: receiver(6), value: 1n })
    const same = request({ to: receiver(6), value: '0x1' })
    expect(await consumerOf(nonce, [same, same])).toMatchObject({ kind: 'ours', revision: 1 })
    // The first nonce of all was used before that.
    expect(await consumerOf(0, [])).toMatchObject({ kind: 'stranger' })
  })

  /** A long chain of which block `used` has a transaction of nonce 9. */
  const longChain = async (height: number, used: number) => {
    const quantity = (value: number) => `0x${value.toString(16)}`
    const results: Record<string, (params: readonly unknown[]) => unknown> = {
      eth_chainId: () => '0x7a69',
      eth_getTransactionCount: ([, at]) => quantity(Number(at) >= used ? 10 : 9),
      eth_getBlockByNumber: ([at]) => ({
        number: at === 'latest' ? quantity(height) : at,
        hash: `0x${'ab'.repeat(32)}`,
        parentHash: `0x${'cd'.repeat(32)}`,
        timestamp: '0x1',
        transactions: Number(at) === used ? [{ from: devAccount, nonce: '0x9', hash: '0xAA' }] : [],
      }),
    }
    const answer = ({ id, method, params }: RequestCall) => ({ id, result: results[method]?.(params) })
    server = await startFaultServer(body => (Array.isArray(body) ? body.map(answer) : answer(body as RequestCall)))
    const { lane, reading } = await identify(9, [], server.url)
    return { calls: lane.calls()['eth_getTransactionCount'] ?? 0, consumer: valueOf(reading) }
  }

  it.each([
    [120_000, 119_999],
    [120_000, 120_000],
    [120_000, 119_901],
    [120_000, 119_900],
    [120_000, 119_899],
    [120_000, 50_000],
    [120_000, 20_001],
    [50, 1],
  ])('of %i blocks finds it in block %i, in few calls', async (height, used) => {
    const { calls, consumer } = await longChain(height, used)
    expect(consumer).toEqual({ kind: 'stranger', id: '0xaa' })
    expect(calls).toBeLessThan(30)
  })

  it.each([
    [120_000, 20_000],
    [120_000, 5],
    [50, 0],
  ])('of %i blocks does not look for it in block %i', async (height, used) => {
    expect((await longChain(height, used)).consumer).toEqual({ kind: 'notFound' })
  })

  it('finds nothing where the count was passed without a transaction', async () => {
    const other = privateKeyToAccount(generatePrivateKey()).address.toLowerCase()
    await anvil.rpc('anvil_setNonce', [other, '0x5'])
    await anvil.rpc('anvil_mine', ['0x1'])
    const lane = createTestLane(anvil.url)
    const slot = { account: other, sequence: sequenceFromBigint(2n) }
    expect(valueOf(await lane.chain.identify(await lane.head(), slot, []))).toEqual({ kind: 'notFound' })
  })

  it('is no answer before the nonce is used', async () => {
    const nonce = Number(await anvil.rpc('eth_getTransactionCount', [devAccount, 'latest']))
    expect((await identify(nonce, [])).reading).toMatchObject({
      ok: false,
      reason: expect.stringContaining('not used'),
    })
  })

  /** The node as it is, but counts of blocks that the predicate names are answered with an error. */
  const without = async (isGone: (height: number) => boolean, error: object) => {
    const pass = forward(anvil.url)
    server = await startFaultServer(async (body, response) => {
      const { id, method, params } = body as RequestCall
      if (method === 'eth_getTransactionCount' && isGone(Number(params[1]))) return { id, error }
      return pass(body, response)
    })
    return server.url
  }
  const forgotten = { code: -32000, message: 'missing trie node 1234 (path ) state 0x1 is not available' }

  it('finds what is young where the node has forgotten what is old, and nothing that is older', async () => {
    const { nonce, id } = await use({ to: receiver(7) }, 64)
    const height = Number(await anvil.rpc('eth_blockNumber'))
    const young = await without(at => at < height - 80, forgotten)
    expect((await identify(nonce, [], young)).reading).toEqual({ ok: true, value: { kind: 'stranger', id } })
    await server?.stop()
    const tooYoung = await without(at => at < height - 30, forgotten)
    expect((await identify(nonce, [], tooYoung)).reading).toEqual({ ok: true, value: { kind: 'notFound' } })
  })

  it('does not take trouble of the node for an answer', async () => {
    const { nonce } = await use({ to: receiver(7) }, 200)
    const height = Number(await anvil.rpc('eth_blockNumber'))
    const url = await without(at => at < height, { code: -32603, message: 'internal error' })
    expect((await identify(nonce, [], url)).reading).toMatchObject({ ok: false })
  })

  it('does not adopt what it can not put together', async () => {
    const { nonce, id } = await use({ to: receiver(8), value: 9n })
    const pass = forward(anvil.url)
    server = await startFaultServer(async (body, response) => {
      const answer = (await pass(body, response)) as { result?: { transactions?: Record<string, unknown>[] } }
      for (const transaction of answer.result?.transactions ?? []) {
        if (typeof transaction === 'object') transaction['gas'] = '0x1234567'
      }
      return answer
    })
    const { reading } = await identify(nonce, [request({ to: receiver(8), value: '0x9' })], server.url)
    expect(reading).toEqual({ ok: true, value: { kind: 'stranger', id } })
  })

  describe('with a second endpoint', () => {
    /** The node, and beside it one that `change` makes tell something else of blocks. */
    const identifyWith = async (
      nonce: number,
      requests: readonly JsonObject[],
      change: (transaction: Record<string, unknown>) => Record<string, unknown> | null,
    ) => {
      const pass = forward(anvil.url)
      server = await startFaultServer(async (body, response) => {
        const answers = (await pass(body, response)) as { result?: { transactions?: unknown } }
        for (const { result } of [answers].flat()) {
          if (!Array.isArray(result?.transactions)) continue
          result.transactions = result.transactions.flatMap(found =>
            typeof found === 'object' ? (change(found) ?? []) : found,
          )
        }
        return answers
      })
      const rpcUrls = [
        { url: server.url, label: 'a', weight: 100 },
        { url: anvil.url, label: 'b', weight: 1 },
      ]
      const lane = createTestLane('', { rpcUrls })
      const head = { ...(await lane.head()), endpoint: 'a' }
      return lane.chain.identify(head, slotAt(nonce), requests)
    }

    it('finds by the second endpoint what the first does not have: ours, or a stranger', async () => {
      const { nonce, id } = await use({ to: receiver(11), value: 11n })
      const ours = request({ to: receiver(11), value: '0xb' })
      expect(await identifyWith(nonce, [ours], () => null)).toMatchObject({ value: { kind: 'ours', attempt: { id } } })
      await server?.stop()
      expect(await identifyWith(nonce, [], () => null)).toEqual({ ok: true, value: { kind: 'stranger', id } })
    })

    it('gives no answer while two endpoints name different transactions', async () => {
      const { nonce } = await use({ to: receiver(12), value: 12n })
      const reading = await identifyWith(nonce, [], transaction => ({ ...transaction, hash: `0x${'ee'.repeat(32)}` }))
      expect(reading).toMatchObject({ ok: false, reason: expect.stringContaining('different transactions') })
    })

    it('gives no answer while the second endpoint has not come as far', async () => {
      const { nonce } = await use({ to: receiver(13), value: 13n })
      const pass = forward(anvil.url)
      server = await startFaultServer(async (body, response) => {
        const asked = [body].flat() as RequestCall[]
        if (!asked.some(({ method }) => method === 'eth_getTransactionCount')) return pass(body, response)
        const error = { code: -32000, message: 'header not found' }
        return asked.map(({ id, method }) => (method === 'eth_chainId' ? { id, result: '0x7a69' } : { id, error }))
      })
      const rpcUrls = [
        { url: anvil.url, label: 'a' },
        { url: server.url, label: 'b' },
      ]
      const lane = createTestLane('', { rpcUrls })
      const head = { ...(await lane.head()), endpoint: 'a' }
      expect(await lane.chain.identify(head, slotAt(nonce), [])).toMatchObject({ ok: false })
    })
  })
})

import { evmTransactionRequest } from '@relayer/schemas'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestEngine, type TestEngine } from '../test/testEngine.ts'
import { createTestLane, devAccount, receiver, storedOf } from '../test/testLane.ts'
import { findHardhat, type Hardhat, startHardhat } from './testing/index.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const gwei = 1_000_000_000n
const hex = (value: bigint) => `0x${value.toString(16)}`
const missing = findHardhat() === null
const name = `on a node with geth's replacement rules${missing ? ' (hardhat or its native part is not installed)' : ''}`

describe.skipIf(missing)(name, () => {
  let hardhat: Hardhat
  let t: TestEngine
  beforeEach(async () => {
    hardhat = await startHardhat()
  })
  afterEach(async () => {
    await t.stop()
    await hardhat.stop()
  })
  const start = async (options: Parameters<typeof startTestEngine>[1] = {}) => {
    t = await startTestEngine(createTestLane(hardhat.url, { averageBlockTimeMs: 300 }).chain, options)
  }
  const mine = (blocks = 1) => hardhat.rpc('hardhat_mine', [`0x${blocks.toString(16)}`])
  const setBaseFee = (fee: bigint) => hardhat.rpc('hardhat_setNextBlockBaseFeePerGas', [hex(fee)])
  const inPool = async (hash: unknown) => {
    const found = (await hardhat.rpc('eth_getTransactionByHash', [hash])) as { blockNumber: string | null } | null
    return found !== null && found.blockNumber === null
  }
  const feesOf = async (id: string) =>
    (await t.attempts(id)).map(({ details }) => [
      BigInt(String(details['max_fee_per_gas'])),
      BigInt(String(details['max_priority_fee_per_gas'])),
    ])
  /** Each attempt pays at least 10 % more than the one before it, in fee and in tip. */
  const expectOutbidding = async (id: string) => {
    const fees = await feesOf(id)
    expect(fees.length).toBeGreaterThan(1)
    for (const [index, fee] of fees.slice(1).entries()) {
      for (const part of [0, 1]) expect(fee[part]! * 10n >= fees[index]![part]! * 11n).toBe(true)
    }
  }
  const submit = async (body: object) => t.reach(await t.send(body), ({ status }) => status === 'submitted')
  const countMined = async () => {
    const height = Number(await hardhat.rpc('eth_blockNumber'))
    const receivers: string[] = []
    for (let number = 1; number <= height; number++) {
      const block = (await hardhat.rpc('eth_getBlockByNumber', [`0x${number.toString(16)}`, true])) as {
        transactions: { to: string }[]
      }
      receivers.push(...block.transactions.map(({ to }) => to))
    }
    return receivers
  }

  it('a transaction that the base fee has left behind is bumped by 10 % or more, taken by the node and mined', async () => {
    await start({ settings: { bumpAfterMs: 1_500 } })
    const first = await submit({ value: 1, to: receiver(1), speed: 'safeLow' })
    const id = String(first['id'])
    const baseFee = BigInt(String(first['max_fee_per_gas'])) + 40n * gwei
    await setBaseFee(baseFee)
    await mine()
    expect(await inPool(first['hash'])).toBe(true)
    const bumped = await t.reach(id, record => BigInt(String(record['max_fee_per_gas'])) > baseFee)
    expect(bumped).toMatchObject({ status: 'submitted', nonce: first['nonce'] })
    await expectOutbidding(id)
    await mine(3)
    expect(await t.reach(id, ({ status }) => status === 'confirmed')).not.toMatchObject({ hash: first['hash'] })
    expect(await countMined()).toEqual([receiver(1)])
  })

  it('an explicit price that would not replace is raised to the least that does', async () => {
    await start()
    const price = { max_fee_per_gas: 20n * gwei, max_priority_fee_per_gas: 2n * gwei }
    const first = await submit({ value: 1, to: receiver(1), ...price })
    const body = evmTransactionRequest.parse({
      value: 2,
      to: receiver(2),
      max_fee_per_gas: 21n * gwei,
      max_priority_fee_per_gas: 2n * gwei,
    })
    const transactionId = String(first['id'])
    expect(await t.engine.replaceTransaction({ relayerId: 'main', transactionId, body })).toMatchObject({ ok: true })
    const replaced = await t.reach(transactionId, ({ hash }) => hash !== first['hash'])
    expect(await feesOf(transactionId)).toEqual([
      [20n * gwei, 2n * gwei],
      [22n * gwei, (22n * gwei) / 10n],
    ])
    expect([await inPool(first['hash']), await inPool(replaced['hash'])]).toEqual([false, true])
    await mine(3)
    await t.reach(transactionId, ({ status }) => status === 'confirmed')
    expect(await countMined()).toEqual([receiver(2)])
  })

  it('an explicit price that the cap does not let replace is refused, and the original goes on', async () => {
    await start({ policies: { gas_price_cap: String(21n * gwei) } })
    const price = { max_fee_per_gas: 20n * gwei, max_priority_fee_per_gas: 2n * gwei }
    const first = await submit({ value: 1, to: receiver(1), ...price })
    const body = evmTransactionRequest.parse({ value: 2, to: receiver(2), ...price })
    const transactionId = String(first['id'])
    const refused = await t.engine.replaceTransaction({ relayerId: 'main', transactionId, body })
    expect(refused).toMatchObject({
      ok: false,
      error: { code: 'INVALID_REQUEST', message: expect.stringContaining('underpriced') },
    })
    await mine(3)
    await t.reach(transactionId, ({ status }) => status === 'confirmed')
    expect(await countMined()).toEqual([receiver(1)])
  })

  it('a bump that the cap forbids says so, and the original goes when the base fee has fallen', async () => {
    await start({ policies: { gas_price_cap: String(15n * gwei) }, settings: { bumpAfterMs: 500 } })
    const price = { max_fee_per_gas: 15n * gwei, max_priority_fee_per_gas: gwei }
    const first = await submit({ value: 1, to: receiver(1), ...price })
    await setBaseFee(100n * gwei)
    await mine()
    const waiting = await t.reach(String(first['id']), ({ status_reason }) => status_reason !== null)
    expect(waiting).toMatchObject({
      status: 'submitted',
      hash: first['hash'],
      status_reason: expect.stringMatching(/^waiting for gas price: .* above the cap$/),
    })
    expect((await t.attempts(String(first['id']))).length).toBe(1)
    await setBaseFee(gwei)
    await mine(3)
    await t.reach(String(first['id']), ({ status }) => status === 'confirmed')
    expect(await countMined()).toEqual([receiver(1)])
  })

  it('the no-op of a cancel takes the place of what the base fee has left behind, and is bumped like anything else', async () => {
    await start({ settings: { bumpAfterMs: 1_500 } })
    const first = await submit({ value: 1, to: receiver(1), speed: 'safeLow' })
    const baseFee = BigInt(String(first['max_fee_per_gas'])) + 40n * gwei
    await setBaseFee(baseFee)
    await mine()
    expect(await inPool(first['hash'])).toBe(true)
    const transactionId = String(first['id'])
    expect(await t.engine.cancelTransaction({ relayerId: 'main', transactionId })).toMatchObject({ ok: true })
    // Built before the new base fee was seen, it is left behind as well, and outbid.
    await t.reach(transactionId, record => BigInt(String(record['max_fee_per_gas'])) > baseFee)
    expect(await inPool(first['hash'])).toBe(false)
    await expectOutbidding(transactionId)
    await mine(3)
    await t.reach(transactionId, ({ status }) => status === 'canceled')
    expect(await countMined()).toEqual([devAccount])
  })

  it('a price that a node names is met at once, when a stranger with the same key holds the place', async () => {
    await start()
    const stranger = createTestLane(hardhat.url)
    const price = { max_fee_per_gas: 300n * gwei, max_priority_fee_per_gas: 30n * gwei }
    const [foreign] = await stranger.build([{ value: 9, to: receiver(9), ...price }])
    expect((await stranger.chain.broadcast([storedOf(foreign)])).map(({ kind }) => kind)).toEqual(['accepted'])
    const id = await t.send({ value: 1, to: receiver(1), speed: 'safeLow' })
    // The place is taken: that is no acknowledgement, whoever holds it.
    await t.reach(id, ({ status }) => status === 'sent')
    const taken = await t.reach(id, ({ status }) => status === 'submitted')
    expect(await inPool(taken['hash'])).toBe(true)
    // One attempt of ours, one that meets the fee, one that meets the tip; 10 % a time would have been twenty and more.
    expect((await feesOf(id)).length).toBeLessThanOrEqual(3)
    expect((await feesOf(id)).at(-1)?.[0]).toBeGreaterThanOrEqual(330n * gwei)
    await mine(3)
    await t.reach(id, ({ status }) => status === 'confirmed')
    expect(await countMined()).toEqual([receiver(1)])
  })

  it('what a node drops is sent again, and what came after it stays: each is mined once, in order', async () => {
    await start({ settings: { rebroadcastAfterMs: 500 } })
    const records = []
    for (const index of [1, 2, 3]) records.push(await submit({ value: 1, to: receiver(index) }))
    const [first, second, third] = records.map(({ hash }) => hash)
    expect(await hardhat.rpc('hardhat_dropTransaction', [first])).toBe(true)
    expect([await inPool(first), await inPool(second), await inPool(third)]).toEqual([false, true, true])
    // The bytes that are stored: the hash comes back as it was.
    await vi.waitUntil(() => inPool(first), { timeout: 60_000, interval: 25 })
    await mine(3)
    for (const { id } of records) await t.reach(String(id), ({ status }) => status === 'confirmed')
    expect(await countMined()).toEqual([1, 2, 3].map(receiver))
  })
})

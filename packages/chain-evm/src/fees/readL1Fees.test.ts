import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestLane, receiver, storedOf } from '../../test/testLane.ts'
import { type Anvil, startAnvil } from '../testing/index.ts'

const oracle = '0x420000000000000000000000000000000000000F'
/** Returns a million times the argument of a call to getL1FeeUpperBound, and reverts on any other. */
const perByte = '0x5f3560e01c63f1c7a58b14601157 5f5ffd5b600435620f42400260005260206000f3'.replace(' ', '')

describe('readL1Fees', () => {
  let anvil: Anvil
  beforeAll(async () => {
    anvil = await startAnvil()
    await anvil.rpc('anvil_setCode', [oracle, perByte])
  })
  afterAll(() => anvil.stop())

  const bodies = [
    { value: 5, to: receiver(1), gas_limit: 100_000, gas_price: 10_000_000_000 },
    { value: 5, to: receiver(1), gas_limit: 100_000, gas_price: 10_000_000_000, data: `0x${'ab'.repeat(97)}` },
  ]
  const gasCost = 100_000n * 10_000_000_000n + 5n
  const costsAt = async (tags: readonly string[], more: readonly object[] = []) => {
    const lane = createTestLane(anvil.url, { tags })
    const head = await lane.head()
    const build = () => lane.build([...bodies, ...more], { head })
    await build()
    const costs = (await build()).map(result => storedOf(result).maxCost - gasCost)
    return { costs, calls: lane.calls()['eth_call'] ?? 0 }
  }

  it.each(['optimism-based', 'optimism'])(
    'reserves what the bytes cost on layer 1, one call per head (%s)',
    async tag => {
      // Up to 96 bytes of data fit the smallest size, 256 bytes; the second transaction is of the next.
      const { costs, calls } = await costsAt([tag])
      expect(costs).toEqual([256_000_000n, 512_000_000n])
      expect(calls).toBe(2)
      const alike = await costsAt([tag], bodies)
      expect(alike.costs).toEqual([...costs, ...costs])
      expect(alike.calls).toBe(2)
    },
  )

  it('changes nothing of what is signed', async () => {
    const [plain, rollup] = await Promise.all(
      [[], ['optimism-based']].map(async tags => {
        const [built] = await createTestLane(anvil.url, { tags }).build(bodies)
        return storedOf(built)
      }),
    )
    expect(rollup?.raw).toBe(plain?.raw)
    expect(rollup?.details).toEqual(plain?.details)
  })

  it('asks nothing on other networks', async () => {
    expect(await costsAt([])).toEqual({ costs: [0n, 0n], calls: 0 })
  })

  it('does without it where the oracle does not tell', async () => {
    const lane = createTestLane(anvil.url, { tags: ['optimism-based'] })
    for (const code of ['0x', '0x5f5ffd', '0x00']) {
      await anvil.rpc('anvil_setCode', [oracle, code])
      await anvil.rpc('anvil_mine', ['0x1'])
      const [built] = await lane.build(bodies)
      expect(storedOf(built).maxCost).toBe(gasCost)
    }
  })
})

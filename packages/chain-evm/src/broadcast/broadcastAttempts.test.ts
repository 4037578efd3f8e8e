import type { AttemptRecord } from '@relayer/core'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestLane, devKey, receiver, storedOf } from '../../test/testLane.ts'
import { type Anvil, startAnvil } from '../testing/index.ts'

describe('broadcastAttempts', () => {
  let anvil: Anvil
  beforeAll(async () => {
    anvil = await startAnvil()
  })
  afterAll(() => anvil.stop())

  const account = privateKeyToAccount(`0x${devKey.toString('hex')}`)
  const valid = {
    chainId: 31_337,
    nonce: 0,
    to: receiver(1) as `0x${string}`,
    value: 1n,
    gas: 21_000n,
    maxFeePerGas: 10_000_000_000n,
    maxPriorityFeePerGas: 1n,
  }
  const outcomeOf = async (change: object) => {
    const raw = await account.signTransaction({ ...valid, ...change })
    const { chain } = createTestLane(anvil.url)
    const [outcome] = await chain.broadcast([{ raw, id: '0x1', account: '' } as AttemptRecord])
    return outcome?.kind
  }

  it('understands what a real node says', async () => {
    expect(await outcomeOf({ maxFeePerGas: 1n })).toBe('feeTooLow')
    expect(await outcomeOf({ gas: 20_000n })).toBe('refused')
    expect(await outcomeOf({ gas: 2n ** 40n, maxFeePerGas: 10_000_000_000n })).toMatch(/refused|insufficientFunds/)
    expect(await outcomeOf({ value: 10n ** 30n })).toBe('insufficientFunds')
    expect(await outcomeOf({ chainId: 1 })).toBe('unknown')
    expect(await outcomeOf({ maxPriorityFeePerGas: 10_000_000_000n })).toBe('unknown') // accepted, under a hash that is not '0x1'
    expect(await outcomeOf({ maxPriorityFeePerGas: 10_000_000_000n })).toBe('alreadyKnown')
    expect(await outcomeOf({ maxPriorityFeePerGas: 9n, value: 2n })).toMatch(/occupied|unknown/)
    await anvil.rpc('anvil_mine', ['0x1'])
    expect(await outcomeOf({ value: 3n })).toBe('sequenceTooLow')
  })

  it('sends nothing behind an attempt that was not acknowledged where delivery is ordered', async () => {
    const lane = createTestLane(anvil.url, { tags: ['arbitrum-based'] })
    const built = await lane.build([0, 1, 2].map(index => ({ value: index, to: receiver(index) })))
    const attempts = built.map(result => storedOf(result))
    const broken = attempts.map((attempt, index) => (index === 1 ? { ...attempt, raw: '0x02' } : attempt))
    lane.forget()
    const outcomes = await lane.chain.broadcast(broken)
    expect(outcomes.map(({ kind }) => kind)).toEqual(['accepted', 'unknown', 'gap'])
    expect(lane.calls()).toEqual({ eth_sendRawTransaction: 2 })
  })
})

import { evmTransactionRequest } from '@relayer/schemas'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestLane, devAccount, receiver, type TestLane, valueOf } from '../../test/testLane.ts'
import { type Anvil, startAnvil } from '../testing/index.ts'

let anvil: Anvil
let lane: TestLane
beforeAll(async () => {
  anvil = await startAnvil()
  lane = createTestLane(anvil.url)
})
afterAll(() => anvil.stop())

/** Reverts with Error("no"): PUSH the ABI encoding in pieces, store, revert. */
const revertingCode = `0x${[
  '7f08c379a000000000000000000000000000000000000000000000000000000000',
  '600052',
  '6020600452',
  '6002602452',
  '7f6e6f000000000000000000000000000000000000000000000000000000000000',
  '604452',
  '60646000fd',
].join('')}`
const contract = receiver(0xdead)

async function quote(body: object, policies: Parameters<TestLane['chain']['quote']>[0]['policies'] = null) {
  const { chain } = lane
  const head = valueOf(await chain.head())
  const [valid] = await chain.validate([
    { account: devAccount, policies, body: evmTransactionRequest.parse(body), previous: [], now: Date.now() },
  ])
  if (valid?.kind !== 'valid') throw new Error(JSON.stringify(valid))
  const revision = { number: 1, request: valid.request, sequenceAccount: devAccount, rebuildable: true, createdAt: 0 }
  const item = {
    key: 'q',
    revision,
    slot: null,
    previous: [],
    sequenceAccount: devAccount,
    demanded: null,
    validUntil: 0,
  }
  const [quoted] = await chain.quote({ head, account: devAccount, policies, items: [item] })
  return quoted
}

it('decodes a revert, with and without a gas limit of the client', async () => {
  await anvil.rpc('anvil_setCode', [contract, revertingCode])
  expect(await quote({ value: 0, to: contract })).toEqual({ kind: 'rejected', reason: 'execution reverted: no' })
  expect(await quote({ value: 0, to: contract, gas_limit: 100_000 })).toMatchObject({
    kind: 'quoted',
    details: { gas_limit: '100000' },
    failure: 'execution reverted: no',
  })
})

it('tells that a gas limit is too little', async () => {
  const data = '0x' + '00'.repeat(64)
  await anvil.rpc('anvil_setCode', [contract, `0x${'6001600055'.repeat(1)}00`])
  expect(await quote({ value: 0, to: contract, data, gas_limit: 22_000 })).toMatchObject({
    kind: 'quoted',
    failure: expect.stringMatching(/^out of gas: the estimate is \d+ and gas_limit is 22000$/),
  })
})

it('prices by the market or by the client, and says the most it can cost', async () => {
  const quoted = await quote({ value: 5, to: receiver(1), gas_limit: 21_000, gas_price: 3_000_000_000 })
  expect(quoted).toEqual({
    kind: 'quoted',
    details: {
      gas_limit: '21000',
      gas_price: '3000000000',
      max_fee_per_gas: null,
      max_priority_fee_per_gas: null,
    },
    maxCost: 21_000n * 3_000_000_000n + 5n,
    failure: null,
  })
  expect(await quote({ value: 5, to: receiver(1) })).toMatchObject({
    kind: 'quoted',
    details: { gas_price: null, max_fee_per_gas: expect.stringMatching(/^\d+$/) },
  })
})

it('waits for a price above the cap, without telling the cap', async () => {
  const quoted = await quote({ value: 5, to: receiver(1) }, { gas_price_cap: '7' })
  expect(quoted).toMatchObject({ kind: 'notYet', reason: 'waiting for gas price' })
  expect(JSON.stringify(quoted)).not.toMatch(/\b7\b/)
})

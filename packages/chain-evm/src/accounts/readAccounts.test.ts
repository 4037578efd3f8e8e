import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FaultServer, startFaultServer } from '../../test/faultServer.ts'
import { forward } from '../../test/forward.ts'
import { createTestLane, devAccount, receiver, valueOf } from '../../test/testLane.ts'
import { type Anvil, startAnvil } from '../testing/index.ts'

describe('readAccounts', () => {
  let anvil: Anvil
  beforeAll(async () => {
    anvil = await startAnvil()
  })
  afterAll(() => anvil.stop())

  const read = async (url: string, accounts: readonly string[], balance: boolean) => {
    const lane = createTestLane(url)
    return lane.chain.accounts(await lane.head(), accounts, { balance })
  }

  it('an account with an EIP-7702 delegation has a window of one, a contract and an ordinary account do not', async () => {
    await anvil.rpc('anvil_setCode', [receiver(1), `0xef0100${'ab'.repeat(20)}`])
    await anvil.rpc('anvil_setCode', [receiver(2), '0x6000'])
    await anvil.rpc('anvil_mine', ['0x1'])
    const states = valueOf(await read(anvil.url, [receiver(1), receiver(2), devAccount], true))
    expect(states.map(({ maxInFlight }) => maxInFlight)).toEqual([1, null, null])
    expect(states[2]?.balance).toBe(10_000n * 10n ** 18n)
    const cheap = valueOf(await read(anvil.url, [receiver(1)], false))
    expect(cheap).toMatchObject([{ balance: null, maxInFlight: null }])
  })

  it('goes without the code where a node does not tell it, and not without the balance', async () => {
    const error = { code: -32601, message: 'the method does not exist' }
    let server: FaultServer = await startFaultServer(forward(anvil.url, { eth_getCode: error }))
    expect(valueOf(await read(server.url, [devAccount], true))).toMatchObject([{ maxInFlight: null }])
    await server.stop()
    server = await startFaultServer(forward(anvil.url, { eth_getBalance: error }))
    expect(await read(server.url, [devAccount], true)).toMatchObject({ ok: false })
    await server.stop()
  })
})

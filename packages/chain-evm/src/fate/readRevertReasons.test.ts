import type { AttemptRecord, Fate } from '@relayer/core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type FaultServer, type RequestCall, startFaultServer } from '../../test/faultServer.ts'
import { forward } from '../../test/forward.ts'
import { createTestLane, receiver, storedOf, valueOf } from '../../test/testLane.ts'
import { type Anvil, startAnvil } from '../testing/index.ts'

const plain = 'Transaction reverted on-chain (receipt status: failed)'
const policies = { include_revert_data: true }

/** A contract that reverts with so many bytes of ab. */
function reverting(bytes: number): string {
  const size = bytes.toString(16).padStart(4, '0')
  // Fills memory word by word from the end, then reverts with all of it.
  const words = Array.from({ length: Math.ceil(bytes / 32) }, (_, word) => {
    const offset = (word * 32).toString(16).padStart(4, '0')
    return `7f${'ab'.repeat(32)}61${offset}52`
  })
  return `0x${words.join('')}61${size}5f fd`.replace(' ', '')
}

describe('readRevertReasons', () => {
  let anvil: Anvil
  let server: FaultServer | null = null
  beforeAll(async () => {
    anvil = await startAnvil()
  })
  afterAll(() => anvil.stop())
  afterEach(async () => {
    await server?.stop()
    server = null
  })

  /** Sends a transaction to code that reverts, past the estimate, and mines it; and what becomes of it. */
  const land = async (url: string, code: string, wished: object | null, lane = createTestLane(url)) => {
    await anvil.rpc('anvil_setCode', [receiver(1), code])
    const body = { value: 0, to: receiver(1), gas_limit: 200_000 }
    const [attempt] = (await lane.build([body], { policies: wished as never })).map(result => storedOf(result)) as [
      AttemptRecord,
    ]
    await lane.chain.broadcast([attempt])
    await anvil.rpc('anvil_mine', ['0x1'])
    const head = await lane.head()
    lane.forget()
    const fates = async (attempts: readonly AttemptRecord[]) => valueOf(await lane.chain.fate(head, attempts))
    const [fate] = await fates([attempt])
    return { lane, attempt, fate, fates }
  }
  const reasonOf = (fate: Fate | undefined) => (fate?.kind === 'landed' ? fate.landing.reason : undefined)

  it('says the data by a trace, asks once, and only where the policy wishes it', async () => {
    const { lane, attempt, fate, fates } = await land(anvil.url, reverting(4), policies)
    expect(reasonOf(fate)).toBe('Transaction reverted on-chain (revert_data: 0xabababab)')
    await fates([attempt])
    expect(lane.calls()).toMatchObject({ debug_traceTransaction: 1 })
    if (fate?.kind !== 'landed') return
    lane.forget()
    expect(await fates([{ ...attempt, landing: fate.landing }])).toEqual([fate])
    expect(lane.calls()).not.toHaveProperty('debug_traceTransaction')

    const without = await land(anvil.url, reverting(4), null)
    expect(reasonOf(without.fate)).toBe(plain)
    expect(without.lane.calls()).not.toHaveProperty('debug_traceTransaction')
    expect(without.lane.calls()).not.toHaveProperty('eth_call')
  })

  it('cuts long data and marks the cut', async () => {
    const { fate } = await land(anvil.url, reverting(2_080), policies)
    expect(reasonOf(fate)).toBe(`Transaction reverted on-chain (revert_data: 0x${'ab'.repeat(2_048)}... [truncated])`)
  })

  it('replays where there are no traces, and does not ask for them again', async () => {
    server = await startFaultServer(forward(anvil.url, { debug_traceTransaction: { code: -32601, message: 'no' } }))
    const { lane, attempt, fate } = await land(server.url, reverting(5), policies)
    expect(reasonOf(fate)).toBe('Transaction reverted on-chain (revert_data: 0xababababab)')
    const replay = server.bodies.flat().findLast(call => (call as RequestCall).method === 'eth_call') as RequestCall
    expect(replay.params[0]).toMatchObject({ from: attempt.account, to: receiver(1), gas: '0x30d40' })
    await land(server.url, reverting(6), policies, lane)
    expect(lane.calls()).toMatchObject({ eth_call: 1 })
    expect(lane.calls()).not.toHaveProperty('debug_traceTransaction')
  })

  it('stays with the plain reason where nothing tells', async () => {
    server = await startFaultServer(
      forward(anvil.url, { debug_traceTransaction: null, eth_call: { code: -32603, message: 'internal error' } }),
    )
    const { fate } = await land(server.url, reverting(4), policies)
    expect(reasonOf(fate)).toBe(plain)
    const empty = await land(anvil.url, '0x5f5ffd', policies)
    expect(reasonOf(empty.fate)).toBe(plain)
  })
})

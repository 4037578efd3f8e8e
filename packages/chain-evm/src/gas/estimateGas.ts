import type { EvmContext } from '../context.ts'
import type { HeadFacts } from '../heads/headCache.ts'
import { readQuantity } from '../rpc/readQuantity.ts'
import type { RpcAnswer, RpcCall } from '../rpc/jsonRpc.ts'
import { lacksMethod } from '../rpc/lacksMethod.ts'
import { toHex } from '../toHex.ts'
import { revertReason } from './revertReason.ts'

/** What a transaction does, its price and nonce aside. */
export interface GasTarget {
  readonly from: string
  readonly to: string | null
  /** wei */
  readonly value: bigint
  readonly data: `0x${string}`
}

/** `missing`: the node has no such method. `unavailable`: it did not answer, or not in a way that is understood. */
export type GasEstimate =
  | { readonly kind: 'gas'; readonly gas: bigint }
  | { readonly kind: 'reverted'; readonly reason: string }
  | { readonly kind: 'funds' | 'missing' | 'unavailable' }

/** `eth_estimateGas` of every target in one batch, the same target only once. In order; the node's number as it is. */
export async function estimateGas(
  { pool }: EvmContext,
  { head }: HeadFacts,
  targets: readonly GasTarget[],
): Promise<readonly GasEstimate[]> {
  const keys = targets.map(({ from, to, value, data }) => `${from} ${to} ${value} ${data}`)
  const distinct = new Map(targets.map((target, index) => [keys[index], target]))
  const calls = Array.from(distinct.values(), ({ from, to, value, data }): RpcCall => {
    const transaction = { from, value: toHex(value), data, ...(to !== null && { to }) }
    return { method: 'eth_estimateGas', params: [transaction, 'latest'] }
  })
  const reading = await pool.askNear(head.endpoint, calls)
  const estimates = new Map(
    Array.from(distinct.keys(), (key, index) => [key, reading.ok ? readEstimate(reading.value[index]) : unavailable]),
  )
  return keys.map(key => estimates.get(key) ?? unavailable)
}

const unavailable: GasEstimate = { kind: 'unavailable' }

/** A run that fails although no contract reverted it: bad opcodes, too little gas in a block, … */
const failed = /invalid (opcode|jump)|stack (under|over)flow|out of ?gas|gas required exceeds|evm error|vm execution/i

function readEstimate(answer: RpcAnswer | undefined): GasEstimate {
  if (answer?.kind === 'result') {
    const gas = readQuantity(answer.value)
    return gas === null ? unavailable : { kind: 'gas', gas }
  }
  if (answer?.kind !== 'error') return unavailable
  if (lacksMethod(answer)) return { kind: 'missing' }
  const { code, message, data } = answer
  if (code === 3 || /revert/i.test(message)) return { kind: 'reverted', reason: revertReason(data) }
  if (/insufficient (funds|balance)|enough funds|exceeds.*balance/i.test(message)) return { kind: 'funds' }
  const failure = failed.exec(message)?.[0].toLowerCase()
  return failure === undefined ? unavailable : { kind: 'reverted', reason: `execution failed: ${failure}` }
}

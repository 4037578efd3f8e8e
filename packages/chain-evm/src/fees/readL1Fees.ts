import { padHex } from 'viem/utils'
import type { EvmContext } from '../context.ts'
import type { GasTarget } from '../gas/estimateGas.ts'
import type { HeadFacts } from '../heads/headCache.ts'
import type { RpcCall } from '../rpc/jsonRpc.ts'
import { readQuantity } from '../rpc/readQuantity.ts'
import { toHex } from '../toHex.ts'

/** Where every OP-stack chain has it. */
const gasPriceOracle = '0x420000000000000000000000000000000000000f'
/** `getL1FeeUpperBound(uint256)`: the fee of a transaction of so many bytes, its signature not counted. */
const upperBoundSelector = '0xf1c7a58b'

/** Bytes of an unsigned transaction beside its data, at most. */
const envelopeBytes = 160
const leastBytes = 256

/**
 * What the bytes of transactions cost on layer 1 (wei), as a bound: for each power of two of their size one call per head,
 * whoever asks. 0 where the chain has no such fee or the oracle does not tell: the sum is for reserving funds only.
 */
export async function readL1Fees(
  { pool, l1Fee }: EvmContext,
  { head, l1Fees }: HeadFacts,
  targets: readonly Pick<GasTarget, 'data'>[],
): Promise<readonly bigint[]> {
  if (!l1Fee) return targets.map(() => 0n)
  const sizes = targets.map(({ data }) => roundUp((data.length - 2) / 2 + envelopeBytes))
  const unknown = [...new Set(sizes)].filter(size => !l1Fees.has(size))
  const calls = unknown.map((size): RpcCall => {
    const data = `${upperBoundSelector}${padHex(toHex(size), { size: 32 }).slice(2)}`
    return { method: 'eth_call', params: [{ to: gasPriceOracle, data }, 'latest'] }
  })
  const reading = pool.askNear(head.endpoint, calls)
  for (const [index, size] of unknown.entries()) {
    l1Fees.set(
      size,
      reading.then(answers => {
        const answer = answers.ok ? answers.value[index] : undefined
        return (answer?.kind === 'result' ? readQuantity(answer.value) : null) ?? 0n
      }),
    )
  }
  return Promise.all(sizes.map(size => l1Fees.get(size) ?? 0n))
}

function roundUp(bytes: number): number {
  let size = leastBytes
  while (size < bytes) size *= 2
  return size
}

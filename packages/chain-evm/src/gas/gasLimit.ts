import type { GasTarget } from './estimateGas.ts'

/** Head room over an estimate, because state moves until the transaction runs: 10 %, never above the block's limit. */
export function withMargin(gas: bigint, blockGasLimit: bigint): bigint {
  const limit = (gas * 11n) / 10n
  return limit > blockGasLimit && gas <= blockGasLimit ? blockGasLimit : limit
}

/** By the first four bytes of the data: transfer and transferFrom of ERC-20. */
const bySelector: Readonly<Record<string, bigint>> = { '0xa9059cbb': 65_000n, '0x23b872dd': 80_000n }

/** A limit for nodes that can't estimate (the interface's table). */
export function defaultGasLimit({ to, data }: GasTarget): bigint {
  if (data === '0x' && to !== null) return 21_000n
  return bySelector[data.slice(0, 10).toLowerCase()] ?? 200_000n
}

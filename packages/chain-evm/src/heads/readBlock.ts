import { readQuantity } from '../rpc/readQuantity.ts'

/** What a block says that is used here. Fees in wei. */
export interface Block {
  readonly height: number
  readonly hash: string
  readonly parentHash: string
  readonly timestampMs: number
  /** Null before EIP-1559. */
  readonly baseFeePerGas: bigint | null
  readonly gasLimit: bigint
}

/** A block of `eth_getBlockByNumber` without its transactions, or null when it is not one. */
export function readBlock(value: unknown): Block | null {
  if (typeof value !== 'object' || value === null) return null
  const { number, hash, parentHash, timestamp, baseFeePerGas, gasLimit } = value as Record<string, unknown>
  const height = readQuantity(number)
  const seconds = readQuantity(timestamp)
  if (height === null || seconds === null || typeof hash !== 'string' || typeof parentHash !== 'string') return null
  return {
    height: Number(height),
    hash: hash.toLowerCase(),
    parentHash: parentHash.toLowerCase(),
    timestampMs: Number(seconds) * 1000,
    baseFeePerGas: readQuantity(baseFeePerGas),
    gasLimit: readQuantity(gasLimit) ?? 0n,
  }
}

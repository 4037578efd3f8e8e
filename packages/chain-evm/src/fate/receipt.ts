import { readQuantity } from '../rpc/readQuantity.ts'

/** What a receipt says that is used here. */
export interface Receipt {
  readonly id: string
  readonly success: boolean
  readonly blockHeight: number
  readonly blockHash: string
  readonly gasUsed: bigint | null
  /** wei; null where the node does not say. */
  readonly effectiveGasPrice: bigint | null
}

/** A receipt as nodes give it; null for anything else. */
export function readReceipt(value: unknown): Receipt | null {
  if (typeof value !== 'object' || value === null) return null
  const fields = value as Record<string, unknown>
  const { transactionHash, blockHash } = fields
  const height = readQuantity(fields['blockNumber'])
  if (height === null || typeof transactionHash !== 'string' || typeof blockHash !== 'string') return null
  return {
    id: transactionHash.toLowerCase(),
    // Receipts from before Byzantium have no status; nothing is sent by us in such blocks.
    success: readQuantity(fields['status']) !== 0n,
    blockHeight: Number(height),
    blockHash: blockHash.toLowerCase(),
    gasUsed: readQuantity(fields['gasUsed']),
    effectiveGasPrice: readQuantity(fields['effectiveGasPrice']),
  }
}

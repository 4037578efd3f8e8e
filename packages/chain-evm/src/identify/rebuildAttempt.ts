import type { BuiltAttempt, SlotKey } from '@relayer/core'
import type { AccessList, Hex, TransactionSerializable } from 'viem'
import { keccak256, serializeTransaction } from 'viem/utils'
import { attemptDetails, maxCostOf } from '../build/attemptDetails.ts'
import { wireSignature } from '../build/serializeAttempt.ts'
import type { Price } from '../fees/feeQuote.ts'
import { readQuantity } from '../rpc/readQuantity.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * The attempt of a transaction as a node tells it: its bytes, put together again, and what a build would have noted. Null
 * unless the bytes hash to its id: bytes that are something else must never be sent.
 */
export function rebuildAttempt(fields: Fields, { account, sequence }: SlotKey): BuiltAttempt | null {
  const quantity = (name: string) => readQuantity(fields[name])
  const [nonce, gasLimit, value, r, s, v] = ['nonce', 'gas', 'value', 'r', 's', 'v'].map(quantity)
  const price = priceOf(fields)
  if (nonce == null || gasLimit == null || value == null || r == null || s == null || v == null || !price) return null
  const shared = {
    nonce: Number(nonce),
    gas: gasLimit,
    value,
    data: String(fields['input'] ?? '0x') as Hex,
    ...(typeof fields['to'] === 'string' && { to: fields['to'].toLowerCase() as Hex }),
  }
  const transaction: TransactionSerializable =
    price.family === 'legacy'
      ? { ...shared, type: 'legacy', gasPrice: price.gasPrice, ...(v >= 35n && { chainId: Number((v - 35n) / 2n) }) }
      : {
          ...shared,
          type: 'eip1559',
          chainId: Number(quantity('chainId') ?? 0n),
          maxFeePerGas: price.maxFeePerGas,
          maxPriorityFeePerGas: price.maxPriorityFeePerGas,
          accessList: (fields['accessList'] ?? []) as AccessList,
        }
  // Legacy: 27 or 28, or 35 and up with the chain id in it; EIP-1559: the parity itself.
  const yParity = v < 2n ? Number(v) : Number((v + 1n) % 2n)
  const digits = (number: bigint) => number.toString(16).padStart(64, '0')
  const signature = wireSignature(`${digits(r)}${digits(s)}`, yParity, price.family)
  let raw: Hex
  try {
    raw = serializeTransaction(transaction, {
      r: `0x${signature.r}`,
      s: `0x${signature.s}`,
      v: BigInt(27 + yParity),
      yParity,
    })
  } catch {
    return null
  }
  const id = keccak256(raw)
  if (id !== String(fields['hash']).toLowerCase()) return null
  return {
    account,
    sequence,
    id,
    otherIds: [],
    raw,
    details: attemptDetails({ nonce: Number(nonce), gasLimit, price, signature }),
    bound: null,
    maxCost: maxCostOf(gasLimit, price, value),
  }
}

function priceOf(fields: Fields): Price | null {
  const wei = (name: string) => readQuantity(fields[name])
  const type = readQuantity(fields['type']) ?? 0n
  if (type === 0n) {
    const gasPrice = wei('gasPrice')
    return gasPrice === null ? null : { family: 'legacy', gasPrice }
  }
  const [maxFeePerGas, maxPriorityFeePerGas] = [wei('maxFeePerGas'), wei('maxPriorityFeePerGas')]
  if (type !== 2n || maxFeePerGas === null || maxPriorityFeePerGas === null) return null
  return { family: 'eip1559', maxFeePerGas, maxPriorityFeePerGas }
}

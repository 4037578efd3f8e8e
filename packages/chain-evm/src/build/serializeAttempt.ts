import { sequenceToBigint } from '@relayer/core'
import type { Hex, TransactionSerializable } from 'viem'
import { bytesToHex, keccak256, serializeTransaction, toBytes } from 'viem/utils'
import type { Price } from '../fees/feeQuote.ts'
import type { Sequenced } from './assignSequences.ts'

/** Of the unsigned transaction: what is hashed, and its hash. */
export interface Unsigned {
  readonly transaction: TransactionSerializable
  readonly preimage: Uint8Array
  readonly digest: Uint8Array
}

/** An EIP-1559 or an EIP-155 legacy transaction, without access list. */
export function serializeUnsigned(chainId: number, { draft, price, gasLimit, sequence }: Sequenced): Unsigned {
  const { to, value, data } = draft.target
  const shared = {
    chainId,
    nonce: Number(sequenceToBigint(sequence)),
    gas: gasLimit,
    value,
    data,
    ...(to !== null && { to: to.toLowerCase() as Hex }),
  }
  const transaction: TransactionSerializable =
    price.family === 'legacy'
      ? { ...shared, type: 'legacy', gasPrice: price.gasPrice }
      : {
          ...shared,
          type: 'eip1559',
          maxFeePerGas: price.maxFeePerGas,
          maxPriorityFeePerGas: price.maxPriorityFeePerGas,
        }
  const preimage = toBytes(serializeTransaction(transaction))
  return { transaction, preimage, digest: keccak256(preimage, 'bytes') }
}

/** A signature as records show it: hex without `0x`; `v` 0 or 1 for EIP-1559, 27 or 28 for legacy. */
export interface WireSignature {
  readonly r: string
  readonly s: string
  readonly v: number
  readonly sig: string
}

/** The bytes to broadcast, their hash, and the signature as it is shown. `bytes` is r ‖ s ‖ yParity. */
export function serializeSigned(
  { transaction }: Unsigned,
  bytes: Uint8Array,
): { readonly raw: Hex; readonly id: Hex; readonly signature: WireSignature } {
  const yParity = bytes[64] === 1 ? 1 : 0
  const family = transaction.type === 'legacy' ? 'legacy' : 'eip1559'
  const signature = wireSignature(bytesToHex(bytes.subarray(0, 64)).slice(2), yParity, family)
  const raw = serializeTransaction(transaction, {
    r: `0x${signature.r}`,
    s: `0x${signature.s}`,
    v: BigInt(27 + yParity),
    yParity,
  })
  return { raw, id: keccak256(raw), signature }
}

/** `hex` is r ‖ s, 128 digits. */
export function wireSignature(hex: string, yParity: number, family: Price['family']): WireSignature {
  const v = family === 'legacy' ? 27 + yParity : yParity
  return { r: hex.slice(0, 64), s: hex.slice(64), v, sig: `${hex}${v.toString(16).padStart(2, '0')}` }
}

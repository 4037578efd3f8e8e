import type { Hex } from 'viem'
import { concat, fromRlp, keccak256, numberToHex, padHex, size, toRlp } from 'viem/utils'

/** A hash that somebody signed, and the signature. */
export interface SignedHash {
  readonly hash: Hex
  readonly signature: { readonly r: Hex; readonly s: Hex; readonly yParity: 0 | 1 }
}

/** Who has signed what in a transaction: its sender, and with EIP-7702 those whose nonces its authorizations use. */
export interface SplitTransaction {
  readonly sender: SignedHash
  readonly authorities: readonly SignedHash[]
}

/** Fields of a signed transaction by its type (EIP-2930, 1559, 4844, 7702). Others have rules of their own. */
const fieldsOfType: Readonly<Record<string, number>> = { '01': 11, '02': 12, '03': 14, '04': 13 }
const legacyFields = 9
const authorizationList = 9

type Rlp = Hex | readonly Rlp[]

/**
 * Takes a signed transaction apart at the level of RLP, where every type looks the same: the last three fields are the
 * signature over the others. Null where it is no transaction of a known type in its one canonical encoding.
 */
export function splitTransaction(raw: string): SplitTransaction | null {
  const digits = /^(?:0x)?((?:[\da-f]{2})+)$/i.exec(raw)?.[1]?.toLowerCase()
  if (digits === undefined) return null
  try {
    return digits >= 'c0' ? splitLegacy(`0x${digits}`) : splitTyped(digits.slice(0, 2), `0x${digits.slice(2)}`)
  } catch {
    return null
  }
}

function splitLegacy(encoded: Hex): SplitTransaction | null {
  const fields = decode(encoded)
  if (fields?.length !== legacyFields) return null
  const unsigned = fields.slice(0, -3)
  const v = integerOf(fields[6])
  if (v === 27n || v === 28n) return { sender: signedHash(toHash(unsigned), v - 27n, fields), authorities: [] }
  if (v < 35n) return null
  const chainId = (v - 35n) / 2n
  const hash = toHash([...unsigned, chainId === 0n ? '0x' : evenHex(chainId), '0x', '0x'])
  return { sender: signedHash(hash, (v - 35n) % 2n, fields), authorities: [] }
}

function splitTyped(type: string, encoded: Hex): SplitTransaction | null {
  const outer = decode(encoded)
  // Blobs travel beside their transaction: [transaction, (version,) blobs, commitments, proofs].
  const [first] = outer ?? []
  const fields = type === '03' && Array.isArray(first) ? (first as readonly Rlp[]) : outer
  if (fields === null || fields.length !== fieldsOfType[type]) return null
  const list = type === '04' ? fields[authorizationList] : []
  if (!Array.isArray(list)) return null
  return {
    sender: signedHash(toHash(fields.slice(0, -3), `0x${type}`), integerOf(fields.at(-3)), fields),
    authorities: list.map((entry: readonly Rlp[]) =>
      signedHash(toHash(entry.slice(0, 3), '0x05'), integerOf(entry[3]), entry),
    ),
  }
}

/** A list, if this is the encoding of one and the only one. */
function decode(encoded: Hex): readonly Rlp[] | null {
  const fields = fromRlp(encoded, 'hex') as Rlp
  return Array.isArray(fields) && toRlp(fields as never) === encoded ? fields : null
}

function toHash(fields: readonly Rlp[], prefix: Hex = '0x'): Hex {
  return keccak256(concat([prefix, toRlp(fields as never)]))
}

function signedHash(hash: Hex, parity: bigint, fields: readonly Rlp[]): SignedHash {
  const [r, s] = fields.slice(-2) as [Hex, Hex]
  if (parity > 1n) throw new RangeError('no parity')
  return { hash, signature: { r: padHex(r, { size: 32 }), s: padHex(s, { size: 32 }), yParity: parity === 1n ? 1 : 0 } }
}

/** A leading zero would make another encoding of the same number. */
function integerOf(field: Rlp | undefined): bigint {
  if (typeof field !== 'string' || field.startsWith('0x00') || size(field) > 32) throw new RangeError('no integer')
  return field === '0x' ? 0n : BigInt(field)
}

function evenHex(value: bigint): Hex {
  return numberToHex(value, { size: Math.ceil(value.toString(16).length / 2) })
}

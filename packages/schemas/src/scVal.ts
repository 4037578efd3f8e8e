import * as z from 'zod/mini'
import { readInteger } from './integer.ts'

/** What a contract instance runs. */
export type ScExecutable = 'stellar_asset' | { readonly wasm: string }
/** One entry of a map; the order is kept. */
export type ScMapEntry = { readonly key: ScVal; readonly val: ScVal }

/**
 * A value of a Stellar contract, in its parsed form: 64-bit and wider integers are `bigint` (also where the wire had
 * parts), bytes and hashes are lower-case hex.
 * @see https://developers.stellar.org/docs/learn/fundamentals/contract-development/types/built-in-types
 */
export type ScVal =
  | 'void'
  | 'ledger_key_contract_instance'
  | { readonly bool: boolean }
  | { readonly u32: number }
  | { readonly i32: number }
  | { readonly u64: bigint }
  | { readonly i64: bigint }
  | { readonly timepoint: bigint }
  | { readonly duration: bigint }
  | { readonly u128: bigint }
  | { readonly i128: bigint }
  | { readonly u256: bigint }
  | { readonly i256: bigint }
  | { readonly bytes: string }
  | { readonly string: string }
  | { readonly symbol: string }
  | { readonly vec: readonly ScVal[] | null }
  | { readonly map: readonly ScMapEntry[] | null }
  | { readonly address: string }
  | { readonly error: Readonly<Record<string, number | string>> }
  | {
      readonly contract_instance: { readonly executable: ScExecutable; readonly storage: readonly ScMapEntry[] | null }
    }
  | { readonly ledger_key_nonce: { readonly nonce: bigint } }

/** Why a value was refused; found below `path`. */
class Refused extends Error {}

const refuse = (path: string, expected: string): never => {
  throw new Refused(`${path || 'value'}: expected ${expected}`)
}

type Fields = Readonly<Record<string, unknown>>
type Reader = (value: unknown, path: string, depth: number) => unknown

function integer(format: string, allowText: boolean): Reader {
  const bits = BigInt(format.slice(1))
  const signed = format[0] === 'i'
  const min = signed ? -(1n << (bits - 1n)) : 0n
  const max = (1n << (signed ? bits - 1n : bits)) - 1n
  return (value, path) => {
    const read = allowText || typeof value === 'number' ? readInteger(value) : undefined
    if (read === undefined || read < min || read > max) return refuse(path, `${format} (${min} to ${max})`)
    return bits > 32n ? read : Number(read)
  }
}

/** 128 and 256 bits: a decimal string or an integer, or the parts of 64 bits from the highest down. */
function wide(format: string, parts: readonly string[]): Reader {
  const whole = integer(format, true)
  const top = integer(`${format[0]}64`, true)
  const low = integer('u64', true)
  return (value, path, depth) => {
    if (typeof value !== 'object' || value === null) return whole(value, path, depth)
    return parts.reduce((sum, part, i) => {
      const read = (i === 0 ? top : low)((value as Fields)[part], `${path}.${part}`, depth) as bigint
      return (sum << 64n) + read
    }, 0n)
  }
}

function text(pattern: RegExp, expected: string, lowerCase = false): Reader {
  return (value, path) => {
    if (typeof value !== 'string' || !pattern.test(value)) return refuse(path, expected)
    return lowerCase ? value.toLowerCase() : value
  }
}

const hash = text(/^[\da-f]{64}$/i, '64 hex digits', true)

const list =
  (item: Reader): Reader =>
  (value, path, depth) => {
    if (value === null) return null
    if (!Array.isArray(value)) return refuse(path, 'an array or null')
    return value.map((child, i) => item(child, `${path}[${i}]`, depth))
  }

const entry: Reader = (value, path, depth) => {
  const { key, val } = (value ?? {}) as Fields
  return { key: readScVal(key, `${path}.key`, depth), val: readScVal(val, `${path}.val`, depth) }
}

const error: Reader = (value, path, depth) => {
  const entries = Object.entries((value ?? {}) as Fields)
  const [kind, code] = entries[0] ?? []
  if (kind === undefined || entries.length !== 1) return refuse(path, 'one error class')
  const known = /^(?:wasm_vm|context|storage|object|crypto|events|budget|value|auth)$/
  if (kind === 'contract') return { contract: integer('u32', false)(code, `${path}.contract`, depth) }
  if (!known.test(kind)) return refuse(path, 'a known error class')
  return { [kind]: text(/^[a-z_]+$/, 'an error code')(code, `${path}.${kind}`, depth) }
}

const instance: Reader = (value, path, depth) => {
  const { executable, storage = null } = (value ?? {}) as Fields
  return {
    executable:
      executable === 'stellar_asset'
        ? executable
        : { wasm: hash((executable as Fields | null | undefined)?.['wasm'], `${path}.executable.wasm`, depth) },
    storage: list(entry)(storage, `${path}.storage`, depth),
  }
}

const readers: Readonly<Record<string, Reader>> = {
  bool: (value, path) => (typeof value === 'boolean' ? value : refuse(path, 'a boolean')),
  u32: integer('u32', false),
  i32: integer('i32', false),
  u64: integer('u64', true),
  i64: integer('i64', true),
  timepoint: integer('u64', true),
  duration: integer('u64', true),
  u128: wide('u128', ['hi', 'lo']),
  i128: wide('i128', ['hi', 'lo']),
  u256: wide('u256', ['hi_hi', 'hi_lo', 'lo_hi', 'lo_lo']),
  i256: wide('i256', ['hi_hi', 'hi_lo', 'lo_hi', 'lo_lo']),
  bytes: text(/^(?:[\da-f]{2})*$/i, 'hex bytes', true),
  string: text(/^/, 'a string'),
  symbol: text(/^\w{0,32}$/, 'a symbol of up to 32 letters, digits and underscores'),
  vec: list((value, path, depth) => readScVal(value, path, depth)),
  map: list(entry),
  address: text(/^[GCMBL][A-Z2-7]{54,100}$/, 'an address (G…, C…, M…, B… or L…)'),
  error,
  contract_instance: instance,
  ledger_key_nonce: (value, path, depth) => ({
    nonce: integer('i64', true)((value as Fields | null | undefined)?.['nonce'], `${path}.nonce`, depth),
  }),
}

// the depth that stellar-xdr allows is 500; a deeper body would only exhaust the stack
const MAX_DEPTH = 200

function readScVal(value: unknown, path: string, depth: number): unknown {
  if (depth > MAX_DEPTH) return refuse(path, `at most ${MAX_DEPTH} levels`)
  if (value === 'void' || value === 'ledger_key_contract_instance') return value
  if (typeof value !== 'object' || value === null) return refuse(path, 'an ScVal')
  const keys = Object.keys(value)
  const [kind] = keys
  if (kind === undefined || keys.length !== 1 || !Object.hasOwn(readers, kind))
    return refuse(path, 'one ScVal type as the only key')
  const below = path === '' ? kind : `${path}.${kind}`
  return { [kind]: (readers[kind] as Reader)((value as Fields)[kind], below, depth + 1) }
}

/** The reason why a value is no ScVal, or undefined. */
function whyNot(value: unknown): string | undefined {
  try {
    readScVal(value, '', 0)
    return undefined
  } catch (cause) {
    if (cause instanceof Refused) return `invalid ScVal: ${cause.message}`
    throw cause
  }
}

/** 64-bit and wider integers go out as decimal strings. */
function writeScVal(value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}`
  if (Array.isArray(value)) return value.map(writeScVal)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, writeScVal(child)]))
}

/**
 * One argument of a contract call in the JSON dialect of stellar-xdr (stellar.md 3.6), with integers of 64 bits and more
 * as numbers, decimal strings or, above 64 bits, parts. Refused at once when malformed, naming the place.
 * @see https://github.com/stellar/rs-stellar-xdr
 */
export const scVal = /* @__PURE__ */ z.codec(
  /* @__PURE__ */ z.custom<unknown>(value => whyNot(value) === undefined, { error: issue => whyNot(issue.input) }),
  /* @__PURE__ */ z.custom<ScVal>(),
  { decode: value => readScVal(value, '', 0) as ScVal, encode: writeScVal },
)

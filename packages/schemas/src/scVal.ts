import * as z from 'zod/mini'
import { range, readInteger } from './integer.ts'

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

const u32Max = 4_294_967_295n

type Reader = (value: unknown, path: string, depth: number) => unknown

function mapFields(fields: object, map: (field: never, key: string) => unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, map(field as never, key)]))
}

/** Up to 32 bits only a number, above also text. */
function integer(format: string): Reader {
  const [min, max] = range(format)
  return (value, path) => {
    const read = max > u32Max || typeof value === 'number' ? readInteger(value) : undefined
    if (read === undefined || read < min || read > max) return refuse(path, `${format} (${min} to ${max})`)
    return max > u32Max ? read : Number(read)
  }
}

function text(pattern: RegExp, expected: string): Reader {
  return (value, path) => (typeof value === 'string' && pattern.test(value) ? value : refuse(path, expected))
}

function hex(pattern: RegExp, expected: string): Reader {
  const read = text(pattern, expected)
  return (value, path, depth) => `${read(value, path, depth)}`.toLowerCase()
}

/** Keys that are not listed are dropped; what an absent key means is up to its reader. */
function struct(readers: Readonly<Record<string, Reader>>): Reader {
  return (value, path, depth) =>
    mapFields(readers, (read: Reader, key) =>
      read((value as Readonly<Record<string, unknown>> | null | undefined)?.[key], `${path}.${key}`, depth),
    )
}

function list(item: Reader): Reader {
  return (value, path, depth) => {
    if (value === null) return null
    if (!Array.isArray(value)) return refuse(path, 'an array or null')
    return value.map((element, i) => item(element, `${path}[${i}]`, depth))
  }
}

/** 128 and 256 bits: a decimal string or an integer, or the parts of 64 bits from the highest down. */
function wide(format: string, parts: Readonly<Record<string, Reader>>): Reader {
  const whole = integer(format)
  const split = struct(parts)
  return (value, path, depth) =>
    typeof value === 'object' && value !== null
      ? Object.values(split(value, path, depth) as object).reduce((sum, part) => (sum << 64n) + part, 0n)
      : whole(value, path, depth)
}

const u32 = integer('u32')
const u64 = integer('u64')
const i64 = integer('i64')
const child: Reader = (value, path, depth) => readScVal(value, path, depth)
const entries = list(struct({ key: child, val: child }))
const wasm = struct({ wasm: hex(/^[\da-f]{64}$/i, '64 hex digits') })
const code = text(/^[a-z_]+$/, 'an error code')
const errorClass = /^(?:wasm_vm|context|storage|object|crypto|events|budget|value|auth)$/
const low128 = { lo: u64 }
const low256 = { hi_lo: u64, lo_hi: u64, lo_lo: u64 }

const readers: Readonly<Record<string, Reader>> = {
  bool: (value, path) => (typeof value === 'boolean' ? value : refuse(path, 'a boolean')),
  u32,
  i32: integer('i32'),
  u64,
  i64,
  timepoint: u64,
  duration: u64,
  u128: wide('u128', { hi: u64, ...low128 }),
  i128: wide('i128', { hi: i64, ...low128 }),
  u256: wide('u256', { hi_hi: u64, ...low256 }),
  i256: wide('i256', { hi_hi: i64, ...low256 }),
  bytes: hex(/^(?:[\da-f]{2})*$/i, 'hex bytes'),
  string: text(/^/, 'a string'),
  symbol: text(/^\w{0,32}$/, 'a symbol of up to 32 letters, digits and underscores'),
  vec: list(child),
  map: entries,
  address: text(/^[GCMBL][A-Z2-7]{54,100}$/, 'an address (G…, C…, M…, B… or L…)'),
  error: (value, path, depth) => {
    const [kind, ...more] = Object.keys(value ?? {})
    if (kind === undefined || more.length > 0) return refuse(path, 'one error class')
    const read = kind === 'contract' ? u32 : errorClass.test(kind) ? code : refuse(path, 'a known error class')
    return struct({ [kind]: read })(value, path, depth)
  },
  contract_instance: struct({
    executable: (value, path, depth) => (value === 'stellar_asset' ? value : wasm(value, path, depth)),
    storage: (value, path, depth) => entries(value ?? null, path, depth),
  }),
  ledger_key_nonce: struct({ nonce: i64 }),
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
  return { [kind]: (readers[kind] as Reader)((value as Readonly<Record<string, unknown>>)[kind], below, depth + 1) }
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
  return mapFields(value, writeScVal)
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

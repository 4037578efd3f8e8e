import * as z from 'zod/mini'
import { describeValue, wrongType } from './explain.ts'

/** What an integer may be on the wire: a bare JSON integer, or a string in decimal or `0x` form. */
export type IntegerInput = number | bigint | string

const written = /^(?:-?\d+|0x[\da-f]+)$/i

/**
 * Reads an integer of the wire exactly, or gives undefined: for a fraction, an exponent, an empty or malformed string,
 * and for a `number` beyond ±(2^53 − 1), which can only have come from a rounded literal.
 */
export function readInteger(value: unknown): bigint | undefined {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined
  // the longest admissible form of any type here has 79 characters; BigInt() of a megabyte is slow
  return typeof value === 'string' && value.length <= 100 && written.test(value) ? BigInt(value) : undefined
}

/** The least and the greatest value of a type such as `u128`. */
export function range(format: string): readonly [bigint, bigint] {
  const bits = BigInt(format.slice(1))
  return format[0] === 'i' ? [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n] : [0n, (1n << bits) - 1n]
}

/** The wire side of an integer: refuses with a reason that names the type and its range. */
export function integerInput(format: string) {
  const [min, max] = range(format)
  const fits = (value: unknown) => {
    const integer = readInteger(value)
    return integer !== undefined && integer >= min && integer <= max
  }
  const expected = `${format} (an integer from ${min} to ${max})`
  const error = (issue: z.core.$ZodRawIssue) => {
    const { input } = issue
    if (typeof input === 'string')
      return `invalid value: string ${JSON.stringify(input.slice(0, 90))}, expected ${expected}`
    return readInteger(input) === undefined
      ? wrongType(issue, expected)
      : `invalid value: ${describeValue(input)}, expected ${expected}`
  }
  // an OpenAPI generator finds the type's name in the definition
  return z.custom<IntegerInput>(fits, { error, params: { format } })
}

/** The parsed side of a big integer. */
export const bigInteger = /* @__PURE__ */ z.custom<bigint>(value => typeof value === 'bigint', {
  error: issue => wrongType(issue, 'a bigint'),
})

function big(format: string) {
  return z.codec(integerInput(format), bigInteger, { decode: value => BigInt(value), encode: value => value })
}

function small(format: string) {
  return z.codec(integerInput(format), z.custom<number>(), { decode: value => Number(value), encode: value => value })
}

/** 0 to 2^8 − 1, parsed as `number`. */
export const u8 = /* @__PURE__ */ small('u8')
/** 0 to 2^16 − 1, parsed as `number`. */
export const u16 = /* @__PURE__ */ small('u16')
/** 0 to 2^32 − 1, parsed as `number`. */
export const u32 = /* @__PURE__ */ small('u32')
/** 0 to 2^53 − 1, parsed as `number`: nonces, counts. */
export const u53 = /* @__PURE__ */ small('u53')
/** −2^31 to 2^31 − 1, parsed as `number`. */
export const i32 = /* @__PURE__ */ small('i32')
/** 0 to 2^63 − 1 (a non-negative int64), parsed as `bigint`: `gas_limit`, Stellar amounts. */
export const u63 = /* @__PURE__ */ big('u63')
/** 0 to 2^64 − 1, parsed as `bigint`: lamports. */
export const u64 = /* @__PURE__ */ big('u64')
/** 0 to 2^128 − 1, parsed as `bigint`: wei. */
export const u128 = /* @__PURE__ */ big('u128')
/** 0 to 2^256 − 1, parsed as `bigint`. */
export const u256 = /* @__PURE__ */ big('u256')
/** −2^63 to 2^63 − 1, parsed as `bigint`. */
export const i64 = /* @__PURE__ */ big('i64')

import * as z from 'zod/mini'
import { bigInteger, integerInput } from './integer.ts'

/** `0x` and lower-case hex without leading zeros: `toQuantity(0n)` is `0x0`. */
export function toQuantity(value: bigint): string {
  return `0x${value.toString(16)}`
}

/**
 * An unsigned 256-bit integer that responses carry as a quantity string (`"0xde0b6b3a7640000"`), parsed as `bigint`.
 * @see https://ethereum.org/en/developers/docs/apis/json-rpc/#quantities-encoding
 */
export const quantity = /* @__PURE__ */ z.codec(/* @__PURE__ */ integerInput('u256'), bigInteger, {
  decode: value => BigInt(value),
  encode: toQuantity,
})

function decimalOf(format: string) {
  return z.codec(integerInput(format), bigInteger, { decode: value => BigInt(value), encode: value => `${value}` })
}

/** An unsigned 128-bit integer that is carried as a decimal string (`"1000"`), parsed as `bigint`: balances. */
export const decimalU128 = /* @__PURE__ */ decimalOf('u128')
/** An unsigned 64-bit integer that is carried as a decimal string, parsed as `bigint`: memo ids. */
export const decimalU64 = /* @__PURE__ */ decimalOf('u64')
/** A non-negative int64 that is carried as a decimal string, parsed as `bigint`: stroops, sequence numbers. */
export const decimalU63 = /* @__PURE__ */ decimalOf('u63')

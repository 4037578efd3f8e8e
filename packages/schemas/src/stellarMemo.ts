import * as z from 'zod/mini'
import { byteLength } from './byteLength.ts'
import { reason, wrongType } from './explain.ts'
import { object } from './object.ts'
import { decimalU64 } from './quantity.ts'
import { variants } from './variants.ts'

const isByte = (value: unknown): boolean =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= 255

function isHash(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 32 && value.every(isByte)
  return typeof value === 'string' && /^[\da-f]{64}$/i.test(value)
}

function toHex(value: string | readonly number[]): string {
  return typeof value === 'string'
    ? value.toLowerCase()
    : value.map(byte => byte.toString(16).padStart(2, '0')).join('')
}

/** 32 bytes, as integers 0 to 255 or as 64 hex digits; parsed to lower-case hex. */
const bytes32 = /* @__PURE__ */ z.codec(
  /* @__PURE__ */ z.custom<string | readonly number[]>(isHash, {
    error: issue =>
      typeof issue.input === 'string' || Array.isArray(issue.input)
        ? 'invalid hash, expected 32 integers from 0 to 255 or 64 hex digits'
        : wrongType(issue, '32 integers from 0 to 255 or 64 hex digits'),
  }),
  /* @__PURE__ */ z.string(),
  { decode: toHex, encode: text => text },
)

function memo<const T extends string, V extends z.core.$ZodType>(type: T, value: V) {
  return object({ type: z.literal(type, reason), value })
}

/**
 * MemoSpec. `text` up to 28 bytes; `id` a u64, parsed as `bigint` and written as a decimal string; `hash` and `return`
 * parse to 64 hex digits.
 * @see https://developers.stellar.org/docs/learn/encyclopedia/transactions-specialized/memos
 */
export const stellarMemo = /* @__PURE__ */ variants('type', [
  /* @__PURE__ */ object({ type: /* @__PURE__ */ z.literal('none', reason) }),
  /* @__PURE__ */ memo(
    'text',
    /* @__PURE__ */ z
      .string(reason)
      .check(/* @__PURE__ */ z.refine(text => byteLength(text) <= 28, 'memo text exceeds 28 bytes')),
  ),
  /* @__PURE__ */ memo('id', decimalU64),
  /* @__PURE__ */ memo('hash', bytes32),
  /* @__PURE__ */ memo('return', bytes32),
])
export type StellarMemo = z.output<typeof stellarMemo>

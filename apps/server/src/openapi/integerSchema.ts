import type { JsonSchema } from './jsonSchema.ts'

/** `request`: as clients may write it. `response`: as the server writes it. */
export type Direction = 'request' | 'response'

interface IntegerForm {
  readonly format: string
  readonly minimum?: number
  readonly maximum?: number
  readonly range: string
}

// What a double can't hold exactly has a name and no maximum: a reader of the document would round it.
const forms: Readonly<Record<string, IntegerForm>> = {
  u8: { format: 'uint8', minimum: 0, maximum: 255, range: '0 to 255' },
  u16: { format: 'uint16', minimum: 0, maximum: 65_535, range: '0 to 65535' },
  u32: { format: 'uint32', minimum: 0, maximum: 4_294_967_295, range: '0 to 2^32 - 1' },
  u53: { format: 'int64', minimum: 0, maximum: Number.MAX_SAFE_INTEGER, range: '0 to 2^53 - 1' },
  u63: { format: 'int64', minimum: 0, range: '0 to 2^63 - 1' },
  u64: { format: 'uint64', minimum: 0, range: '0 to 2^64 - 1' },
  u128: { format: 'u128', minimum: 0, range: '0 to 2^128 - 1' },
  u256: { format: 'u256', minimum: 0, range: '0 to 2^256 - 1' },
  i32: { format: 'int32', minimum: -2_147_483_648, maximum: 2_147_483_647, range: '-2^31 to 2^31 - 1' },
  i64: { format: 'int64', range: '-2^63 to 2^63 - 1' },
}

/** An integer of the wire: bare in answers; in requests also as text, in decimal or `0x` form. */
export function integerSchema(name: string, direction: Direction): JsonSchema {
  const form = forms[name]
  if (form === undefined) throw new TypeError(`no integer type: ${name}`)
  const { range, ...bounds } = form
  const bare = { type: 'integer', ...bounds }
  if (direction === 'response') return bare
  const digits = form.minimum === 0 ? '\\d+' : '-?\\d+'
  return {
    description: `An integer from ${range}: bare, or as text in decimal or 0x form.`,
    anyOf: [bare, { type: 'string', pattern: `^(?:${digits}|0x[\\da-fA-F]+)$`, maxLength: 100 }],
  }
}

/** The name under which the document keeps an integer type of requests: `U128Input`. */
export function integerName(name: string): string {
  return `${name.toUpperCase()}Input`
}

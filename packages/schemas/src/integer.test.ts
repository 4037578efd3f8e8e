import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { describeIssues } from './describeIssues.ts'
import { float } from './float.ts'
import { i32, i64, readInteger, u8, u16, u32, u53, u63, u64, u128, u256 } from './integer.ts'
import { parseJson, stringifyJson } from './json.ts'
import { decimalU64, quantity, toQuantity } from './quantity.ts'

const why = (schema: z.ZodMiniType, text: string): string => {
  const result = z.object({ value: schema }).safeParse(parseJson(`{"value":${text}}`))
  return result.success ? 'accepted' : describeIssues(result.error)
}

const max = 2n ** 128n - 1n
const range = `u128 (an integer from 0 to ${max})`

describe('an integer', () => {
  test('comes as a bare integer, a decimal string or a 0x string', () => {
    for (const text of [`${max}`, `"${max}"`, '"0xffffffffffffffffffffffffffffffff"', '"0XFF"', '0', '"0"', '-0']) {
      expect(why(u128, text)).toBe('accepted')
    }
    expect(u128.parse('0xff')).toBe(255n)
    expect(u32.parse('4294967295')).toBe(4294967295)
  })

  test.each([
    ['1e30', `value: invalid type: floating point \`1e30\`, expected ${range}`],
    ['1e3', `value: invalid type: floating point \`1e3\`, expected ${range}`],
    ['1.0', `value: invalid type: floating point \`1.0\`, expected ${range}`],
    ['1.5', `value: invalid type: floating point \`1.5\`, expected ${range}`],
    ['-1', `value: invalid value: integer \`-1\`, expected ${range}`],
    [`${max + 1n}`, `value: invalid value: integer \`${max + 1n}\`, expected ${range}`],
    ['"abc"', `value: invalid value: string "abc", expected ${range}`],
    ['""', `value: invalid value: string "", expected ${range}`],
    ['"1.5"', `value: invalid value: string "1.5", expected ${range}`],
    ['"1e3"', `value: invalid value: string "1e3", expected ${range}`],
    ['" 1"', `value: invalid value: string " 1", expected ${range}`],
    ['"0x"', `value: invalid value: string "0x", expected ${range}`],
    ['null', `value: invalid type: null, expected ${range}`],
    ['true', `value: invalid type: boolean \`true\`, expected ${range}`],
    ['[1]', `value: invalid type: sequence, expected ${range}`],
    ['{"a":1}', `value: invalid type: map, expected ${range}`],
  ])('%s is refused, naming the range', (text, reason) => {
    expect(why(u128, text)).toBe(reason)
  })

  test('is refused beyond its bounds and accepted on them', () => {
    for (const [schema, min, last] of [
      [u8, 0n, 2n ** 8n - 1n],
      [u16, 0n, 2n ** 16n - 1n],
      [u32, 0n, 2n ** 32n - 1n],
      [u53, 0n, 2n ** 53n - 1n],
      [i32, -(2n ** 31n), 2n ** 31n - 1n],
      [u63, 0n, 2n ** 63n - 1n],
      [u64, 0n, 2n ** 64n - 1n],
      [u128, 0n, max],
      [u256, 0n, 2n ** 256n - 1n],
      [i64, -(2n ** 63n), 2n ** 63n - 1n],
    ] as const) {
      expect(why(schema, `${min}`)).toBe('accepted')
      expect(why(schema, `${last}`)).toBe('accepted')
      expect(why(schema, `${min - 1n}`)).toContain('invalid value: integer')
      expect(why(schema, `${last + 1n}`)).toContain('invalid value: integer')
    }
  })

  test('a rounded number and a megabyte of digits are refused', () => {
    expect(readInteger(2 ** 60)).toBeUndefined()
    expect(readInteger('1'.repeat(1_000_000))).toBeUndefined()
  })

  test('an absent one is a missing field', () => {
    const result = z.object({ value: u128 }).safeParse({})
    expect(result.success || describeIssues(result.error)).toBe('missing field `value`')
  })

  test('decoding what was encoded gives the same value', () => {
    const wire = (schema: z.ZodMiniType, value: unknown) => parseJson(stringifyJson(z.encode(schema, value)))
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), value => {
        for (const schema of [u256, quantity]) expect(schema.parse(wire(schema, value))).toBe(value)
      }),
    )
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), v => {
        expect(decimalU64.parse(wire(decimalU64, v))).toBe(v)
      }),
    )
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), v => {
        expect(i64.parse(wire(i64, v))).toBe(v)
      }),
    )
    fc.assert(
      fc.property(fc.maxSafeNat(), value => {
        expect(u53.parse(wire(u53, value))).toBe(value)
      }),
    )
  })

  test('encoding refuses what decoding would', () => {
    expect(z.safeEncode(u128, max + 1n).success).toBe(false)
    expect(z.safeEncode(u128, -1n).success).toBe(false)
    expect(z.safeEncode(u128, 1 as unknown as bigint).success).toBe(false)
    expect(z.safeEncode(u32, 2 ** 32).success).toBe(false)
    expect(z.safeEncode(u32, 1.5).success).toBe(false)
  })
})

test('a quantity is 0x and lower-case hex without leading zeros', () => {
  expect(toQuantity(0n)).toBe('0x0')
  expect(toQuantity(10n ** 18n)).toBe('0xde0b6b3a7640000')
})

test('a float is any finite number', () => {
  for (const text of ['1', '1.0', '1e1', '0.25', '-3']) expect(float.parse(parseJson(text))).toBe(Number(text))
  expect(why(float, '"1"')).toBe('value: invalid type: string, expected a number')
})

import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { NumberLiteral, parseJson, stringifyJson } from './json.ts'
import { jsonValue } from './jsonValue.ts'

const MAX = BigInt(Number.MAX_SAFE_INTEGER)

describe('parseJson', () => {
  test('keeps integers exact', () => {
    expect(parseJson('{"value": 340282366920938463463374607431768211455}')).toEqual({ value: 2n ** 128n - 1n })
    expect(parseJson('9007199254740991')).toBe(9007199254740991)
    expect(parseJson('9007199254740992')).toBe(9007199254740992n)
    expect(parseJson('-9007199254740992')).toBe(-9007199254740992n)
    expect(parseJson('[0,-1,1.5]')).toEqual([0, -1, 1.5])
    expect(parseJson(`1${'0'.repeat(300)}`)).toBe(10n ** 300n)
  })

  test.each(['1e3', '1.0', '1E30', '-2.50e1', '9007199254740993.5', '1.00000000000000000001'])(
    'tells %s from an integer',
    source => {
      expect(parseJson(source)).toEqual(new NumberLiteral(source))
      expect(parseJson(`{"a":[ ${source}]}`)).toEqual({ a: [new NumberLiteral(source)] })
      expect(stringifyJson(parseJson(source))).toBe(source)
    },
  )

  test('does not look into strings', () => {
    for (const text of ['12345678901234567890', '1e5', ', 1.0', '[1e3', 'a:12345678901234567890']) {
      expect(parseJson(JSON.stringify({ text }))).toEqual({ text })
    }
  })

  test('keeps __proto__ a plain key', () => {
    for (const source of ['{"__proto__":{"x":1}}', '{"__proto__":{"x":12345678901234567890}}']) {
      const parsed = parseJson(source) as object
      expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype)
      expect(Object.keys(parsed)).toEqual(['__proto__'])
      expect(({} as Record<string, unknown>)['x']).toBeUndefined()
      expect(stringifyJson(parsed)).toBe(source)
    }
  })

  test.each(['', '{', '01', '{"a":1,}', 'NaN', '12345678901234567890x'])('refuses %j', text => {
    expect(() => parseJson(text)).toThrow(SyntaxError)
  })

  test.each(['1e400', `[-1${'0'.repeat(309)}]`])('refuses a number out of range: %s', text => {
    expect(() => parseJson(text)).toThrow(new SyntaxError('number out of range'))
  })

  // each of its quotes used to be tried as the start of a string that runs to the end: minutes of an event loop
  test.each(['"' + '\\"'.repeat(200_000), `"${'\\'.repeat(400_001)}`])(
    'gives up on a string without end at once',
    text => {
      expect(() => parseJson(`[${'[],'.repeat(1001)}${text}`)).toThrow(SyntaxError)
    },
  )

  test('refuses nesting beyond 1,000 levels and counts no brackets in strings', () => {
    const nested = (levels: number) => `${'[{"a":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`
    const deepest = parseJson(nested(1000))
    expect(stringifyJson(jsonValue.parse(deepest))).toBe(nested(1000))
    expect(() => parseJson(nested(1002))).toThrow(new SyntaxError('recursion limit exceeded'))
    expect(() => parseJson('['.repeat(1_000_000))).toThrow(SyntaxError)
    const text = '[{"\\\\"'.repeat(3000)
    expect(parseJson(JSON.stringify([text, text]))).toEqual([text, text])
    const wide = JSON.stringify(Array.from({ length: 3000 }, () => [{}]))
    expect(stringifyJson(parseJson(wide))).toBe(wide)
  })

  test('is the inverse of stringifyJson', () => {
    const json = fc.letrec(tie => ({
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constant(null),
        fc.boolean(),
        fc.string(),
        fc.maxSafeInteger(),
        // a number whose text is no plain integer and whose value is one (1e21) is a NumberLiteral by design
        fc.double({ noNaN: true, noDefaultInfinity: true }).filter(x => !Number.isInteger(x)),
        fc.bigInt({ min: MAX + 1n, max: 2n ** 300n }),
        fc.bigInt({ min: -(2n ** 300n), max: -MAX - 1n }),
        fc.array(tie('value')),
        fc.dictionary(fc.oneof(fc.string(), fc.constant('__proto__')), tie('value'), { noNullPrototype: true }),
      ),
    })).value
    fc.assert(
      fc.property(json, value => {
        expect(parseJson(stringifyJson(value))).toEqual(value)
      }),
    )
  })
})

describe('stringifyJson', () => {
  test('writes bigints as bare integers', () => {
    expect(stringifyJson({ a: 2n ** 200n, b: [-1n], c: undefined })).toBe(`{"a":${2n ** 200n},"b":[-1]}`)
    expect(stringifyJson([1n], 2)).toBe('[\n  1\n]')
    expect(stringifyJson(undefined)).toBe('null')
    const edges = [MAX, MAX + 1n, -MAX, -MAX - 1n]
    expect(stringifyJson(edges)).toBe(`[${edges.join(',')}]`)
  })

  test('leaves what it is given as it was', () => {
    const given = { a: [1n, { b: 2n }], c: new NumberLiteral('1e3'), d: new Date(0) }
    expect(stringifyJson(given)).toBe('{"a":[1,{"b":2}],"c":1e3,"d":"1970-01-01T00:00:00.000Z"}')
    expect(given.a).toEqual([1n, { b: 2n }])
  })
})

describe('jsonValue', () => {
  test('gives plain numbers and leaves the rest alone', () => {
    const parsed = parseJson('{"a":[1e3,1.0,{"__proto__":2e0}],"b":12345678901234567890}')
    const value = jsonValue.parse(parsed)
    expect(value).toEqual({ a: [1000, 1, JSON.parse('{"__proto__":2}')], b: 12345678901234567890n })
    expect(jsonValue.parse(null)).toBeNull()
    const untouched = { a: [1] }
    expect(jsonValue.parse(untouched)).toBe(untouched)
    expect(jsonValue.safeParse(undefined).success).toBe(false)
  })
})

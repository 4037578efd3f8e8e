/**
 * A number literal whose value is an integer but which is not written as one: `1e3`, `1.0`, `2E+5`.
 *
 * `parseJson` keeps these apart from `1000`, `1` and `200000` because the protocol takes integers only when they are
 * written as integers. The integer schemas refuse a `NumberLiteral` and name its source, the float schema and
 * `jsonValue` turn it into the plain number, and `stringifyJson` writes the source back unchanged.
 */
export class NumberLiteral {
  /** The literal as it stood in the text. */
  readonly source: string

  constructor(source: string) {
    this.source = source
  }

  valueOf(): number {
    return Number(this.source)
  }

  toString(): string {
    return this.source
  }

  toJSON(): unknown {
    return rawJson(this.source)
  }
}

// TypeScript 7.0.2 knows neither JSON.rawJSON nor the reviver's third argument
type ExactJson = {
  parse(text: string, reviver: typeof revive): unknown
  rawJSON(text: string): unknown
}

const rawJson = (source: string): unknown => (JSON as unknown as ExactJson).rawJSON(source)

// A literal that JSON.parse may not keep: 16 digits and more, or a point or an exponent. A literal starts the text or
// follows `:`, `,`, `[` or white space; the same characters inside a string cost time, never correctness.
const mayLose = /(?:^|[:,[\s])-?(?:\d{16}|\d+[.eE])/
const plainInteger = /^-?\d+$/

function revive(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number') return value
  if (!Number.isFinite(value)) throw new SyntaxError('number out of range')
  // 1.5 is what it looks like; an integer needs its source
  if (!Number.isInteger(value)) return value
  const source = context?.source
  if (source === undefined) throw new TypeError('This runtime lacks JSON.parse source text access')
  if (!plainInteger.test(source)) return new NumberLiteral(source)
  return Number.isSafeInteger(value) ? value : BigInt(source)
}

/** Deeper text is refused, so that nobody who walks the result recursively exhausts the stack. */
const MAX_DEPTH = 1_000

const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d]

function count(text: string, character: string): number {
  let found = 0
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) found++
  return found
}

/** Whether brackets nest too deep. Every character is looked at once, also of text that is not JSON: a client writes it. */
function isTooDeep(text: string): boolean {
  if (text.length < 2 * MAX_DEPTH || count(text, '[') + count(text, '{') <= MAX_DEPTH) return false
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) inString = !inString
    else if (inString) at += code === backslash ? 1 : 0
    else if (code === openBracket || code === openBrace) depth++
    else if (code === closeBracket || code === closeBrace) depth--
    if (depth > MAX_DEPTH) return true
  }
  return false
}

/**
 * `JSON.parse` without rounding.
 *
 * - An integer beyond ±(2^53 − 1) becomes a `bigint`; a smaller one stays a `number`.
 * - `1.5` stays a `number`; `1e3` and `1.0` (an integer value, not written as an integer) become a `NumberLiteral`.
 * - What no `number` can hold (`1e400`, 309 digits) and nesting beyond 1,000 levels are refused.
 * - `__proto__` is an ordinary own key of the result, as with `JSON.parse`; nothing is polluted.
 *
 * Text without such a literal takes the plain `JSON.parse` path at full speed.
 *
 * @throws {SyntaxError} if the text is not JSON or goes beyond these limits
 * @example
 * parseJson('{"value":340282366920938463463374607431768211455}') // { value: 340282366920938463463374607431768211455n }
 */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new SyntaxError('recursion limit exceeded')
  return mayLose.test(text) ? (JSON as unknown as ExactJson).parse(text, revive) : JSON.parse(text)
}

const maxSafe = BigInt(Number.MAX_SAFE_INTEGER)

/**
 * The value with its bigints as JSON.stringify writes them exactly: safe ones as numbers, others as raw text. Copies only
 * what holds one. A replacer would do the same at twice the cost: it takes V8 off its fast path.
 */
function exact(value: unknown): unknown {
  if (typeof value === 'bigint') return -maxSafe <= value && value <= maxSafe ? Number(value) : rawJson(`${value}`)
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value
  const given = value as Record<string, unknown>
  let copy: Record<string, unknown> | null = null
  for (const key of Object.keys(given)) {
    const child = exact(given[key])
    if (child === given[key]) continue
    copy ??= (Array.isArray(given) ? [...given] : { ...given }) as Record<string, unknown>
    // also for `__proto__`: the copy has it as a property of its own
    copy[key] = child
  }
  return copy ?? value
}

/**
 * `JSON.stringify` that writes a `bigint` as a bare integer and a `NumberLiteral` as it was written.
 * `undefined` at the top is written as `null`.
 *
 * @example
 * stringifyJson({ gas_price: 20_000_000_000n }) // '{"gas_price":20000000000}'
 */
export function stringifyJson(value: unknown, space?: number): string {
  return JSON.stringify(exact(value), null, space) ?? 'null'
}

import fc from 'fast-check'

/** Text that stands in a body as it is, whether or not it is JSON. */
class Raw {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const long = 100_000
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

/** What a client should not send where something else is expected. */
const odd: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  '',
  ' ',
  [],
  {},
  [null],
  [[]],
  { a: { b: [] } },
  'x'.repeat(long),
  '\u0000',
  '\ud800',
  '\u202e\ufeff',
  '__proto__',
  '0x',
  '1e3',
  '-0x1',
  "' OR 1=1 --",
  2n ** 63n,
  2n ** 128n,
  2n ** 256n,
  -(2n ** 128n),
  ['x'.repeat(1000), 'x'.repeat(1000)],
  { length: -1 },
  { toString: 1, valueOf: 1, constructor: 1 },
  ...[
    '-0',
    '1.0',
    '1e3',
    '1e400',
    '-1e-400',
    '01',
    'NaN',
    'Infinity',
    '9'.repeat(long),
    `0.${'9'.repeat(1000)}`,
    '"\\ud800"',
    '"\\u0000"',
    '"\\x"',
    '{"__proto__":{"value":1,"admin":true}}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '{"a":1,"a":2}',
    '{"then":1}',
    '{"toJSON":1}',
    nested(300),
    nested(5_000),
    `${'{"a":'.repeat(900)}1${'}'.repeat(900)}`,
  ].map(text => new Raw(text)),
]

type Spoil = {
  readonly at: number
  readonly how: 'replace' | 'add' | 'drop' | 'twice' | 'rename'
  readonly value: unknown
}

const spoil: fc.Arbitrary<Spoil> = fc.record({
  at: fc.nat(1_000),
  how: fc.constantFrom('replace', 'replace', 'add', 'drop', 'twice', 'rename'),
  value: fc.oneof(fc.constantFrom(...odd), fc.jsonValue({ maxDepth: 1 })),
})

const oddKeys = ['__proto__', 'constructor', 'extra', '', 'toString', 'x'.repeat(1_000)]

/** Text of bodies: a value as JSON, with up to three of its parts spoilt. */
export function spoiltJson(values: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const spoils: fc.Arbitrary<readonly Spoil[]> = fc.oneof(
    { weight: 2, arbitrary: fc.constant<readonly Spoil[]>([]) },
    { weight: 5, arbitrary: fc.array(spoil, { minLength: 1, maxLength: 3 }) },
  )
  return fc.tuple(values, spoils).map(([value, all]) => toText(all.reduce<unknown>(apply, value)))
}

function apply(root: unknown, { at, how, value }: Spoil): unknown {
  let index = at % (count(root) || 1)
  const visit = (node: unknown): unknown => {
    if (index-- === 0) return change(node, how, value, at)
    if (Array.isArray(node)) return node.map(visit)
    if (!isObject(node)) return node
    return fromEntries(Object.entries(node).map(([key, child]) => [key, visit(child)]))
  }
  return visit(root)
}

function change(node: unknown, how: Spoil['how'], value: unknown, at: number): unknown {
  if (how === 'replace' || !(isObject(node) || Array.isArray(node))) return value
  if (Array.isArray(node)) return how === 'drop' ? node.slice(1) : [...node, value]
  const entries = Object.entries(node)
  const [first, ...others] = entries
  const extra = oddKeys[at % oddKeys.length] as string
  if (how === 'add') return fromEntries([...entries, [extra, value]])
  if (first === undefined) return node
  if (how === 'drop') return fromEntries(others)
  if (how === 'rename') return fromEntries([...others, [extra, first[1]]])
  // a key that is there twice can only be written down
  return new Raw(
    `{${[...entries, [first[0], value] as const].map(([key, child]) => `${JSON.stringify(key)}:${toText(child)}`).join()}}`,
  )
}

function isObject(node: unknown): node is object {
  return typeof node === 'object' && node !== null && !Array.isArray(node) && !(node instanceof Raw)
}

/** Own keys, `__proto__` too. */
function fromEntries(entries: readonly (readonly [string, unknown])[]): object {
  return Object.fromEntries(entries)
}

function count(node: unknown): number {
  if (node instanceof Raw || typeof node !== 'object' || node === null) return 1
  return Object.values(node).reduce<number>((sum, child) => sum + count(child), 1)
}

function toText(node: unknown): string {
  if (node instanceof Raw) return node.text
  if (typeof node === 'bigint') return `${node}`
  if (Array.isArray(node)) return `[${node.map(toText).join()}]`
  if (!isObject(node)) return JSON.stringify(node) ?? 'null'
  return `{${Object.entries(node)
    .filter(([, child]) => child !== undefined)
    .map(([key, child]) => `${JSON.stringify(key)}:${toText(child)}`)
    .join()}}`
}

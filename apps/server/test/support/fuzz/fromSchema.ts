import fc from 'fast-check'
import type { JsonSchema } from '../../../src/openapi/jsonSchema.ts'

type Schemas = Readonly<Record<string, JsonSchema>>

/** Nobody listens there: a URL that the server keeps and later calls leads to nothing. */
const deadUrl = 'http://127.0.0.1:9'
/** Signers that no relayer has at the start; more than the pool keeps relayers, each of which takes one for itself. */
export const freeSigners: readonly string[] = Array.from({ length: 60 }, (_, index) => `free-${index}`)

function mostly<T>(good: readonly T[], bad: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...good) },
    { weight: 1, arbitrary: fc.constantFrom(...bad) },
  )
}

const key = fc.stringMatching(/^[1-9a-f][\da-f]{63}$/)
const address = fc.constantFrom(`0x${'90f79bf6eb2c4f870365e785982e1f101e93b906'}`, `0x${'00'.repeat(20)}`)

const rpcMethod = fc.constantFrom(
  'eth_blockNumber',
  'eth_getBalance',
  'eth_call',
  'eth_getLogs',
  'eth_estimateGas',
  'eth_sendRawTransaction',
  'eth_sendTransaction',
  'anvil_reset',
  'net_version',
  'nothing',
)
const url = mostly([deadUrl, `${deadUrl}/a?b=c`], ['mailto:x', 'http://[::1]:9/', 'ftp://x', 'no url', ''])

/** Values that get past the shape, for fields whose schema says no more than that they are text. */
const byName: Readonly<Record<string, fc.Arbitrary<string>>> = {
  id: mostly(
    Array.from({ length: 100 }, (_, index) => `fuzz-${index}`),
    ['main', '', 'a b'],
  ),
  name: mostly(['Name', 'Na\u00efve \ud83e\udd84'], ['']),
  signer_id: mostly(freeSigners, ['main', 'fuzz-1', 'nobody']),
  notification_id: mostly(['fuzz-1', 'fuzz-2', 'fuzz-3'], ['nobody']),
  network: mostly(['anvil', 'spare'], ['nowhere']),
  url,
  rpc_urls: url,
  signing_key: mostly(['k'.repeat(32)], ['short', '']),
  key,
  to: address,
  whitelist_receivers: address,
  rpc_allowed_methods: rpcMethod,
  data: mostly(['0x', '0x00ff', 'ff'], ['', '0xf']),
  valid_until: mostly(['2099-01-01T00:00:00Z'], ['1999-01-01T00:00:00+00:00', 'tomorrow']),
  domain_separator: key,
  hash_struct_message: key,
  method: rpcMethod,
}

/** What a useful body has besides what its schema requires. */
const needed: ReadonlySet<string> = new Set(['to'])

const anyText = fc.string({ unit: 'binary', maxLength: 40 })

/** Values that fit a schema of the document, or nearly: text that the schema leaves open may break rules. */
export function fromSchema(schema: JsonSchema, schemas: Schemas, name = ''): fc.Arbitrary<unknown> {
  const { $ref, anyOf, oneOf, type, properties, items } = schema
  if (typeof $ref === 'string')
    return fromSchema(schemas[$ref.split('/').at(-1) as string] as JsonSchema, schemas, name)
  const options = (anyOf ?? oneOf) as readonly JsonSchema[] | undefined
  // the first is the one that a server without Solana and Stellar accepts
  if (options !== undefined)
    return fc.oneof(
      ...options.map((option, index) => ({
        weight: index === 0 ? 4 * options.length : 1,
        arbitrary: fromSchema(option, schemas, name),
      })),
    )
  if ('const' in schema) return fc.constant(schema['const'])
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as readonly unknown[]))
  if (Array.isArray(type)) return fc.oneof(...type.map(each => fromSchema({ ...schema, type: each }, schemas, name)))
  switch (type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return integers(schema)
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true })
    case 'string':
      return texts(schema, name)
    case 'array': {
      const least = (schema['minItems'] as number | undefined) ?? 0
      const most = Math.min((schema['maxItems'] as number | undefined) ?? 3, Math.max(least, 3))
      return fc.array(fromSchema(items as JsonSchema, schemas, name), { minLength: least, maxLength: most })
    }
    case 'object':
      return properties === undefined
        ? fc.dictionary(anyText, fc.jsonValue(), { maxKeys: 3 })
        : objects(properties as Schemas, schema, schemas)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function objects(properties: Schemas, { required = [] }: JsonSchema, schemas: Schemas): fc.Arbitrary<unknown> {
  const fields = Object.entries(properties).map(([name, schema]) => [name, fromSchema(schema, schemas, name)] as const)
  const least = fields.filter(([name]) => (required as readonly string[]).includes(name) || needed.has(name))
  // fields that exclude each other are together in most of what has many
  return fc.oneof(
    fc.record(Object.fromEntries(fields), { requiredKeys: required as string[] }),
    fc.record(Object.fromEntries(least)),
    ...fields.map(field => fc.record(Object.fromEntries([...least, field]))),
  )
}

function integers({ minimum = -(2 ** 53), maximum }: JsonSchema): fc.Arbitrary<unknown> {
  const most = typeof maximum === 'number' ? BigInt(maximum) : 2n ** 129n
  const least = BigInt(minimum as number)
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.integer({ min: Number(least), max: 100_000 < most ? 100_000 : Number(most) }),
    },
    { weight: 1, arbitrary: fc.bigInt(least, most) },
  )
}

function texts({ pattern }: JsonSchema, name: string): fc.Arbitrary<unknown> {
  const known = Object.hasOwn(byName, name) ? byName[name] : undefined
  if (known !== undefined) return fc.oneof({ weight: 30, arbitrary: known }, { weight: 1, arbitrary: anyText })
  return typeof pattern === 'string' ? fc.stringMatching(new RegExp(pattern)) : anyText
}

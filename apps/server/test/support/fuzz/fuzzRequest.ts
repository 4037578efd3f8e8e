import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import type { OperationEntry } from '../../../src/http/operations.ts'
import type { DocumentOperation, OpenApiDocument } from '../../../src/openapi/buildDocument.ts'
import { readPathParameters } from '../../../src/http/pathTemplate.ts'
import { authorization } from '../send.ts'
import { fromSchema } from './fromSchema.ts'
import { spoiltJson } from './spoil.ts'

/** An id to be taken from what exists when the request is sent. */
export interface PickedId {
  readonly index: number
  /** What the request may change or delete. */
  readonly mayEnd: boolean
}

/** A request as it was generated. Only its ids depend on what other requests did. */
export interface FuzzRequest {
  readonly method: string
  readonly segments: readonly (string | PickedId)[]
  /** What follows the path: slashes and the query. */
  readonly tail: string
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: Uint8Array | undefined
  /** Whether the body can't be what `Content-Encoding` says. */
  readonly isCorrupt: boolean
}

const oddSegments = [
  'nobody',
  '%2F',
  '%00',
  '%ff',
  '%',
  '%zz',
  '%c0%af',
  '..%2f..',
  '%2e%2e',
  '__proto__',
  'constructor',
  'x'.repeat(5_000),
  '%F0%9F%A6%84',
  '%27%20OR%201%3D1--',
  '*',
  ':id',
  'a;b=c',
  'a,b',
  '%20',
  '-1',
  '1e3',
  '18446744073709551616',
]

const oddQueryValues = [
  '',
  '0',
  '1',
  '2',
  '-1',
  '1.5',
  '1e3',
  '4294967295',
  '4294967296',
  '9'.repeat(400),
  'abc',
  '%00',
  '%ff',
  '%',
  '+1',
  'true',
  'pending',
  'CONFIRMED,sent',
  'pending,,',
  '__proto__',
  'x'.repeat(2_000),
]

/** Requests to one operation: from well-formed ones to what no client should ever send. */
export function fuzzRequest(entry: OperationEntry, document: OpenApiDocument): fc.Arbitrary<FuzzRequest> {
  const operation = operationOf(entry, document)
  return fc
    .record({
      segments: fc.tuple(...segments(entry)),
      slashes: rarely(9, '', '/', '//'),
      query: queries(operation),
      headers: headers(operation),
      body: bodies(operation, document),
    })
    .map(({ segments, slashes, query, headers: general, body: { bytes, headers: own, isCorrupt } }) => ({
      method: entry.method,
      segments,
      tail: slashes + query,
      headers: { ...general, ...own },
      body: bytes,
      isCorrupt,
    }))
}

/** The first value most of the time, else one of the others. */
function rarely<T>(weight: number, usual: T, ...others: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof({ weight, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) })
}

/** The operation of the document that describes an entry of the table. */
export function operationOf({ method, path }: OperationEntry, document: OpenApiDocument): DocumentOperation {
  const operation = document.paths[readPathParameters(path).template]?.[method.toLowerCase()]
  if (operation === undefined) throw new Error(`the document lacks ${method} ${path}`)
  return operation
}

/** Values of the parameters that name nothing the server made. */
const byName: Readonly<Record<string, readonly string[]>> = {
  nonce: ['0', '1', '2', '9'],
  name: ['requests_total', 'total_memory_bytes'],
}

function segments({ method, path }: OperationEntry): readonly fc.Arbitrary<string | PickedId>[] {
  const parts = path.split('/').slice(1)
  return parts.map((segment, index) => {
    if (!/^[:*]/.test(segment)) return fc.constant(segment)
    const isChanged = index === parts.length - 1 && method !== 'GET' && method !== 'POST'
    const mayEnd = isChanged || path.endsWith('/rotate')
    const named = byName[segment.slice(1)]
    const usual = named === undefined ? fc.nat(1_000).map(at => ({ index: at, mayEnd })) : fc.constantFrom(...named)
    return fc.oneof({ weight: 6, arbitrary: usual }, { weight: 1, arbitrary: fc.constantFrom(...oddSegments) })
  })
}

function queries({ parameters = [] }: DocumentOperation): fc.Arbitrary<string> {
  const own = parameters.filter(parameter => parameter.in === 'query')
  const fitting = own.map(({ name, schema }) =>
    fc.tuple(
      fc.constant(name),
      fromSchema(schema, {}).map(value => encodeURIComponent(String(value).toWellFormed())),
    ),
  )
  const names = fc.constantFrom(...own.flatMap(({ name }) => [name, name]), 'x', '__proto__', 'page%5B%5D', '%', '')
  const odd = fc.tuple(names, fc.constantFrom(...oddQueryValues))
  const pairs = fc.array(fc.oneof(...fitting, odd), { maxLength: 3 })
  return fc.oneof(
    { weight: own.length > 0 ? 1 : 5, arbitrary: fc.constant('') },
    { weight: 2, arbitrary: pairs.map(all => `?${all.map(([name, value]) => `${name}=${value}`).join('&')}`) },
  )
}

const headerValues = fc.constantFrom<string | readonly string[]>(
  'a',
  'b',
  '',
  ' ',
  'x'.repeat(300),
  '\u00ff\u00fe',
  'a,b',
  ['a', 'b'],
  'wait=1',
  'respond-async',
  '100-continue',
  'bytes=0-1',
  'gzip;q=0, *;q=nonsense',
  '"',
)

/** Headers that servers or their libraries give a meaning to. */
const headerNames = [
  'x-request-id',
  'accept',
  'accept-encoding',
  'cookie',
  'expect',
  'forwarded',
  'if-none-match',
  'origin',
  'prefer',
  'range',
  'te',
  'upgrade',
  'x-forwarded-for',
  'x-http-method-override',
]

function headers({ parameters = [] }: DocumentOperation): fc.Arbitrary<FuzzRequest['headers']> {
  const own = parameters.filter(parameter => parameter.in === 'header').map(({ name }) => name)
  // documented ones as often as all others together
  const names = fc.oneof(fc.constantFrom(...headerNames), fc.constantFrom(...(own.length > 0 ? own : headerNames)))
  const key = authorization.Authorization
  const credentials = rarely<FuzzRequest['headers']>(
    30,
    authorization,
    {},
    { Authorization: 'Bearer x' },
    { Authorization: 'Bearer' },
    { Authorization: `Basic ${btoa('a:b')}` },
    { Authorization: `${key}, ${key}` },
    { Authorization: [key, key] },
    { Authorization: 'x'.repeat(4_000) },
    { Authorization: '\u00ff' },
  )
  return fc
    .tuple(fc.dictionary(names, headerValues, { maxKeys: 2 }), credentials)
    .map(([others, credential]) => ({ ...others, ...credential }))
}

interface Body {
  readonly bytes: Uint8Array | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly isCorrupt: boolean
}

const contentTypes = [
  '',
  'text/plain',
  'application/json; charset=utf-16',
  'application/json; charset=nonsense',
  'application/json;;;',
  'application/vnd.api+json',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'json',
  '\u00ff',
]

function bodies({ requestBody }: DocumentOperation, { components }: OpenApiDocument): fc.Arbitrary<Body> {
  const schema = requestBody?.content['application/json']?.schema
  const values = schema === undefined ? fc.jsonValue() : fromSchema(schema, components.schemas)
  const none = fc.constant<Body>({ bytes: undefined, headers: {}, isCorrupt: false })
  const some = fc.record({
    text: spoiltJson(values),
    bytes: damages,
    encoding: encodings,
    type: types,
    chunked: fc.boolean(),
  })
  const written = some.map(({ text, bytes, encoding, type, chunked }): Body => {
    const encoded = encoding.encode(bytes(Buffer.from(text)))
    return {
      bytes: encoded,
      // nothing at all is no body, whatever its encoding
      isCorrupt: encoding.isCorrupt === true && encoded.length > 0,
      headers: {
        ...(type !== '' && { 'Content-Type': type }),
        ...(encoding.name !== '' && { 'Content-Encoding': encoding.name }),
        ...(chunked ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': `${encoded.length}` }),
      },
    }
  })
  return schema === undefined
    ? fc.oneof({ weight: 9, arbitrary: none }, { weight: 1, arbitrary: written })
    : fc.oneof({ weight: 1, arbitrary: none }, { weight: 30, arbitrary: written })
}

const types = fc.oneof(
  { weight: 15, arbitrary: fc.constant('application/json') },
  { weight: 1, arbitrary: fc.constantFrom(...contentTypes) },
)

/** What becomes of the text on its way. */
const damages: fc.Arbitrary<(bytes: Buffer) => Buffer> = fc.oneof(
  { weight: 60, arbitrary: fc.constant((bytes: Buffer) => bytes) },
  // too large, which the length does not always tell
  { weight: 1, arbitrary: fc.constant((bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(2 ** 21, ' ')])) },
  { weight: 3, arbitrary: fc.nat(200).map(length => (bytes: Buffer) => bytes.subarray(0, length)) },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('\ufeff', ' ', '\u0000', '[')
      .map(text => (bytes: Buffer) => Buffer.concat([Buffer.from(text), bytes])),
  },
  {
    weight: 3,
    arbitrary: fc.uint8Array({ maxLength: 20 }).map(tail => (bytes: Buffer) => Buffer.concat([bytes, tail])),
  },
  { weight: 3, arbitrary: fc.constant((bytes: Buffer) => Buffer.from(bytes.toString(), 'utf16le')) },
)

interface Encoding {
  readonly name: string
  readonly encode: (bytes: Buffer) => Uint8Array
  readonly isCorrupt?: true
}

const plain = (bytes: Buffer) => bytes
const encodings: fc.Arbitrary<Encoding> = fc.oneof(
  { weight: 20, arbitrary: fc.constant<Encoding>({ name: '', encode: plain }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Encoding[]>(
      { name: 'gzip', encode: bytes => gzipSync(bytes) },
      { name: 'deflate', encode: bytes => deflateSync(bytes) },
      { name: 'br', encode: bytes => brotliCompressSync(bytes) },
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Encoding[]>(
      { name: 'gzip', encode: plain, isCorrupt: true },
      { name: 'br', encode: plain, isCorrupt: true },
      { name: 'deflate', encode: plain, isCorrupt: true },
      { name: 'gzip', encode: bytes => gzipSync(bytes).subarray(0, -9), isCorrupt: true },
      { name: 'gzip', encode: bytes => Buffer.concat([gzipSync(bytes), Buffer.from('x')]) },
      { name: 'nonsense', encode: plain },
      { name: 'gzip, gzip', encode: bytes => gzipSync(gzipSync(bytes)) },
      { name: 'identity', encode: plain },
    ),
  },
)

import type { OperationEntry } from '../http/operations.ts'
import { readPathParameters } from '../http/pathTemplate.ts'
import { apiKeySchemas } from './apiKeySchemas.ts'
import { descriptions } from './descriptions.ts'
import { diagnosisSchemas } from './diagnosisSchemas.ts'
import { failureSchema } from './envelopes.ts'
import { failureResponses, failuresOf } from './failures.ts'
import { generateSchemas } from './generateSchemas.ts'
import type { JsonSchema } from './jsonSchema.ts'
import type { AnswerDescription, OperationDescription, ParameterDescription } from './operationDescription.ts'

/** A parameter of the document. */
export interface DocumentParameter extends ParameterDescription {
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
}

/** A body of the document, by content type. */
export type DocumentContent = Readonly<Record<string, { readonly schema: JsonSchema }>>

/** An operation of the document. */
export interface DocumentOperation {
  readonly operationId: string
  readonly tags: readonly [string]
  readonly summary: string
  readonly description?: string
  readonly security: readonly object[]
  readonly parameters?: readonly DocumentParameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: DocumentContent }
  readonly responses: Readonly<Record<string, { readonly $ref: string } | DocumentAnswer>>
}

/** An answer of the document that is not one of the shared failures. */
export interface DocumentAnswer {
  readonly description: string
  readonly headers: object
  readonly content: DocumentContent
}

/** An OpenAPI 3.1 document, as far as this API needs it. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0'
  readonly jsonSchemaDialect: string
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly responses: Readonly<Record<string, unknown>>
    readonly headers: Readonly<Record<string, unknown>>
    readonly securitySchemes: Readonly<Record<string, unknown>>
  }
}

const information = [
  'A client posts what should happen on a chain; the service prices it, signs it, broadcasts it and keeps at it until it is final.',
  'Success is `{"success":true,"data":…,"error":null}`, with `pagination` on lists. Every failure is `{"success":false,"data":null,"message":…,"error":…}`: `message` is the fixed text of the status, `error` the specific reason.',
  'Integers are exact: read bodies with a parser that does not round beyond 2^53. Under `WIRE_FEES=string` the fees of transaction records are decimal strings. Trailing and double slashes in paths do not matter.',
].join('\n\n')

const requestIdHeader = {
  description: 'Names the request in logs: the value that the client sent in this header, or a UUID.',
  schema: { type: 'string' },
}

/** Path parameters whose name doesn't say it all. */
const pathParameters: Readonly<Record<string, Pick<ParameterDescription, 'description' | 'schema'>>> = {
  api_key_id: { description: 'Id of the API key.', schema: { type: 'string' } },
  nonce: { description: 'A nonce in decimal, up to 2^64 - 1.', schema: { type: 'string', pattern: '^\\+?\\d{1,20}$' } },
  name: { description: 'Name of the metric.', schema: { type: 'string' } },
  route: { description: 'What follows `/call/`, slashes included.', schema: { type: 'string' } },
}

/** The OpenAPI document of a table of operations. Throws when an operation has no description. */
export function buildDocument(operations: readonly OperationEntry[]): OpenApiDocument {
  const paths: Record<string, Record<string, DocumentOperation>> = {}
  for (const entry of operations) {
    const { template } = readPathParameters(entry.path)
    const path = (paths[template] ??= {})
    path[entry.method.toLowerCase()] = describe(entry)
  }
  const schemas = generateSchemas()
  const ownSchemas = { ...diagnosisSchemas, ...apiKeySchemas(schemas['ApiKey'] as JsonSchema), Failure: failureSchema }
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: { title: 'Relayer API', version: '1', description: information },
    servers: [{ url: '/' }],
    tags: descriptions.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: { ...schemas, ...ownSchemas },
      responses: failureResponses(),
      headers: { RequestId: requestIdHeader },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'An API key.' } },
    },
  }
}

function describe(entry: OperationEntry): DocumentOperation {
  const key = `${entry.method} ${entry.path}`
  const tag = descriptions.find(({ operations }) => Object.hasOwn(operations, key))
  const description = tag?.operations[key]
  if (tag === undefined || description === undefined) throw new TypeError(`no description of ${key}`)
  const parameters = parametersOf(entry, description)
  const text = [description.description, permissionText(entry)].filter(part => part !== undefined).join(' ')
  return {
    operationId: description.operationId,
    tags: [tag.name],
    summary: description.summary,
    ...(text !== '' && { description: text }),
    security: entry.permission === 'open' ? [] : [{ bearer: [] }],
    ...(parameters.length > 0 && { parameters }),
    ...(entry.body !== undefined && { requestBody: requestBody(entry, description) }),
    responses: { ...answersOf(description), ...without(failuresOf(entry, description), description.answers) },
  }
}

function permissionText({ permission, path, keepsToRelayers }: OperationEntry): string | undefined {
  if (permission === 'open') return undefined
  const limit = keepsToRelayers || path.includes(':relayerId') ? '' : ' that is not limited to relayers'
  return `Needs a key with the permission \`${permission}\`${limit}.`
}

function parametersOf(entry: OperationEntry, { query = [], headers = [] }: OperationDescription) {
  const inPath = readPathParameters(entry.path).names.map(
    (name): DocumentParameter => ({
      name,
      in: 'path',
      required: true,
      description: `Id of the ${name.replace(/_id$/, '').replaceAll('_', ' ')}.`,
      schema: { type: 'string' },
      ...pathParameters[name],
    }),
  )
  const optional = (place: 'query' | 'header') => (parameter: ParameterDescription) =>
    ({ ...parameter, in: place, required: false }) as const
  return [...inPath, ...query.map(optional('query')), ...headers.map(optional('header'))]
}

function requestBody(entry: OperationEntry, { request }: OperationDescription) {
  if (request === undefined) throw new TypeError(`no schema for the body of ${entry.method} ${entry.path}`)
  return { required: entry.body === 'json', content: { 'application/json': { schema: request } } }
}

function answersOf({ answers }: OperationDescription): Readonly<Record<string, DocumentAnswer>> {
  const toDocument = ({ description, contentType = 'application/json', schema, headers = [] }: AnswerDescription) => {
    const own = headers.map(({ name, ...header }) => [name, header] as const)
    const all = { 'x-request-id': { $ref: '#/components/headers/RequestId' }, ...Object.fromEntries(own) }
    return { description, headers: all, content: { [contentType]: { schema } } }
  }
  return Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, toDocument(answer)]))
}

function without<T>(all: Readonly<Record<string, T>>, taken: object): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(all).filter(([key]) => !Object.hasOwn(taken, key)))
}

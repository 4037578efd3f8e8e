import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import * as sdk from '@openzeppelin/relayer-sdk'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../src/http/operations.ts'
import { buildDocument, type DocumentParameter, type OpenApiDocument } from '../src/openapi/buildDocument.ts'
import { descriptions } from '../src/openapi/descriptions.ts'
import type { JsonSchema } from '../src/openapi/jsonSchema.ts'
import { knownKeywords, schemaProblems } from './support/schemaProblems.ts'
import { send } from './support/send.ts'
import { startTestServer, type TestServer } from './support/testServer.ts'

let server: TestServer
let document: OpenApiDocument
beforeAll(async () => {
  server = await startTestServer()
  document = JSON.parse((await send(server.port, 'GET', '/api-docs/openapi.json', { headers: {} })).text)
})
afterAll(() => server.close())

const described = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  )

describe('the descriptions', () => {
  it('are those of the operations of the table, each exactly once', () => {
    const keys = descriptions.flatMap(tag => Object.keys(tag.operations))
    expect(keys.toSorted()).toEqual(operations.map(({ method, path }) => `${method} ${path}`).toSorted())
  })

  it('give a schema for the body where one is read, and only there', () => {
    const known = new Map(descriptions.flatMap(tag => Object.entries(tag.operations)))
    for (const { method, path, body } of operations) {
      const key = `${method} ${path}`
      expect([key, known.get(key)?.request !== undefined]).toEqual([key, body !== undefined])
    }
  })

  it('an operation without a description is no document', () => {
    const [first] = operations
    const unknown = [{ ...(first as NonNullable<typeof first>), path: '/nowhere' }]
    expect(() => buildDocument(unknown)).toThrow('no description of GET /nowhere')
  })
})

describe('GET /api-docs/openapi.json', () => {
  it('is open, and the committed copy to the byte', async () => {
    const { status, headers, text } = await send(server.port, 'GET', '/api-docs/openapi.json/', { headers: {} })
    expect([status, headers['content-type']]).toEqual([200, 'application/json'])
    expect(text).toBe(await readFile(new URL('../openapi.json', import.meta.url), 'utf8'))
  })

  it('each $ref leads somewhere', () => {
    const refs = collect(document, (key, value) => (key === '$ref' ? [value as string] : []))
    expect(refs.length).toBeGreaterThan(100)
    for (const ref of new Set(refs)) {
      const [hash, ...steps] = ref.split('/')
      const target = steps.reduce<unknown>((node, step) => (node as Record<string, unknown>)?.[step], document)
      expect([ref, hash, typeof target]).toEqual([ref, '#', 'object'])
    }
  })

  it('each named schema is used', () => {
    const refs = new Set(collect(document, (key, value) => (key === '$ref' ? [value as string] : [])))
    const unused = Object.keys(document.components.schemas).filter(name => !refs.has(`#/components/schemas/${name}`))
    expect(unused).toEqual([])
  })

  it('operationIds are unique', () => {
    const ids = described().map(({ operationId }) => operationId)
    expect(ids.length).toBe(operations.length)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('operationIds are the methods of the SDK, but for what only this service has', () => {
    const classes = [
      sdk.HealthApi,
      sdk.MetricsApi,
      sdk.NetworksApi,
      sdk.NotificationsApi,
      sdk.PluginsApi,
      sdk.SignersApi,
      sdk.RelayersApi,
    ]
    const methods = new Set(classes.flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype)))
    const others = described().flatMap(({ operationId }) => (methods.has(operationId) ? [] : [operationId]))
    expect(others.toSorted()).toEqual([
      'callPluginRoute',
      'callPluginRouteGet',
      'diagnoseRelayer',
      'getOpenApiDocument',
      'healthWithoutPrefix',
      'readApiDocs',
      'repairRelayer',
    ])
  })

  it('the parameters of a path are those that are declared', () => {
    for (const { path, parameters = [] } of described()) {
      const inPath = (parameters as readonly DocumentParameter[]).filter(parameter => parameter.in === 'path')
      expect(inPath.map(({ name }) => name)).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name))
      expect(inPath.every(({ required }) => required)).toBe(true)
      expect(new Set(parameters.map(parameter => `${parameter.in} ${parameter.name}`)).size).toBe(parameters.length)
    }
  })

  it('asks for a key exactly where the table does', () => {
    const open = operations.filter(({ permission }) => permission === 'open').length
    expect(described().filter(({ security }) => security.length === 0).length).toBe(open)
    expect(Object.keys(document.components.securitySchemes)).toEqual(['bearer'])
  })

  it('schemas use keywords of JSON Schema 2020-12 only, and say something', () => {
    const schemas = [
      ...Object.values(document.components.schemas),
      ...collect(document.paths, (key, value) => (key === 'schema' ? [value as JsonSchema] : [])),
    ]
    const all = schemas.flatMap(subschemas)
    expect(all.length).toBeGreaterThan(500)
    for (const schema of all) {
      expect(Object.keys(schema).filter(keyword => !knownKeywords.has(keyword))).toEqual([])
      expect(Object.keys(schema)).not.toEqual([])
    }
  })

  it('patterns are those of ECMA-262 with unicode', () => {
    const patterns = collect(document, (key, value) => (key === 'pattern' ? [value as string] : []))
    for (const pattern of patterns) expect(() => new RegExp(pattern, 'u')).not.toThrow()
  })

  it('numbers survive a parser that knows doubles only', () => {
    const numbers = collect(document, (_, value) => (typeof value === 'number' ? [value] : []))
    expect(numbers.filter(number => !Number.isSafeInteger(number))).toEqual([])
  })

  it('the examples of failures fit their schema', () => {
    for (const response of Object.values(document.components.responses)) {
      const { content } = response as { content: { 'application/json': { schema: JsonSchema; example: unknown } } }
      const { schema, example } = content['application/json']
      expect(schemaProblems(schema, example, document.components.schemas)).toEqual([])
    }
  })
})

describe('GET /api-docs', () => {
  it('is a page of well-formed HTML that names every operation and its parameters', async () => {
    const { status, headers, text } = await send(server.port, 'GET', '/api-docs', { headers: {} })
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
    const elements = parseHtml(text)
    const words = textOf(text)
    for (const { operationId, method, path, parameters = [] } of described()) {
      const section = elements.find(({ attributes }) => attributes['id'] === `operation-${operationId}`)
      expect([operationId, section?.name]).toEqual([operationId, 'section'])
      expect(words).toContain(`${method.toUpperCase()} ${path}`)
      for (const { name } of parameters) expect(words).toContain(name)
    }
    for (const { name } of document.tags) expect(words).toContain(name)
  })

  it('links lead to what is on the page', async () => {
    const elements = parseHtml((await send(server.port, 'GET', '/api-docs', { headers: {} })).text)
    const ids = elements.flatMap(({ attributes }) => attributes['id'] ?? [])
    expect(new Set(ids).size).toBe(ids.length)
    const links = elements.flatMap(({ attributes }) => attributes['href'] ?? [])
    expect(links.length).toBeGreaterThan(50)
    for (const link of links) {
      if (link !== '/api-docs/openapi.json') expect(ids.map(id => `#${id}`)).toContain(link)
    }
  })

  it('loads nothing, runs nothing, and its policy allows nothing but its own style', async () => {
    const { text, headers } = await send(server.port, 'GET', '/api-docs', { headers: {} })
    const elements = parseHtml(text)
    const names = new Set(elements.map(({ name }) => name))
    for (const loading of ['script', 'link', 'img', 'iframe', 'object', 'embed', 'form'])
      expect(names).not.toContain(loading)
    const attributes = elements.flatMap(element => Object.keys(element.attributes))
    expect(attributes.filter(name => name === 'style' || name === 'src' || name.startsWith('on'))).toEqual([])
    const style = /<style>([^<]*)<\/style>/.exec(text)?.[1] ?? ''
    expect(style).not.toMatch(/url\(|@import/)
    const hash = createHash('sha256').update(style).digest('base64')
    expect(headers['content-security-policy']).toContain(`default-src 'none'; style-src 'sha256-${hash}'`)
  })
})

function collect<T>(node: unknown, pick: (key: string, value: unknown) => readonly T[]): readonly T[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]) => [...pick(key, value), ...collect(value, pick)])
}

/** A schema and all within it. */
function subschemas(schema: JsonSchema): readonly JsonSchema[] {
  const { properties = {}, items, additionalProperties, anyOf = [], oneOf = [] } = schema
  const children = [
    ...Object.values(properties as object),
    items,
    additionalProperties,
    ...(anyOf as []),
    ...(oneOf as []),
  ]
  const inner = children.filter(child => typeof child === 'object' && child !== null) as readonly JsonSchema[]
  return [schema, ...inner.flatMap(subschemas)]
}

interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
}

/** The elements of a page in order; throws unless each is closed where it must be and every bare character is escaped. */
function parseHtml(html: string): readonly Element[] {
  const elements: Element[] = []
  const open: string[] = []
  const token = /<!doctype html>|<(\/?)([a-z][a-z\d]*)((?: [a-z-]+="[^"<>]*")*)>|(?:[^<>&]|&(?:amp|lt|gt|quot|#39);)+/gy
  while (token.lastIndex < html.length) {
    const at = token.lastIndex
    const match = token.exec(html)
    if (match === null) throw new Error(`no HTML at ${at}: ${html.slice(at, at + 80)}`)
    const [, slash, name, attributes = ''] = match
    if (name === undefined) continue
    if (slash === '/') {
      if (open.pop() !== name) throw new Error(`</${name}> closes something else at ${at}`)
      continue
    }
    const pairs = [...attributes.matchAll(/ ([a-z-]+)="([^"]*)"/g)].map(([, key, value]) => [key, value])
    elements.push({ name, attributes: Object.fromEntries(pairs) })
    if (!['meta', 'br'].includes(name)) open.push(name)
  }
  if (open.length > 0) throw new Error(`never closed: ${open.join(' ')}`)
  return elements
}

function textOf(html: string): string {
  return html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}

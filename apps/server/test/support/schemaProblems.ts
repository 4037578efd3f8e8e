import { NumberLiteral } from '@relayer/schemas'
import type { JsonSchema } from '../../src/openapi/jsonSchema.ts'

type Schemas = Readonly<Record<string, JsonSchema>>
type Check = (expected: never, value: never, at: string, schema: JsonSchema, schemas: Schemas) => readonly string[]

const fail = (at: string, text: string) => [`${at || 'the value'}: ${text}`]
const when = (broken: boolean, at: string, text: string): readonly string[] => (broken ? fail(at, text) : [])
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberLiteral)
const isNumber = (value: unknown) =>
  typeof value === 'number' || typeof value === 'bigint' || value instanceof NumberLiteral

const types: Readonly<Record<string, (value: unknown) => boolean>> = {
  null: value => value === null,
  boolean: value => typeof value === 'boolean',
  string: value => typeof value === 'string',
  number: isNumber,
  integer: value => typeof value === 'bigint' || (isNumber(value) && Number.isInteger(Number(value))),
  array: Array.isArray,
  object: isObject,
}

/** The keywords of JSON Schema 2020-12 that the document may use; those of annotation say nothing about a value. */
const keywords: Readonly<Record<string, Check>> = {
  description: () => [],
  default: () => [],
  format: () => [],
  $ref: (ref: string, value: unknown, at, _, schemas) => {
    const target = schemas[ref.replace('#/components/schemas/', '')]
    return target === undefined ? fail(at, `${ref} leads nowhere`) : schemaProblems(target, value, schemas, at)
  },
  type: (type: string | readonly string[], value: unknown, at) =>
    when(![type].flat().some(name => types[name]?.(value)), at, `is not of type ${type}`),
  const: (expected: unknown, value: unknown, at) => when(value !== expected, at, `is not ${JSON.stringify(expected)}`),
  enum: (expected: readonly unknown[], value: unknown, at) =>
    when(!expected.includes(value), at, `is none of ${expected.join(', ')}`),
  anyOf: (options: readonly JsonSchema[], value: unknown, at, _, schemas) => {
    const problems = options.map(option => schemaProblems(option, value, schemas, at))
    return when(!problems.some(found => found.length === 0), at, `fits no option (${problems.flat().join('; ')})`)
  },
  oneOf: (options: readonly JsonSchema[], value: unknown, at, _, schemas) => {
    const problems = options.map(option => schemaProblems(option, value, schemas, at))
    const fitting = problems.filter(found => found.length === 0).length
    return when(fitting !== 1, at, `fits ${fitting} options (${problems.flat().join('; ')})`)
  },
  properties: (properties: Schemas, value: unknown, at, _, schemas) =>
    isObject(value)
      ? Object.entries(properties).flatMap(([key, schema]) =>
          Object.hasOwn(value, key) ? schemaProblems(schema, value[key as never], schemas, `${at}.${key}`) : [],
        )
      : [],
  required: (names: readonly string[], value: unknown, at) =>
    isObject(value) ? names.flatMap(name => when(!Object.hasOwn(value, name), at, `lacks ${name}`)) : [],
  additionalProperties: (other: JsonSchema | false, value: unknown, at, { properties = {} }, schemas) =>
    isObject(value)
      ? Object.entries(value)
          .filter(([key]) => !Object.hasOwn(properties as object, key))
          .flatMap(([key, child]) =>
            other === false ? fail(at, `must not have ${key}`) : schemaProblems(other, child, schemas, `${at}.${key}`),
          )
      : [],
  items: (items: JsonSchema, value: unknown, at, _, schemas) =>
    Array.isArray(value) ? value.flatMap((item, i) => schemaProblems(items, item, schemas, `${at}[${i}]`)) : [],
  minItems: (least: number, value: unknown, at) =>
    when(Array.isArray(value) && value.length < least, at, `has fewer than ${least} items`),
  maxItems: (most: number, value: unknown, at) =>
    when(Array.isArray(value) && value.length > most, at, `has more than ${most} items`),
  minProperties: (least: number, value: unknown, at) =>
    when(isObject(value) && Object.keys(value).length < least, at, `has fewer than ${least} keys`),
  maxProperties: (most: number, value: unknown, at) =>
    when(isObject(value) && Object.keys(value).length > most, at, `has more than ${most} keys`),
  minLength: (least: number, value: unknown, at) =>
    when(typeof value === 'string' && value.length < least, at, `is shorter than ${least}`),
  maxLength: (most: number, value: unknown, at) =>
    when(typeof value === 'string' && value.length > most, at, `is longer than ${most}`),
  pattern: (pattern: string, value: unknown, at) =>
    when(typeof value === 'string' && !new RegExp(pattern, 'u').test(value), at, `does not match ${pattern}`),
  minimum: (least: number, value: unknown, at) =>
    when(isNumber(value) && Number(value) < least, at, `is below ${least}`),
  maximum: (most: number, value: unknown, at) => when(isNumber(value) && Number(value) > most, at, `is above ${most}`),
}

/** Keywords that a schema of the document may have. */
export const knownKeywords: ReadonlySet<string> = new Set(Object.keys(keywords))

/** Where and why a value of `parseJson` does not fit a schema of the document; empty when it does. */
export function schemaProblems(schema: JsonSchema, value: unknown, schemas: Schemas, at = ''): readonly string[] {
  return Object.entries(schema).flatMap(([keyword, expected]) => {
    const check = keywords[keyword]
    if (check === undefined) return fail(at, `${keyword} is no keyword the document may use`)
    return check(expected as never, value as never, at, schema, schemas)
  })
}

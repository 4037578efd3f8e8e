import type * as z from 'zod/mini'
import { NumberLiteral } from './json.ts'

type RawIssue = z.core.$ZodRawIssue

/** Names what was received, never quoting a string: it could be a secret. */
export function describeValue(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'sequence'
  if (value instanceof NumberLiteral) return `floating point \`${value.source.slice(0, 90)}\``
  switch (typeof value) {
    case 'boolean':
      return `boolean \`${value}\``
    case 'bigint':
      return `integer \`${`${value}`.slice(0, 90)}\``
    case 'number':
      return `${Number.isInteger(value) ? 'integer' : 'floating point'} \`${value}\``
    case 'string':
      return 'string'
    default:
      return 'map'
  }
}

const expectations: Record<string, string> = {
  string: 'a string',
  boolean: 'a boolean',
  array: 'a sequence',
  object: 'a map',
  record: 'a map',
  bigint: 'an integer',
  number: 'a number',
  int: 'an integer',
}

/** `` `a` `` · `` `a` or `b` `` · `` one of `a`, `b`, `c` `` */
export function oneOf(names: readonly unknown[]): string {
  const quoted = names.map(name => `\`${name}\``)
  return quoted.length < 3 ? quoted.join(' or ') : `one of ${quoted.join(', ')}`
}

/** ``missing field `x` `` for an absent value, else what was received and what was expected. */
export function wrongType(issue: RawIssue, expected: string): string {
  if (issue.input !== undefined) return `invalid type: ${describeValue(issue.input)}, expected ${expected}`
  const key = issue.path?.at(-1)
  return typeof key === 'string' ? `missing field \`${key}\`` : `missing value, expected ${expected}`
}

function unknownVariant(input: unknown, issue: RawIssue, names: readonly unknown[]): string {
  if (typeof input !== 'string') return wrongType({ ...issue, input } as RawIssue, oneOf(names))
  return `unknown variant \`${input.slice(0, 40)}\`, expected ${oneOf(names)}`
}

function unknownField(keys: readonly string[], shape: object | undefined): string {
  const known = Object.keys(shape ?? {})
  const named = keys.slice(0, 5).map(key => `\`${key.slice(0, 64)}\``)
  return `unknown field ${named.join(', ')}, ${known.length > 0 ? `expected ${oneOf(known)}` : 'there are no fields'}`
}

function explain(issue: RawIssue): string | undefined {
  const def = issue.inst?._zod.def as { shape?: object } | undefined
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue, expectations[issue.expected as string] ?? `${issue.expected}`)
    case 'unrecognized_keys':
      return unknownField(issue.keys as string[], def?.shape)
    case 'invalid_value':
      return unknownVariant(issue.input, issue, issue.values as unknown[])
    default:
      return undefined
  }
}

/**
 * Parameters of every schema of this package: zod/mini has no messages of its own without a locale, so each schema
 * carries this one function that names the reason in the words the protocol uses.
 */
export const reason: { readonly error: (issue: RawIssue) => string | undefined } = { error: explain }

/** Parameters of a check whose text the protocol fixes: `describeIssues` prints it bare, without a path. */
export function rule(text: string): { error: () => string; params: { rule: true } } {
  return { error: () => text, params: { rule: true } }
}

/** Adds the text of the first broken rule, if any, to a whole-object check. */
export function rules<T>(first: (value: T) => string | undefined): (payload: z.core.ParsePayload<T>) => void {
  return payload => {
    const text = first(payload.value)
    if (text !== undefined) {
      payload.issues.push({ code: 'custom', input: payload.value, message: text, params: { rule: true } })
    }
  }
}

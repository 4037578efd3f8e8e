import type { JsonSchema } from '../jsonSchema.ts'
import { escapeHtml } from './escapeHtml.ts'

type Properties = Readonly<Record<string, JsonSchema>>

/** A schema in HTML: named ones are links, objects tables of their fields. */
export function renderSchema(schema: JsonSchema): string {
  const { $ref, anyOf, oneOf, properties, items, description } = schema
  const note = typeof description === 'string' ? ` <small>${escapeHtml(description)}</small>` : ''
  if (typeof $ref === 'string') return schemaLink($ref) + note
  const options = (anyOf ?? oneOf) as readonly JsonSchema[] | undefined
  if (options !== undefined) return renderOptions(options) + note
  if (properties !== undefined) return note + renderProperties(schema)
  if (items !== undefined) return `array of ${renderSchema(items as JsonSchema)}${note}`
  return typeText(schema) + note
}

function schemaLink(ref: string): string {
  const name = escapeHtml(ref.slice(ref.lastIndexOf('/') + 1))
  return `<a href="#schema-${name}">${name}</a>`
}

function renderOptions(options: readonly JsonSchema[]): string {
  const rendered = options.map(renderSchema)
  return options.some(({ properties }) => properties !== undefined)
    ? `one of<ul>${rendered.map(option => `<li>${option}</li>`).join('')}</ul>`
    : rendered.join(' or ')
}

function renderProperties({ properties, required = [] }: JsonSchema): string {
  const rows = Object.entries(properties as Properties).map(([name, schema]) => {
    const presence = (required as readonly string[]).includes(name) ? 'required' : 'optional'
    return `<tr><td><code>${escapeHtml(name)}</code></td><td>${presence}</td><td>${renderSchema(schema)}</td></tr>`
  })
  return rows.length === 0 ? 'object' : `<table>${rows.join('')}</table>`
}

function typeText(schema: JsonSchema): string {
  const { type, format, pattern, minimum, maximum, default: fallback } = schema
  const values = 'const' in schema ? [schema['const']] : (schema['enum'] as readonly unknown[] | undefined)
  if (values !== undefined) return values.map(value => `<code>${escapeHtml(JSON.stringify(value))}</code>`).join(' or ')
  const facts = [
    [type].flat().join(' or ') || 'any',
    format && `(${format})`,
    minimum !== undefined && `from ${minimum}`,
    maximum !== undefined && `to ${maximum}`,
    fallback !== undefined && `default ${JSON.stringify(fallback)}`,
  ]
  const text = escapeHtml(facts.filter(fact => typeof fact === 'string').join(' '))
  return typeof pattern === 'string' ? `${text} <code>${escapeHtml(pattern)}</code>` : text
}

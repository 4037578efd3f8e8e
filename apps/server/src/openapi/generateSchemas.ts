import * as z from 'zod/mini'
import { type Direction, integerName, integerSchema } from './integerSchema.ts'
import { type JsonSchema, schemaRef } from './jsonSchema.ts'
import { requestSchemas, responseSchemas } from './schemas.ts'
import { wireForm } from './wireForms.ts'

type Named = Record<string, JsonSchema>

/** The schemas that validate, in JSON Schema and by name: what is named is referred to, never repeated. */
export function generateSchemas(): Readonly<Named> {
  const requests = generate('request', requestSchemas)
  const responses = generate('response', responseSchemas)
  for (const name of Object.keys(requests)) {
    if (name in responses && JSON.stringify(requests[name]) !== JSON.stringify(responses[name])) {
      throw new TypeError(`${name} differs between requests and responses and needs two names`)
    }
  }
  return sorted({ ...requests, ...responses })
}

function generate(direction: Direction, named: Readonly<Record<string, z.core.$ZodType>>): Named {
  const registry = z.registry<{ id: string }>()
  for (const [id, schema] of Object.entries(named)) registry.add(schema, { id })
  const integers: Named = {}
  const { schemas } = z.toJSONSchema(registry, {
    // the wire is the input side of every schema, in both directions
    io: 'input',
    unrepresentable: 'any',
    uri: id => `#/components/schemas/${id}`,
    override({ zodSchema, jsonSchema }) {
      const form = wireForm(zodSchema, direction) ?? integer(zodSchema, direction, integers)
      if (form === undefined) return
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key]
      Object.assign(jsonSchema, form)
    },
  })
  const generated = Object.entries(schemas).map(([name, schema]) => [name, withoutIdentity(schema as JsonSchema)])
  return { ...integers, ...(Object.fromEntries(generated) as Named) }
}

/** The document says once which dialect it speaks, and its keys are the names. */
function withoutIdentity(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== '$schema' && key !== '$id'))
}

/** In requests an integer has two forms, so each type stands in the document once. */
function integer(schema: z.core.$ZodType, direction: Direction, integers: Named): JsonSchema | undefined {
  const { type, params } = schema._zod.def as { type: string; params?: { format?: string } }
  const format = params?.format
  if (type !== 'custom' || format === undefined) return undefined
  if (direction === 'response') return integerSchema(format, direction)
  const name = integerName(format)
  integers[name] = integerSchema(format, direction)
  return schemaRef(name)
}

function sorted(named: Named): Named {
  return Object.fromEntries(Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1)))
}

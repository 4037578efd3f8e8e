/** A schema in the words of JSON Schema 2020-12, which are those of OpenAPI 3.1. */
export type JsonSchema = { readonly [keyword: string]: unknown }

/** Refers to a named schema of the document. */
export function schemaRef(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` }
}

/** Any of several named schemas. */
export function anyOfRefs(...names: readonly string[]): JsonSchema {
  return { anyOf: names.map(schemaRef) }
}

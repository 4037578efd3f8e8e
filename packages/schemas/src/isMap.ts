import { NumberLiteral } from './json.ts'

/** Whether a value of `parseJson` is a JSON object. */
export function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof NumberLiteral)
}

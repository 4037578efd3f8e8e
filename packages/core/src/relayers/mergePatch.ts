import type { Json, JsonObject } from '../records/json.ts'

/**
 * A JSON merge patch (RFC 7396) applied to an object: null unsets, an object is merged, everything else replaces. Null when
 * nothing is left.
 */
export function mergePatch(target: JsonObject | null, patch: JsonObject | null): JsonObject | null {
  const merged = patch === null ? {} : merge(target ?? {}, patch)
  return Object.keys(merged).length === 0 ? null : merged
}

function merge(target: JsonObject, patch: JsonObject): JsonObject {
  const result = new Map<string, Json>(Object.entries(target))
  for (const [key, value] of Object.entries(patch)) {
    const known = result.get(key)
    if (value === null) result.delete(key)
    else if (isObject(value)) result.set(key, merge(isObject(known) ? known : {}, value))
    else result.set(key, value)
  }
  return Object.fromEntries(result)
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

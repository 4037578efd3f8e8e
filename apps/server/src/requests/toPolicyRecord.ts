import type { Json, JsonObject } from '@relayer/core'

/**
 * Parsed policies as core keeps them: what is null or absent is left out, integers beyond 2^53 become decimal strings.
 * Null when nothing is set at all.
 */
export function toPolicyRecord(policies: object | null | undefined): JsonObject | null {
  const entries = Object.entries(policies ?? {}).filter(([, value]) => value !== undefined && value !== null)
  return entries.length === 0 ? null : Object.fromEntries(entries.map(([key, value]) => [key, toJson(value)]))
}

/** Parsed policies of a merge patch: like {@link toPolicyRecord}, but null stays, because it unsets. */
export function toPolicyPatch(policies: object): JsonObject {
  const entries = Object.entries(policies).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries.map(([key, value]) => [key, toJson(value)]))
}

function toJson(value: unknown): Json {
  if (typeof value === 'bigint') return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value.toString()
  if (Array.isArray(value)) return value.map(toJson)
  if (typeof value !== 'object' || value === null) return value as Json
  const entries = Object.entries(value).filter(([, child]) => child !== undefined)
  return Object.fromEntries(entries.map(([key, child]) => [key, toJson(child)]))
}

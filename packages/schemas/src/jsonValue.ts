import * as z from 'zod/mini'
import { wrongType } from './explain.ts'
import { isMap } from './isMap.ts'
import { NumberLiteral } from './json.ts'

/** Any JSON, with integers beyond ±(2^53 − 1) as `bigint`. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | { readonly [key: string]: Json }

function hasLiteral(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return value instanceof NumberLiteral || Object.values(value).some(hasLiteral)
}

function plain(value: unknown): unknown {
  if (!hasLiteral(value)) return value
  if (value instanceof NumberLiteral) return Number(value)
  if (Array.isArray(value)) return value.map(plain)
  // fromEntries defines own properties, so a key `__proto__` stays a key
  return Object.fromEntries(Object.entries(value as object).map(([key, child]) => [key, plain(child)]))
}

/**
 * A payload that is passed on and not looked into (JSON-RPC params, plugin params): any value of `parseJson`, with
 * literals such as `1e3` as the plain numbers they are. `undefined` is refused.
 */
export const jsonValue = /* @__PURE__ */ z.codec(
  /* @__PURE__ */ z.custom<Json | NumberLiteral>(value => value !== undefined),
  /* @__PURE__ */ z.custom<Json>(),
  { decode: value => plain(value) as Json, encode: value => value },
)

/** A JSON object that is passed on, such as the configuration of a plugin. */
export type JsonObject = { readonly [key: string]: Json }

/** As `jsonValue`, but an object. */
export const jsonObject = /* @__PURE__ */ z.codec(
  /* @__PURE__ */ z.custom<JsonObject>(isMap, { error: issue => wrongType(issue, 'a map') }),
  /* @__PURE__ */ z.custom<JsonObject>(),
  { decode: value => plain(value) as JsonObject, encode: value => value },
)

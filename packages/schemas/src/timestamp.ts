import * as z from 'zod/mini'
import { reason } from './explain.ts'

/**
 * RFC 3339 with the offset written out, never `Z`: `2025-02-26T13:24:35.560+00:00`.
 * @param timeMs milliseconds since 1970
 * @see https://www.rfc-editor.org/rfc/rfc3339#section-5.6
 */
export function formatTimestamp(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, -1)}+00:00`
}

const rfc3339 = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/

/**
 * Milliseconds since 1970 of an RFC 3339 timestamp (any number of fractional digits, any offset), or undefined when it
 * is not one or names a day that does not exist. Fractions below a millisecond are cut.
 * @see https://www.rfc-editor.org/rfc/rfc3339#section-5.6
 */
export function parseTimestamp(text: string): number | undefined {
  const [, date, time, fraction = '', offset = 'Z'] = rfc3339.exec(text) ?? []
  if (date === undefined || time === undefined) return undefined
  const milliseconds = fraction.slice(1, 4).padEnd(3, '0')
  const utcMs = Date.parse(`${date}T${time}.${milliseconds}Z`)
  // Date.parse rolls 31 February over to March; the text must survive the round trip
  if (Number.isNaN(utcMs) || new Date(utcMs).toISOString().slice(0, 10) !== date) return undefined
  if (/^z$/i.test(offset)) return utcMs
  const hours = Number(offset.slice(1, 3))
  const minutes = Number(offset.slice(4))
  if (hours > 23 || minutes > 59) return undefined
  return utcMs - (offset[0] === '-' ? -1 : 1) * (hours * 60 + minutes) * 60_000
}

/** An RFC 3339 timestamp, kept as the string it is. `parseTimestamp` reads it, `formatTimestamp` writes it. */
export const timestamp = /* @__PURE__ */ z
  .string(reason)
  .check(/* @__PURE__ */ z.refine(text => parseTimestamp(text) !== undefined, 'invalid timestamp, expected RFC 3339'))

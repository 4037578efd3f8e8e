import * as z from 'zod/mini'
import { wrongType } from './explain.ts'
import { NumberLiteral } from './json.ts'

const isFinite = (value: unknown): boolean =>
  (typeof value === 'number' || value instanceof NumberLiteral) && Number.isFinite(Number(value))

/** A finite number that may have a fraction, such as a percentage; `1.0` and `1e1` are read too. */
export const float = /* @__PURE__ */ z.codec(
  /* @__PURE__ */ z.custom<number | NumberLiteral>(isFinite, { error: issue => wrongType(issue, 'a number') }),
  /* @__PURE__ */ z.custom<number>(),
  { decode: value => Number(value), encode: value => value },
)

import * as z from 'zod/mini'
import { u53 } from './integer.ts'
import { object } from './object.ts'

/** `pagination` of a list answer: the asked page and size echoed, and the full count. */
export const pagination = /* @__PURE__ */ object({ current_page: u53, per_page: u53, total_items: u53 })
export type Pagination = z.output<typeof pagination>

const max = 4_294_967_295

function whyNot(value: unknown): string | undefined {
  const text = typeof value === 'number' ? `${value}` : value
  if (typeof text !== 'string') return 'duplicate field'
  if (text === '') return 'cannot parse integer from empty string'
  if (!/^\+?\d+$/.test(text)) return 'invalid digit found in string'
  return Number(text) > max ? 'number too large to fit in target type' : undefined
}

/** One u32 of the query string, where it is text. */
function queryInteger(fallback: number) {
  return z._default(
    z.codec(
      z.custom<string | number>(value => whyNot(value) === undefined, { error: issue => whyNot(issue.input) }),
      z.custom<number>(),
      { decode: value => Number(value), encode: value => value },
    ),
    fallback,
  )
}

/**
 * Query of a list: `page` (default 1) and `per_page` (default 10), both u32. Zero is allowed and means an empty list.
 * Other query parameters are ignored.
 */
export const paginationQuery = /* @__PURE__ */ object({
  page: /* @__PURE__ */ queryInteger(1),
  per_page: /* @__PURE__ */ queryInteger(10),
})
export type PaginationQuery = z.output<typeof paginationQuery>

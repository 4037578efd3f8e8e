import * as z from 'zod/mini'
import { array } from './array.ts'
import { reason } from './explain.ts'
import { u53 } from './integer.ts'
import { jsonValue } from './jsonValue.ts'
import { object } from './object.ts'
import { type Pagination, pagination } from './pagination.ts'

/** Body of a successful answer. `pagination` is there on lists only. */
export type Success<T> = { success: true; data: T; error: null; pagination?: Pagination }

/** Body of every refused request; `message` is the fixed text of the status, `error` the specific reason. */
export type Failure = {
  success: false
  data: null
  message: string
  error: string
  /** 401 and 429 repeat the status here. */
  code?: number | undefined
  /** 429: whole seconds to wait. */
  after?: number | undefined
}

/** Wraps the data of an answer; give the pagination on lists. */
export function success<T>(data: T, page?: Pagination): Success<T> {
  return page === undefined
    ? { success: true, data, error: null }
    : { success: true, data, error: null, pagination: page }
}

/**
 * The body of a failure.
 * @example
 * failure('Not found', 'Transaction with ID x not found')
 * failure('Too Many Requests', 'TooManyRequests', { code: 429, after: 1 })
 */
export function failure(message: string, error: string, extra?: { code?: number; after?: number }): Failure {
  return { success: false, data: null, message, error, ...extra }
}

/** Schema of a successful answer around the schema of its data. */
export function successOf<T extends z.core.$ZodType>(data: T) {
  return object({ success: z.literal(true, reason), data, error: z.nullish(z.string(reason)) })
}

/** Schema of a list answer around the schema of one item. */
export function listOf<T extends z.core.$ZodType>(item: T) {
  return object({
    success: z.literal(true, reason),
    data: array(item),
    error: z.nullish(z.string(reason)),
    pagination,
  })
}

/** Schema of a failure body, lenient enough for the one of the other service, which has no `message`. */
export const failureResponse = /* @__PURE__ */ object({
  success: /* @__PURE__ */ z.literal(false, reason),
  /** Null, but for a plugin that failed. */
  data: /* @__PURE__ */ z.nullish(jsonValue),
  message: /* @__PURE__ */ z.optional(/* @__PURE__ */ z.string(reason)),
  error: /* @__PURE__ */ z.string(reason),
  code: /* @__PURE__ */ z.optional(u53),
  after: /* @__PURE__ */ z.optional(u53),
})

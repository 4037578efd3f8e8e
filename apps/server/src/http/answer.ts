import { success } from '@relayer/schemas'
import type { AskedPage } from './askedPage.ts'

/** What an operation answers: a status, and a body for `stringifyJson`. */
export interface Answer {
  readonly status: number
  readonly body: unknown
  /** What `body` is if not JSON; it is a string then, sent as it is. */
  readonly contentType?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** 200 with the data in the envelope. */
export function ok(data: unknown, headers?: Answer['headers']): Answer {
  return { status: 200, body: success(data), ...(headers && { headers }) }
}

/** 201 with what was created. */
export function created(data: unknown): Answer {
  return { status: 201, body: success(data) }
}

/** 200 with a list; the asked page and size are echoed, whatever they hold. */
export function list(data: readonly unknown[], query: AskedPage, total: number): Answer {
  const pagination = { current_page: query.askedPage, per_page: query.perPage, total_items: total }
  return { status: 200, body: success(data, pagination) }
}

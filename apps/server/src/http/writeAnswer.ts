import { stringifyJson } from '@relayer/schemas'
import type { Context } from 'koa'
import type { Answer } from './answer.ts'

/** Writes an answer, unless told otherwise as JSON with exact integers; its content type carries no charset, as in the contract. */
export function writeAnswer(ctx: Context, { status, body, contentType, headers = {} }: Answer): void {
  ctx.status = status
  for (const [name, value] of Object.entries(headers)) ctx.set(name, value)
  ctx.set('Content-Type', contentType ?? 'application/json')
  ctx.body = contentType === undefined ? stringifyJson(body) : body
}

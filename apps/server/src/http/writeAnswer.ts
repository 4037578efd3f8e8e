import { stringifyJson } from '@relayer/schemas'
import type { Context } from 'koa'
import type { Answer } from './answer.ts'

/** Writes an answer as JSON with exact integers; the content type carries no charset, as in the contract. */
export function writeAnswer(ctx: Context, { status, body, headers = {} }: Answer): void {
  ctx.status = status
  for (const [name, value] of Object.entries(headers)) ctx.set(name, value)
  ctx.set('Content-Type', 'application/json')
  ctx.body = stringifyJson(body)
}

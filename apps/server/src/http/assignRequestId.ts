import { randomUUID } from 'node:crypto'
import type { Context, Middleware } from 'koa'

/** Gives every response an `x-request-id`: the client's own if it is short visible ASCII, else a UUID. */
export const assignRequestId: Middleware = (ctx, next) => {
  const given = ctx.get('x-request-id')
  ctx.set('x-request-id', /^[\x20-\x7e]{1,200}$/.test(given) ? given : randomUUID())
  return next()
}

/** The id of the request that is being answered. */
export function requestId(ctx: Context): string {
  return String(ctx.response.get('x-request-id'))
}

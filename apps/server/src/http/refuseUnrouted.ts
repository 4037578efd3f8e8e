import type { Middleware } from 'koa'

/** No CORS and no HEAD: both are 404 as in the contract, though the router would answer HEAD on every GET. */
export const refuseHead: Middleware = (ctx, next) => {
  if (ctx.method === 'HEAD') ctx.throw(404, noRoute(ctx.method, ctx.path))
  return next()
}

/** The end of the line: 404, also for a known path with another method. */
export const refuseUnrouted: Middleware = async ctx => {
  ctx.throw(404, noRoute(ctx.method, ctx.path))
}

function noRoute(method: string, path: string): string {
  return `There is no ${method} ${path.slice(0, 200)}`
}

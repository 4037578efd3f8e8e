import type { Middleware } from 'koa'

/** Collapses runs of slashes and drops those at the end, without a redirect; the query stays. */
export const normalisePath: Middleware = async (ctx, next) => {
  const path = ctx.path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
  if (path !== ctx.path) ctx.path = path
  await next()
}

import type { Middleware } from 'koa'

/** Collapses runs of slashes and drops those at the end, without a redirect; the query stays. */
export const normalisePath: Middleware = (ctx, next) => {
  const { path } = ctx
  if (path.includes('//') || path.endsWith('/')) ctx.path = path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '')
  return next()
}

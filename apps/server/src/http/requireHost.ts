import { HOST_REQUIRED } from '@relayer/schemas/errors'
import type { Middleware } from 'koa'

/** HTTP/1.1 without `Host`: what Node would answer on its own, and bare. */
export const requireHost: Middleware = (ctx, next) => {
  const { headers, httpVersion } = ctx.req
  if (headers.host === undefined && httpVersion === '1.1') ctx.throw(400, HOST_REQUIRED)
  return next()
}

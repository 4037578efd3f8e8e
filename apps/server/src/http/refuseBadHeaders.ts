import { EXPECTATION_FAILED, HOST_REQUIRED } from '@relayer/schemas/errors'
import type { Middleware } from 'koa'

/** What Node would answer on its own and bare: HTTP/1.1 without `Host`, and `Expect` of anything but `100-continue`. */
export const refuseBadHeaders: Middleware = (ctx, next) => {
  const { headers, httpVersion } = ctx.req
  if (headers.host === undefined && httpVersion === '1.1') ctx.throw(400, HOST_REQUIRED)
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    ctx.throw(417, EXPECTATION_FAILED)
  return next()
}

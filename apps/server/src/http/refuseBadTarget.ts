import { RelayerError } from '@relayer/core'
import type { Context, Middleware } from 'koa'

/** A request target that is no URL (`http://[`) is refused here, since whatever reads its path would throw. */
export const refuseBadTarget: Middleware = (ctx, next) => {
  if (!hasPath(ctx)) {
    ctx.req.url = '/'
    throw new RelayerError('INVALID_REQUEST', 'The request target is not a valid URL')
  }
  return next()
}

function hasPath(ctx: Context): boolean {
  try {
    return typeof ctx.path === 'string'
  } catch {
    return false
  }
}

import type { Middleware } from 'koa'

/** During the drain every answer ends its connection, so that no client sends another request into it. */
export function closeWhileDraining(isDraining: () => boolean): Middleware {
  return async (ctx, next) => {
    try {
      await next()
    } finally {
      if (isDraining()) ctx.set('Connection', 'close')
    }
  }
}

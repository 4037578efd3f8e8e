import { REQUEST_TIMEOUT } from '@relayer/schemas/errors'
import type { Context, Middleware } from 'koa'

const deadlines = new WeakMap<Context, number>()

/** When the request that is answered gets its 504, ms since the epoch. */
export function deadlineOf(ctx: Context): number {
  return deadlines.get(ctx) ?? Number.POSITIVE_INFINITY
}

/** Answers 504 when the rest takes longer. The work goes on and its outcome is dropped: nothing is half done. */
export function limitTime(timeoutMs: number): Middleware {
  return (ctx, next) =>
    new Promise((resolve, reject) => {
      deadlines.set(ctx, Date.now() + timeoutMs)
      const timer = setTimeout(() => {
        // a body that is still arriving would keep the connection in a state nobody can use
        if (!ctx.req.complete) ctx.set('Connection', 'close')
        reject(Object.assign(new Error(REQUEST_TIMEOUT), { status: 504 }))
      }, timeoutMs)
      next()
        .finally(() => clearTimeout(timer))
        .then(resolve, reject)
    })
}

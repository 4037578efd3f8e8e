import { REQUEST_TIMEOUT } from '@relayer/schemas/errors'
import type { Middleware } from 'koa'

/** Answers 504 when the rest takes longer. The work goes on and its outcome is dropped: nothing is half done. */
export function limitTime(timeoutMs: number): Middleware {
  return (ctx, next) =>
    new Promise((resolve, reject) => {
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

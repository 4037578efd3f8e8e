import cors from '@koa/cors'
import type { Middleware } from 'koa'

const dayS = 86_400

/** CORS for the given origins (`*`: all). Answers preflights before anybody is asked for a key, which browsers don't send there. */
export function allowOrigins(origins: readonly string[]): Middleware {
  const all = origins.includes('*')
  return cors({
    origin: ctx => (all ? '*' : (origins.find(origin => origin === ctx.get('Origin')) ?? '')),
    allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'Prefer', 'X-Request-Id'],
    exposeHeaders: ['X-Request-Id', 'Retry-After', 'Idempotent-Replayed', 'Preference-Applied'],
    maxAge: dayS,
  })
}

import { createHash, timingSafeEqual } from 'node:crypto'
import { UNAUTHORIZED } from '@relayer/schemas/errors'
import type { Middleware } from 'koa'

const openPrefixes = ['/v1/health', '/api/v1/health', '/api/v1/ready', '/swagger-ui', '/api-docs']

/**
 * Lets through open paths and requests with exactly one `Authorization: Bearer <key>`. It runs before routing, so that an
 * unknown path tells a stranger nothing. Hashes are compared: neither length nor prefix of the key shows in the time.
 */
export function authenticate(apiKey: string): Middleware {
  const expected = digest(apiKey)
  return async (ctx, next) => {
    const open = openPrefixes.some(prefix => ctx.path.startsWith(prefix))
    if (!open && !isAllowed(ctx.req.headersDistinct['authorization'], expected)) ctx.throw(401, UNAUTHORIZED)
    await next()
  }
}

function isAllowed(headers: readonly string[] | undefined, expected: Buffer): boolean {
  const [header = '', ...others] = headers ?? []
  const token = /^Bearer ([^ ]+)$/.exec(header)?.[1]
  return token !== undefined && others.length === 0 && timingSafeEqual(digest(token), expected)
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

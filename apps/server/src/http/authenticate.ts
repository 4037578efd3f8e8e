import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { UNAUTHORIZED } from '@relayer/schemas/errors'
import type { Middleware } from 'koa'

const openPrefixes = ['/v1/health', '/api/v1/health', '/api/v1/ready', '/swagger-ui', '/api-docs']

/**
 * Lets through open paths and requests with exactly one `Authorization: Bearer <key>`. It runs before routing, so that an
 * unknown path tells a stranger nothing. Hashes are compared: neither length nor prefix of the key shows in the time.
 */
export function authenticate(apiKey: string): Middleware {
  const expected = digest(apiKey)
  return (ctx, next) => {
    const { path } = ctx
    const open = openPrefixes.some(prefix => path.startsWith(prefix))
    if (!open && !isAllowed(ctx.req, expected)) ctx.throw(401, UNAUTHORIZED)
    return next()
  }
}

function isAllowed({ headers, rawHeaders }: IncomingMessage, expected: Buffer): boolean {
  const token = /^Bearer ([^ ]+)$/.exec(headers.authorization ?? '')?.[1]
  return token !== undefined && isSingle(rawHeaders, 'authorization') && timingSafeEqual(digest(token), expected)
}

/** `headers` keeps only the first of several. */
function isSingle(rawHeaders: readonly string[], name: string): boolean {
  return rawHeaders.filter((given, i) => i % 2 === 0 && given.toLowerCase() === name).length === 1
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}

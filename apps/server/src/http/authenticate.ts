import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type Engine, type Grant, rootGrant } from '@relayer/core'
import { ORIGIN_FORBIDDEN, UNAUTHORIZED } from '@relayer/schemas/errors'
import type { Context, Middleware } from 'koa'
import { hashKey } from './hashKey.ts'
import type { RateLimit } from './limitRate.ts'

export interface AuthenticateOptions {
  /** The root key. */
  readonly apiKey: string
  readonly engine: Pick<Engine, 'knownGrant' | 'findGrant'>
  readonly rateLimit: RateLimit
}

const openPrefixes = ['/v1/health', '/api/v1/health', '/api/v1/ready', '/swagger-ui', '/api-docs']

/**
 * Lets through open paths and requests with exactly one `Authorization: Bearer <key>`, each within its rate. It runs before
 * routing, so that an unknown path tells a stranger nothing. Hashes are compared: neither length nor prefix of a key shows
 * in the time. A key that is not known yet is looked up at the expense of the address it comes from.
 */
export function authenticate({ apiKey, engine, rateLimit }: AuthenticateOptions): Middleware {
  const root = Buffer.from(hashKey(apiKey), 'latin1')
  const identify = async (ctx: Context): Promise<Grant> => {
    const digest = digestOf(ctx.req)
    if (digest !== null && timingSafeEqual(Buffer.from(digest, 'latin1'), root)) return rootGrant
    const known = digest === null ? null : engine.knownGrant(digest)
    if (known !== null) return known
    rateLimit.takeAddress(ctx)
    return (digest === null ? null : await engine.findGrant(digest)) ?? ctx.throw(401, UNAUTHORIZED)
  }
  return async (ctx, next) => {
    if (openPrefixes.some(prefix => ctx.path.startsWith(prefix))) {
      rateLimit.takeAddress(ctx)
      return next()
    }
    const grant = await identify(ctx)
    rateLimit.takeKey(grant.keyId)
    checkOrigin(ctx, grant)
    ctx.state['grant'] = grant
    return next()
  }
}

/** What the caller may do; null on open paths. */
export function grantOf(ctx: Context): Grant | null {
  return (ctx.state['grant'] as Grant | undefined) ?? null
}

/** SHA-256 of the token, hex; null: none, or not in the one form there is. */
function digestOf({ headers, rawHeaders }: IncomingMessage): string | null {
  const token = /^Bearer ([^ ]+)$/.exec(headers.authorization ?? '')?.[1]
  if (token === undefined) return null
  // Node keeps the first of several; which one was meant nobody knows
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.length === 13 && rawHeaders[index]?.toLowerCase() === 'authorization') count += 1
  }
  return count === 1 ? hashKey(token) : null
}

function checkOrigin(ctx: Context, { allowedOrigins }: Grant): void {
  const origin = ctx.req.headers.origin
  if (origin === undefined || allowedOrigins.includes('*') || allowedOrigins.includes(origin)) return
  ctx.throw(403, ORIGIN_FORBIDDEN)
}

import type { Logger } from '@relayer/core'
import type { Context, Middleware } from 'koa'
import { requestId } from './assignRequestId.ts'
import { grantOf } from './authenticate.ts'

/**
 * A line per request, with its id, the API key's id and the transaction it was about: `info` where a configuration was
 * changed or asked to be, `debug` otherwise. Never a header, a query or a body.
 */
export function logRequests(logger: Logger): Middleware {
  return async (ctx, next) => {
    const startedAt = performance.now()
    try {
      await next()
    } finally {
      const fields = {
        requestId: requestId(ctx),
        method: ctx.method,
        endpoint: ctx.state['endpoint'] as string | undefined,
        status: ctx.status,
        apiKeyId: grantOf(ctx)?.keyId,
        relayerId: ctx.params?.['relayerId'] as string | undefined,
        transactionId: ctx.state['transactionId'] as string | undefined,
        durationMs: Math.round((performance.now() - startedAt) * 1000) / 1000,
      }
      const changes = ctx.state['permission'] === 'admin' && ctx.method !== 'GET'
      if (changes) logger.info(fields, 'configuration request')
      else logger.debug(fields, 'request')
    }
  }
}

/** Notes which transaction a request is about, for its line. */
export function noteTransaction(ctx: Context, id: unknown): void {
  if (typeof id === 'string') ctx.state['transactionId'] = id
}

import type { Logger } from '@relayer/core'
import type { Context } from 'koa'
import { requestId } from './assignRequestId.ts'
import { grantOf } from './authenticate.ts'
import { endpointOf } from './countRequests.ts'

/**
 * A line per request, with its id, the API key's id and the transaction it was about: `info` where a configuration was
 * changed or asked to be, `debug` otherwise. Never a path, a header, a query or a body.
 */
export function logRequest(logger: Logger & Partial<LevelAware>): (ctx: Context, durationMs: number) => void {
  const isDebug = logger.isLevelEnabled?.('debug') ?? true
  return (ctx, durationMs) => {
    const isChange = ctx.state['permission'] === 'admin' && ctx.method !== 'GET'
    if (!isChange && !isDebug) return
    const fields = {
      requestId: requestId(ctx),
      method: ctx.method,
      endpoint: endpointOf(ctx)?.name,
      status: ctx.status,
      apiKeyId: grantOf(ctx)?.keyId,
      relayerId: ctx.params?.['relayerId'] as string | undefined,
      transactionId: ctx.state['transactionId'] as string | undefined,
      durationMs: Math.round(durationMs * 1000) / 1000,
    }
    if (isChange) logger.info(fields, 'configuration request')
    else logger.debug(fields, 'request')
  }
}

/** What pino can tell beside logging. */
interface LevelAware {
  isLevelEnabled(level: 'debug'): boolean
}

/** Notes which transaction a request is about, for its line. */
export function noteTransaction(ctx: Context, id: unknown): void {
  if (typeof id === 'string') ctx.state['transactionId'] = id
}

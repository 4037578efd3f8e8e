import { type Logger, RelayerError } from '@relayer/core'
import type { Context, Middleware } from 'koa'
import { requestId } from './assignRequestId.ts'
import { failureBody } from './failureBody.ts'
import { statusOf } from './statusOf.ts'
import { writeAnswer } from './writeAnswer.ts'

interface FailureFacts {
  readonly status: number
  readonly reason: string
  /** Whole seconds after which to come back; of 429 only. */
  readonly after?: number | undefined
}

const internal = 'The request could not be completed; the log has details under its request id'

/** Answers whatever a request ended with in the failure envelope. What nobody expected is logged and not shown. */
export function answerFailures(logger: Logger): Middleware {
  return async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      const facts = factsOf(error)
      if (facts.status >= 500 && facts.status !== 504) logFailure(logger, ctx, error)
      // the next request would be read from the middle of a body that nobody took
      if (facts.status === 413 && !ctx.req.complete) ctx.set('Connection', 'close')
      if (facts.after !== undefined) ctx.set({ 'Retry-After': `${facts.after}`, 'X-RateLimit-After': `${facts.after}` })
      writeAnswer(ctx, { status: facts.status, body: failureBody(ctx, facts.status, facts.reason, facts.after) })
    }
  }
}

function factsOf(error: unknown): FailureFacts {
  if (error instanceof RelayerError) {
    // a lost database is nothing a client can act on, however well-worded
    const hidden = error.code === 'STORE_FAILED' || error.code === 'INTERNAL'
    return { status: statusOf[error.code], reason: hidden ? internal : error.message }
  }
  const { status, expose, message, after } = (error ?? {}) as Record<string, unknown>
  const isHttp = typeof status === 'number' && (expose === true || status === 504)
  return isHttp
    ? { status, reason: String(message), after: after as number | undefined }
    : { status: 500, reason: internal }
}

function logFailure(logger: Logger, ctx: Context, error: unknown): void {
  logger.error({ err: error, requestId: requestId(ctx), method: ctx.method, path: ctx.path }, 'request failed')
}

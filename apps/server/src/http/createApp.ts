import type { Logger } from '@relayer/core'
import Koa from 'koa'
import { answerFailures } from './answerFailures.ts'
import { assignRequestId } from './assignRequestId.ts'
import { authenticate } from './authenticate.ts'
import { closeWhileDraining } from './closeWhileDraining.ts'
import { createRouter } from './createRouter.ts'
import { limitTime } from './limitTime.ts'
import { normalisePath } from './normalisePath.ts'
import type { OperationContext } from './operation.ts'
import { refuseBadTarget } from './refuseBadTarget.ts'
import { refuseHead, refuseUnrouted } from './refuseUnrouted.ts'

export interface AppOptions extends Omit<OperationContext, 'apiDocs'> {
  readonly apiKey: string
  readonly requestTimeoutMs: number
  readonly logger: Logger
  readonly isDraining: () => boolean
}

/**
 * The HTTP face of an engine. A request passes, in this order: request id · failure envelope · deadline · path · API key ·
 * route → body → operation.
 */
export function createApp(options: AppOptions): Koa {
  const app = new Koa()
  app.use(assignRequestId)
  app.use(closeWhileDraining(options.isDraining))
  app.use(answerFailures(options.logger))
  app.use(refuseBadTarget)
  app.use(limitTime(options.requestTimeoutMs))
  app.use(normalisePath)
  app.use(authenticate(options.apiKey))
  app.use(refuseHead)
  app.use(createRouter(options).routes())
  app.use(refuseUnrouted)
  // only broken connections come here: failures are answered above
  app.on('error', (error: Error) => options.logger.debug({ err: error }, 'connection failed'))
  return app
}

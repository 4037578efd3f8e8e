import Router from '@koa/router'
import type { Logger } from '@relayer/core'
import Koa from 'koa'
import { createApiDocs } from '../openapi/createApiDocs.ts'
import { answerFailures } from './answerFailures.ts'
import { assignRequestId } from './assignRequestId.ts'
import { compress } from './compress.ts'
import { normalisePath } from './normalisePath.ts'
import type { OperationContext } from './operation.ts'
import { metricsOperations } from './operations.ts'
import { requireHost } from './requireHost.ts'
import { refuseBadTarget } from './refuseBadTarget.ts'
import { refuseHead, refuseUnrouted } from './refuseUnrouted.ts'
import { runOperation } from './runOperation.ts'

/** The metrics alone, for a port that only the scraper reaches: no key is asked for. */
export function createMetricsApp(served: Omit<OperationContext, 'apiDocs'>, logger: Logger): Koa {
  const context = { ...served, apiDocs: createApiDocs(metricsOperations) }
  const router = new Router({ sensitive: true })
  for (const { method, path, operation } of metricsOperations) {
    router.register(path, [method], runOperation(context, operation))
  }
  const app = new Koa()
  app.use(assignRequestId)
  app.use(compress())
  app.use(answerFailures(logger))
  app.use(refuseBadTarget)
  app.use(requireHost)
  app.use(normalisePath)
  app.use(refuseHead)
  app.use(router.routes())
  app.use(refuseUnrouted)
  app.on('error', (error: Error) => logger.debug({ err: error }, 'connection failed'))
  return app
}

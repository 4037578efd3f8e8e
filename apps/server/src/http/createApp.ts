import type { Logger } from '@relayer/core'
import Koa from 'koa'
import { createGate } from '../limits/createGate.ts'
import { createMetrics, type Metrics } from '../metrics/createMetrics.ts'
import { allowOrigins } from './allowOrigins.ts'
import { answerFailures } from './answerFailures.ts'
import { assignRequestId } from './assignRequestId.ts'
import { authenticate } from './authenticate.ts'
import { closeWhileDraining } from './closeWhileDraining.ts'
import { compress } from './compress.ts'
import { countRequests } from './countRequests.ts'
import { createRouter } from './createRouter.ts'
import { createSecurityHeaders } from './createSecurityHeaders.ts'
import { defaultEdge, type EdgeSettings } from './edgeSettings.ts'
import { limitConcurrency } from './limitConcurrency.ts'
import { limitRate } from './limitRate.ts'
import { limitTime } from './limitTime.ts'
import { logRequest } from './logRequest.ts'
import { normalisePath } from './normalisePath.ts'
import type { OperationContext } from './operation.ts'
import { requireHost } from './requireHost.ts'
import { refuseBadTarget } from './refuseBadTarget.ts'
import { refuseHead, refuseUnrouted } from './refuseUnrouted.ts'

export interface AppOptions extends Omit<OperationContext, 'startedAt' | 'metrics' | 'apiDocs'> {
  readonly apiKey: string
  readonly requestTimeoutMs: number
  /** What is left out has its default. */
  readonly edge?: Partial<EdgeSettings>
  /** Where requests are counted; absent: in a registry of its own. */
  readonly metrics?: Metrics
  readonly logger: Logger
  readonly isDraining: () => boolean
}

/** How long a request waits for its turn, and how many may wait. */
const patienceMs = 1_000
const longestLine = 10_000

/**
 * The HTTP face of an engine. A request passes, in this order: request id · compression · security headers · CORS · count and log · failure
 * envelope · deadline · concurrency · path · API key and rate · route → permission → body → operation.
 */
export function createApp(options: AppOptions): Koa {
  const { apiKey, engine, logger, metrics = createMetrics({ runtime: false }) } = options
  const edge = { ...defaultEdge, ...options.edge }
  const crossOrigin = edge.corsOrigins.length > 0
  const { ratePerSecond: perSecond, rateBurst: burst, proxyHops } = edge
  const rateLimit = limitRate({ perSecond, burst, proxyHops, now: () => performance.now() })

  const app = new Koa()
  app.use(assignRequestId)
  app.use(compress())
  app.use(createSecurityHeaders({ crossOrigin }))
  if (crossOrigin) app.use(allowOrigins(edge.corsOrigins))
  app.use(closeWhileDraining(options.isDraining))
  app.use(countRequests(metrics.instruments, logRequest(logger)))
  app.use(answerFailures(logger))
  app.use(refuseBadTarget)
  app.use(requireHost)
  app.use(limitTime(options.requestTimeoutMs))
  app.use(limitConcurrency(createGate({ limit: edge.concurrencyLimit, patienceMs, line: longestLine })))
  app.use(normalisePath)
  app.use(authenticate({ apiKey, engine, rateLimit }))
  app.use(refuseHead)
  app.use(createRouter({ ...options, metrics, startedAt: Date.now() }).routes())
  app.use(refuseUnrouted)
  // only broken connections come here: failures are answered above
  app.on('error', (error: Error) => logger.debug({ err: error }, 'connection failed'))
  return app
}

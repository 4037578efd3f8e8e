import { basename } from 'node:path'
import type { Configuration, Engine, Logger } from '@relayer/core'
import { startError } from '../cli/startError.ts'
import type { Environment } from '../config/environment.ts'
import { createApp } from '../http/createApp.ts'
import { createMetricsApp } from '../http/createMetricsApp.ts'
import type { OperationContext } from '../http/operation.ts'
import { collectStatuses } from '../metrics/collectStatuses.ts'
import { createMetrics } from '../metrics/createMetrics.ts'
import type { Closer } from './createCloser.ts'
import { listen } from './listen.ts'
import { openDatabase } from './openDatabase.ts'
import { openEngine } from './openEngine.ts'

export interface ServerOptions {
  readonly environment: Environment
  readonly apiKey: string
  readonly encryptionKey: Uint8Array
  readonly configuration: Configuration
  readonly logger: Logger
  /** Gets everything that was opened, also when the start fails half-way. */
  readonly closer: Closer
}

export interface RunningServer {
  readonly engine: Engine
  readonly port: number
  /** Null: there is no metrics server. */
  readonly metricsPort: number | null
}

/** Store, engine, import of the configuration, then HTTP: nobody is answered before the import is done. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { environment, apiKey, encryptionKey, configuration, logger, closer } = options
  const store = await openDatabase(environment.database, encryptionKey)
  closer.add('store', () => store.close())
  if (environment.resetStorage) {
    await store.reset()
    logger.warn({}, 'RESET_STORAGE_ON_START: everything stored was deleted')
  }

  const metrics = createMetrics({ runtime: true })
  collectStatuses(store, metrics.instruments)
  const engine = openEngine(store, environment, logger, metrics)
  const applied = await engine.applyConfiguration(configuration)
  if (!applied.ok) throw startError(`${basename(environment.configPath)}: ${applied.error.message}`)
  const { value: report } = applied
  logger.info({ created: report.created, updated: report.updated }, 'configuration imported')
  if (report.kept.length > 0)
    logger.info({ kept: report.kept }, 'stored items that the configuration does not name stay')
  for (const { relayerId, reason } of report.paused) logger.warn({ relayerId, reason }, 'a relayer is paused')
  await engine.start()
  closer.add('engine', () => engine.stop())

  const startedAt = Date.now()
  let draining = false
  const app = createApp({
    engine,
    rpcUrlRules: environment,
    apiKey,
    requestTimeoutMs: environment.requestTimeoutMs,
    edge: environment,
    metrics,
    logger,
    isDraining: () => draining,
  })
  const { port, drain } = await listen(app, environment)
  closer.add('http', () => {
    draining = true
    engine.interruptWaits()
    return drain()
  })
  logger.info({ host: environment.host, port }, 'listening')
  const metricsPort = await listenForMetrics(options, { engine, rpcUrlRules: environment, startedAt, metrics })
  return { engine, port, metricsPort }
}

/** The metrics server, if it is asked for; null: it is not. */
async function listenForMetrics(
  { environment, logger, closer }: ServerOptions,
  context: Omit<OperationContext, 'apiDocs'>,
): Promise<number | null> {
  const { host, metricsPort, requestTimeoutMs } = environment
  if (metricsPort === null) return null
  const app = createMetricsApp(context, logger)
  const { port, drain } = await listen(app, { host, port: metricsPort, requestTimeoutMs, portName: 'METRICS_PORT' })
  closer.add('metrics', drain)
  logger.info({ host, port }, 'metrics')
  return port
}

import { createEngine, createMemoryQueue, type Engine, type Logger, type Store } from '@relayer/core'
import { secp256k1Backend } from '@relayer/signer-local'
import type { Environment } from '../config/environment.ts'
import type { Metrics } from '../metrics/createMetrics.ts'
import { observeQueue } from '../metrics/observeQueue.ts'
import { observeRpc } from '../metrics/observeRpc.ts'
import { observeStore } from '../metrics/observeStore.ts'
import { observeWebhooks } from '../metrics/observeWebhooks.ts'
import { sendWebhook } from '../webhooks/sendWebhook.ts'
import { type AdapterSettings, openAdapters } from './openAdapters.ts'
import { systemClock } from './systemClock.ts'
import { systemRandom } from './systemRandom.ts'

/** What the engine takes from the environment, beside its adapters. */
export type EngineSettings = AdapterSettings &
  Pick<Environment, 'transactionRetentionMs' | 'eventRetentionMs' | 'idempotencyMs' | 'maxWaiters' | 'healthMs'>

/** The one composition: an engine on this process's clock, network and store. */
export function openEngine(store: Store, settings: EngineSettings, logger: Logger, { instruments }: Metrics): Engine {
  const now = () => performance.now()
  logger.info({ backend: secp256k1Backend() }, 'secp256k1 ready')
  const { transactionRetentionMs, eventRetentionMs, idempotencyMs, maxWaiters, healthMs } = settings
  return createEngine(
    {
      store: observeStore(store, instruments, now),
      adapters: openAdapters({ ...settings, observeRpc: observeRpc(instruments) }),
      webhooks: observeWebhooks({ send: sendWebhook }, instruments, now),
      queue: observeQueue(createMemoryQueue({ clock: systemClock, logger }), instruments, now),
      clock: systemClock,
      random: systemRandom,
      logger,
    },
    { transactionRetentionMs, eventRetentionMs, idempotencyMs, maxWaiters, healthMs },
  )
}

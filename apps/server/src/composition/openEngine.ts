import { createEngine, createMemoryQueue, type Engine, type Logger, type Store } from '@relayer/core'
import { secp256k1Backend } from '@relayer/signer-local'
import type { Environment } from '../config/environment.ts'
import { sendWebhook } from '../webhooks/sendWebhook.ts'
import { type AdapterSettings, openAdapters } from './openAdapters.ts'
import { systemClock } from './systemClock.ts'
import { systemRandom } from './systemRandom.ts'

/** What the engine takes from the environment, beside its adapters. */
export type EngineSettings = AdapterSettings &
  Pick<Environment, 'transactionRetentionMs' | 'eventRetentionMs' | 'idempotencyMs' | 'maxWaiters' | 'healthMs'>

/** The one composition: an engine on this process's clock, network and store. */
export function openEngine(store: Store, settings: EngineSettings, logger: Logger): Engine {
  logger.info({ backend: secp256k1Backend() }, 'secp256k1 ready')
  const { transactionRetentionMs, eventRetentionMs, idempotencyMs, maxWaiters, healthMs } = settings
  return createEngine(
    {
      store,
      adapters: openAdapters(settings),
      webhooks: { send: sendWebhook },
      queue: createMemoryQueue({ clock: systemClock, logger }),
      clock: systemClock,
      random: systemRandom,
      logger,
    },
    { transactionRetentionMs, eventRetentionMs, idempotencyMs, maxWaiters, healthMs },
  )
}

import { createEngine, createMemoryQueue, type Engine, type Logger, type Store } from '@relayer/core'
import { secp256k1Backend } from '@relayer/signer-local'
import { sendWebhook } from '../webhooks/sendWebhook.ts'
import { type AdapterSettings, openAdapters } from './openAdapters.ts'
import { systemClock } from './systemClock.ts'
import { systemRandom } from './systemRandom.ts'

/** The one composition: an engine on this process's clock, network and store. */
export function openEngine(store: Store, settings: AdapterSettings, logger: Logger): Engine {
  logger.info({ backend: secp256k1Backend() }, 'secp256k1 ready')
  return createEngine({
    store,
    adapters: openAdapters(settings),
    webhooks: { send: sendWebhook },
    queue: createMemoryQueue({ clock: systemClock, logger }),
    clock: systemClock,
    random: systemRandom,
    logger,
  })
}

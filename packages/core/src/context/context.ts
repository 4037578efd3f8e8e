import type { Adapters } from '../ports/adapters.ts'
import type { Clock } from '../ports/clock.ts'
import type { Logger } from '../ports/logger.ts'
import type { Random } from '../ports/random.ts'
import type { Store } from '../ports/store.ts'
import type { WebhookSender } from '../ports/webhookSender.ts'
import type { WorkQueue } from '../ports/workQueue.ts'
import type { AdapterCache } from './adapterCache.ts'
import type { Changes } from './changes.ts'
import type { Directory } from './directory.ts'
import type { Grants } from './grants.ts'
import type { Heads } from './heads.ts'
import type { Settings } from './settings.ts'
import type { Waiters } from './waiters.ts'

/** What the owner of an engine brings: the ports, each made by an adapter package or by the owner. */
export interface Ports {
  readonly store: Store
  readonly adapters: Adapters
  readonly webhooks: WebhookSender
  readonly queue: WorkQueue
  readonly clock: Clock
  readonly random: Random
  readonly logger: Logger
}

/** The bag of ports that every function of core takes as its first argument. */
export interface Context extends Ports {
  readonly settings: Settings
  /** Names this process among the holders of leases. */
  readonly instanceId: string
  /** When this engine was made, ms since the epoch. */
  readonly startedAt: number
  readonly changes: Changes
  readonly directory: Directory
  readonly grants: Grants
  readonly opened: AdapterCache
  readonly heads: Heads
  readonly waiters: Waiters
}

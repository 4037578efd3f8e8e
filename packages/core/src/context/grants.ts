import type { Clock } from '../ports/clock.ts'
import type { Logger } from '../ports/logger.ts'
import type { Store } from '../ports/store.ts'
import type { ApiKeyRecord, Grant } from '../records/apiKey.ts'

/** What API keys grant, by the hash of their secret, without a read of the database for each request. */
export interface Grants {
  /** What is remembered; null: nothing, or too old. Never waits. */
  known(hash: string): Grant | null
  /** Asks the store unless it is remembered; null: no key, or one that has ended. */
  find(hash: string): Promise<Grant | null>
  /** To be called after every write of a key in this process. */
  forget(): void
}

/** A record is read again in the background once it is that old, ms … */
const FRESH_MS = 2_000
/** … and before it is used again once it is that old: a key revoked by another process is refused within 5 s. */
const STALE_MS = 4_000
/** The last use of a key is written at most that often, ms. */
const TOUCH_MS = 60_000
/** Secrets that are remembered; with more of them the memory is emptied. */
const MOST = 10_000

interface Known {
  readonly record: ApiKeyRecord
  readonly grant: Grant
  readonly readAt: number
  touchedAt: number
}

/** {@link Grants} on a store. Only keys that exist are remembered: guessing fills no memory. */
export function createGrants(ports: { readonly store: Store; readonly clock: Clock; readonly logger: Logger }): Grants {
  const { store, clock, logger } = ports
  const known = new Map<string, Known>()
  const reads = new Map<string, Promise<Known | null>>()
  let generation = 0

  function read(hash: string): Promise<Known | null> {
    const running = reads.get(hash)
    if (running !== undefined) return running
    const readAt = clock.now()
    const began = generation
    const started = store.apiKeys.byHash(hash).then(record => {
      const touchedAt = Math.max(record?.lastUsedAt ?? 0, known.get(hash)?.touchedAt ?? 0)
      const entry = record && { record, grant: grantOf(record), readAt, touchedAt }
      // what was read before a write of this process is told to who asked, and not remembered
      if (began === generation) remember(hash, entry)
      return entry
    })
    const settled = started.finally(() => reads.get(hash) === settled && reads.delete(hash))
    reads.set(hash, settled)
    return settled
  }

  function remember(hash: string, entry: Known | null): void {
    if (entry === null) known.delete(hash)
    else {
      if (known.size >= MOST && !known.has(hash)) known.clear()
      known.set(hash, entry)
    }
  }

  /** The grant, if the key holds at this moment; notes its use. */
  function use(hash: string, entry: Known, now: number): Grant | null {
    if (!holds(entry.record, hash, now)) return null
    if (now - entry.touchedAt >= TOUCH_MS) {
      entry.touchedAt = now
      store.apiKeys.touch(entry.record.id, now).catch((error: unknown) => {
        logger.warn({ err: error, apiKeyId: entry.record.id }, 'the last use of an API key could not be written')
      })
    }
    return entry.grant
  }

  return {
    known(hash) {
      const entry = known.get(hash)
      if (entry === undefined) return null
      const now = clock.now()
      const age = now - entry.readAt
      // a clock that was set back must not make a key immortal
      if (age < 0 || age >= STALE_MS) return null
      // a failure shows where somebody waits for the answer
      if (age >= FRESH_MS) read(hash).catch(() => {})
      return use(hash, entry, now)
    },
    async find(hash) {
      const entry = await read(hash)
      return entry && use(hash, entry, clock.now())
    },
    forget() {
      generation += 1
      known.clear()
      reads.clear()
    },
  }
}

function holds(key: ApiKeyRecord, hash: string, now: number): boolean {
  if (key.expiresAt !== null && now >= key.expiresAt) return false
  return key.hash === hash || (key.previousHash === hash && key.previousUntil !== null && now < key.previousUntil)
}

function grantOf(key: ApiKeyRecord): Grant {
  const { permissions, allowedOrigins, relayers, receivers, expiresAt } = key
  return { keyId: key.id, root: false, permissions, allowedOrigins, relayers, receivers, expiresAt }
}

import type { HeadInterest, Heads } from '../context/heads.ts'
import type { Chain, Head, Reading } from '../ports/chain.ts'
import type { Clock } from '../ports/clock.ts'
import type { Logger } from '../ports/logger.ts'
import { LEAST_HEAD_GAP_MS, pollDelay } from './pollDelay.ts'

interface Watched {
  readonly keys: Map<string, HeadInterest>
  head: Head | null
  /** When the newest head was first seen, and when an endpoint last said that it is the newest. */
  since: number
  seenAt: number
  /** When a head lower than the one known was first seen in a row; null: not now. */
  lowerSince: number | null
  asking: Promise<Reading<Head>> | null
  /** The armed poll. */
  cancel: (() => void) | null
  /** Ends the announcements of an endpoint; null: none announces. */
  unsubscribe: (() => void) | null
  /** When the head was last asked for because of an announcement, ms. */
  announcedAt: number
  /** The armed question of an announcement that came too soon after another. */
  cancelAnnounced: (() => void) | null
  failures: number
}

/**
 * One watcher per chain object, working only while a lane has something in flight: heads that an endpoint announces, else
 * polling. Whatever number of lanes asks at once, the node is asked once. A head lower than the one known is a lagging
 * endpoint and ignored, until it lasts (a rollback).
 */
export function createHeads(ports: {
  readonly clock: Clock
  readonly logger: Logger
  readonly wake: (key: string) => void
}): Heads {
  const { clock, logger, wake } = ports
  const watched = new Map<Chain, Watched>()
  /** The chain object each key watches. A network whose endpoints change gets a new one. */
  const watching = new Map<string, Chain>()
  let stopped = false

  const stateOf = (chain: Chain): Watched => {
    const known = watched.get(chain)
    if (known !== undefined) return known
    const state: Watched = {
      keys: new Map(),
      head: null,
      since: clock.now(),
      seenAt: 0,
      lowerSince: null,
      asking: null,
      cancel: null,
      unsubscribe: null,
      announcedAt: Number.NEGATIVE_INFINITY,
      cancelAnnounced: null,
      failures: 0,
    }
    watched.set(chain, state)
    return state
  }

  const accept = (chain: Chain, state: Watched, head: Head): void => {
    const now = clock.now()
    const known = state.head
    if (known !== null && head.height < known.height) {
      state.lowerSince ??= now
      if (now - state.lowerSince < 3 * chain.traits.blockTimeMs) return
    }
    state.lowerSince = null
    state.seenAt = now
    if (known?.hash === head.hash && known.endpoint === head.endpoint) return
    state.head = head
    if (known?.hash === head.hash) return
    state.since = now
    for (const key of state.keys.keys()) wake(key)
  }

  const ask = (chain: Chain, state: Watched): Promise<Reading<Head>> => {
    state.asking ??= chain
      .head()
      .then(reading => {
        if (reading.ok) {
          state.failures = 0
          accept(chain, state, reading.value)
        } else if (state.failures++ === 0) {
          logger.warn({ network: chain.identity, reason: reading.reason }, 'no endpoint answers for the head')
        }
        return reading
      })
      .finally(() => {
        state.asking = null
      })
    return state.asking
  }

  const poll = (chain: Chain, state: Watched): void => {
    if (stopped || state.cancel !== null || state.keys.size === 0) return
    const delay = pollDelay({
      blockTimeMs: chain.traits.blockTimeMs,
      sinceHeadMs: clock.now() - state.since,
      interest: [...state.keys.values()].includes('next') ? 'next' : 'now and then',
      announced: state.unsubscribe !== null,
      failures: state.failures,
    })
    state.cancel = clock.after(delay, () => {
      state.cancel = null
      void ask(chain, state).finally(() => poll(chain, state))
    })
  }

  const pollAnew = (chain: Chain, state: Watched): void => {
    state.cancel?.()
    state.cancel = null
    poll(chain, state)
  }

  /** Asks at once, and after that at most once per gap, however fast heads are announced; the last one is never lost. */
  const announce = (chain: Chain, state: Watched): void => {
    if (stopped || state.cancelAnnounced !== null) return
    const wait = state.announcedAt + LEAST_HEAD_GAP_MS - clock.now()
    const now = (): void => {
      state.cancelAnnounced = null
      state.announcedAt = clock.now()
      void ask(chain, state)
    }
    if (wait <= 0) now()
    else state.cancelAnnounced = clock.after(wait, now)
  }

  const subscribe = (chain: Chain, state: Watched): void => {
    if (stopped || state.unsubscribe !== null) return
    state.unsubscribe = chain.subscribeHeads(
      () => announce(chain, state),
      () => {
        state.unsubscribe = null
        pollAnew(chain, state)
      },
    )
  }

  const leave = (chain: Chain, key: string): void => {
    const state = stateOf(chain)
    state.keys.delete(key)
    if (state.keys.size > 0) return
    state.unsubscribe?.()
    state.unsubscribe = null
  }

  /** Nobody asks a chain object again that was replaced by another. */
  const move = (chain: Chain, key: string): void => {
    leave(chain, key)
    const state = stateOf(chain)
    if (state.keys.size > 0) return
    state.cancel?.()
    state.cancel = null
    watched.delete(chain)
  }

  return {
    async head(chain) {
      const state = stateOf(chain)
      if (
        state.head !== null &&
        clock.now() - state.seenAt < Math.max(chain.traits.blockTimeMs / 2, LEAST_HEAD_GAP_MS)
      ) {
        return { ok: true, value: state.head }
      }
      const reading = await ask(chain, state)
      return reading.ok && state.head !== null ? { ok: true, value: state.head } : reading
    },
    async other(chain, failed) {
      const state = stateOf(chain)
      if (state.head === failed) await ask(chain, state)
      return state.head === failed ? null : state.head
    },
    watch(chain, key, interest) {
      const before = watching.get(key)
      watching.set(key, chain)
      if (before !== undefined && before !== chain) move(before, key)
      const state = stateOf(chain)
      const changed = state.keys.get(key) !== interest
      state.keys.set(key, interest)
      if (!changed) return
      if (interest === 'next') subscribe(chain, state)
      pollAnew(chain, state)
    },
    unwatch(chain, key) {
      const before = watching.get(key)
      watching.delete(key)
      if (before !== undefined && before !== chain) move(before, key)
      else leave(chain, key)
    },
    stop() {
      stopped = true
      for (const state of watched.values()) {
        state.cancel?.()
        state.cancelAnnounced?.()
        state.unsubscribe?.()
      }
    },
  }
}

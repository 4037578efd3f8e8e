import type { Heads } from '../context/heads.ts'
import type { Chain, Head, Reading } from '../ports/chain.ts'
import type { Clock } from '../ports/clock.ts'
import type { Logger } from '../ports/logger.ts'

interface Watched {
  readonly keys: Set<string>
  head: Head | null
  seenAt: number
  /** When a head lower than the one known was first seen in a row; null: not now. */
  lowerSince: number | null
  asking: Promise<Reading<Head>> | null
  cancel: (() => void) | null
  failures: number
}

/** Polls at an eighth of the block time, but not faster than this … */
const FASTEST_POLL_MS = 100
/** … nor slower than this. */
const SLOWEST_POLL_MS = 2_000

/**
 * One watcher per chain object, polling only while a lane has something in flight. Whatever number of lanes asks at once,
 * the node is asked once. A head lower than the one known is a lagging endpoint and ignored, until it lasts (a rollback).
 */
export function createHeads(ports: {
  readonly clock: Clock
  readonly logger: Logger
  readonly wake: (key: string) => void
}): Heads {
  const { clock, logger, wake } = ports
  const watched = new Map<Chain, Watched>()
  let stopped = false

  const stateOf = (chain: Chain): Watched => {
    const known = watched.get(chain)
    if (known !== undefined) return known
    const state: Watched = {
      keys: new Set(),
      head: null,
      seenAt: 0,
      lowerSince: null,
      asking: null,
      cancel: null,
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
    if (known !== null && known.hash === head.hash && known.endpoint === head.endpoint) return
    state.head = head
    if (known?.hash !== head.hash) for (const key of state.keys) wake(key)
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

  const pollMs = (chain: Chain, state: Watched): number =>
    Math.min(SLOWEST_POLL_MS, Math.max(FASTEST_POLL_MS, chain.traits.blockTimeMs / 8)) * Math.min(1 + state.failures, 8)

  const poll = (chain: Chain, state: Watched): void => {
    if (stopped || state.cancel !== null || state.keys.size === 0) return
    state.cancel = clock.after(pollMs(chain, state), () => {
      state.cancel = null
      void ask(chain, state).finally(() => poll(chain, state))
    })
  }

  return {
    async head(chain) {
      const state = stateOf(chain)
      if (state.head !== null && clock.now() - state.seenAt < chain.traits.blockTimeMs / 2)
        return { ok: true, value: state.head }
      const reading = await ask(chain, state)
      return reading.ok && state.head !== null ? { ok: true, value: state.head } : reading
    },
    watch(chain, key) {
      const state = stateOf(chain)
      state.keys.add(key)
      poll(chain, state)
    },
    unwatch(chain, key) {
      stateOf(chain).keys.delete(key)
    },
    stop() {
      stopped = true
      for (const state of watched.values()) state.cancel?.()
    },
  }
}

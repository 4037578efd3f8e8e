import type { Reading } from '@relayer/core'
import type { Endpoint, RpcAnswer, RpcCall } from './jsonRpc.ts'

/** When an endpoint is given a rest. */
export interface PoolOptions {
  readonly now: () => number
  /** Failures in a row after which an endpoint is paused. */
  readonly failureThreshold: number
  /** How long it is paused, ms. */
  readonly pauseMs: number
}

/** Answers, and the label of the endpoint that gave them. */
export interface PoolAnswers {
  readonly endpoint: string
  readonly answers: readonly RpcAnswer[]
}

/** Endpoints with failover. What an endpoint is told to wait for is waited for; a paused one is asked only if all are. */
export interface Pool {
  /** Asks the best endpoint, then the next ones, until one answers anything; single calls may still be lost. */
  ask(calls: readonly RpcCall[]): Promise<Reading<PoolAnswers>>
  /** Asks one endpoint, so that several reads see the same chain. */
  askAt(label: string, calls: readonly RpcCall[]): Promise<Reading<readonly RpcAnswer[]>>
  /**
   * Sends in order. Calls that an endpoint lost go to the next one, so each call must be safe to repeat. One answer per
   * call, each with the endpoint that was told last.
   */
  send(calls: readonly RpcCall[]): Promise<readonly { readonly endpoint: string; readonly answer: RpcAnswer }[]>
  /** Takes an endpoint out of use for the pause, for what it said rather than for its silence. */
  pause(label: string): void
}

interface Health {
  failures: number
  pausedUntil: number
  /** Until then it refuses us; asking earlier would only lengthen it. */
  limitedUntil: number
}

/** Orders endpoints by weight (stable among equals): heads of one endpoint grow, those of several jump back and forth. */
export function createPool(endpoints: readonly Endpoint[], { now, failureThreshold, pauseMs }: PoolOptions): Pool {
  const ranked = endpoints.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight)
  const health = new Map<Endpoint, Health>(ranked.map(e => [e, { failures: 0, pausedUntil: 0, limitedUntil: 0 }]))
  const healthOf = (endpoint: Endpoint) => health.get(endpoint) as Health

  /** Working ones first, then paused ones; without those that told us to wait. */
  function candidates(): Endpoint[] {
    const open = ranked.filter(endpoint => healthOf(endpoint).limitedUntil <= now())
    const working = open.filter(endpoint => healthOf(endpoint).pausedUntil <= now())
    const paused = open.filter(endpoint => healthOf(endpoint).pausedUntil > now())
    return [...working, ...paused.sort((a, b) => healthOf(a).pausedUntil - healthOf(b).pausedUntil)]
  }

  function nobody(): { ok: false; reason: string; retryAfterMs: number | null } {
    if (ranked.length === 0) return { ok: false, reason: 'no endpoint is configured', retryAfterMs: null }
    const waitMs = Math.min(...ranked.map(endpoint => healthOf(endpoint).limitedUntil)) - now()
    return { ok: false, reason: 'every endpoint is rate limited', retryAfterMs: Math.max(waitMs, 0) }
  }

  async function sendTo(
    endpoint: Endpoint,
    calls: readonly RpcCall[],
    ordered: boolean,
  ): Promise<readonly RpcAnswer[]> {
    const answers = await endpoint.send(calls, { ordered })
    const state = healthOf(endpoint)
    const waitMs = Math.max(0, ...answers.map(answer => (answer.kind === 'limited' ? answer.retryAfterMs : 0)))
    if (waitMs > 0) state.limitedUntil = now() + waitMs
    if (answers.some(answer => answer.kind === 'lost')) {
      state.failures += 1
      if (state.failures >= failureThreshold) state.pausedUntil = now() + pauseMs
    } else if (answers.some(answer => answer.kind !== 'limited')) {
      state.failures = 0
      state.pausedUntil = 0
    }
    return answers
  }

  async function read(endpoint: Endpoint, calls: readonly RpcCall[]): Promise<Reading<readonly RpcAnswer[]>> {
    const answers = await sendTo(endpoint, calls, false)
    const [first] = answers
    const silent = answers.every(({ kind }) => kind === 'lost' || kind === 'limited')
    if (!silent || first === undefined) return { ok: true, value: answers }
    const retryAfterMs = first.kind === 'limited' ? first.retryAfterMs : null
    return { ok: false, reason: 'reason' in first ? first.reason : '', retryAfterMs }
  }

  return {
    async ask(calls) {
      let failure: Reading<PoolAnswers> = nobody()
      for (const endpoint of candidates()) {
        const reading = await read(endpoint, calls)
        if (reading.ok) return { ok: true, value: { endpoint: endpoint.label, answers: reading.value } }
        failure = reading
      }
      return failure
    },
    async askAt(label, calls) {
      if (calls.length === 0) return { ok: true, value: [] }
      const endpoint = ranked.find(candidate => candidate.label === label)
      if (endpoint === undefined) return { ok: false, reason: `${label} is not in use`, retryAfterMs: null }
      const waitMs = healthOf(endpoint).limitedUntil - now()
      if (waitMs > 0) return { ok: false, reason: `${label}: rate limited`, retryAfterMs: waitMs }
      return read(endpoint, calls)
    },
    async send(calls) {
      const { reason, retryAfterMs } = nobody()
      const nobodyThere: RpcAnswer =
        retryAfterMs === null ? { kind: 'lost', reason } : { kind: 'limited', reason, retryAfterMs }
      const outcomes: { endpoint: string; answer: RpcAnswer }[] = calls.map(() => ({
        endpoint: '',
        answer: nobodyThere,
      }))
      let open = calls.map((_, index) => index)
      for (const endpoint of candidates()) {
        if (open.length === 0) break
        const batch = open.map(index => calls[index] as RpcCall)
        const answers = await sendTo(endpoint, batch, true)
        for (const [position, index] of open.entries()) {
          outcomes[index] = { endpoint: endpoint.label, answer: answers[position] as RpcAnswer }
        }
        open = open.filter(index => ['lost', 'limited'].includes(outcomes[index]?.answer.kind ?? 'lost'))
      }
      return outcomes
    },
    pause(label) {
      const endpoint = ranked.find(candidate => candidate.label === label)
      if (endpoint !== undefined) healthOf(endpoint).pausedUntil = now() + pauseMs
    },
  }
}

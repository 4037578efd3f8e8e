import type { Reading } from '@relayer/core'
import { type CheckedEndpoint, checkChainId } from './checkedEndpoint.ts'
import type { After } from '../after.ts'
import { createHealth, type Health, type HealthOptions } from './health.ts'
import type { Endpoint, RpcAnswer, RpcCall } from './jsonRpc.ts'
import { createRotation } from './rotation.ts'
import { type RankOf, sendHedged } from './sendHedged.ts'

/** How endpoints are used. */
export interface PoolOptions extends HealthOptions {
  readonly chainId: number
  /** Whether an endpoint that has no `eth_chainId` is trusted. */
  readonly mayBeSilent: boolean
  /** Silence after which the next endpoint is told as well, ms. */
  readonly hedgeMs: number
  readonly after: After
}

/** Answers, and the label of the endpoint that gave them. */
export interface PoolAnswers {
  readonly endpoint: string
  readonly answers: readonly RpcAnswer[]
}

/** Null: the answers will do. Otherwise why another endpoint must be asked. */
export type Objection = (answers: PoolAnswers) => string | null

/** Endpoints with failover. What an endpoint is told to wait for is waited for; a paused one is asked only if all are. */
export interface Pool {
  /**
   * Asks the endpoint whose turn it is by weight, then the next ones, until one gives answers without an objection; also the
   * next one as soon as one is silent for too long.
   */
  ask(calls: readonly RpcCall[], objection?: Objection): Promise<Reading<PoolAnswers>>
  /** Asks one endpoint, so that several reads see the same chain. `aside`: its health does not depend on the answer. */
  askAt(
    label: string,
    calls: readonly RpcCall[],
    options?: { readonly aside?: boolean },
  ): Promise<Reading<readonly RpcAnswer[]>>
  /** Asks one endpoint and, when it does not answer, the others: for questions whose answer is not of one view of the chain. */
  askNear(label: string, calls: readonly RpcCall[]): Promise<Reading<readonly RpcAnswer[]>>
  /**
   * Sends in order, to the heaviest endpoint that works, so that what follows meets what went before. Calls that it lost go
   * to the next one, and all go to a second one too when the first is silent: each call must be safe to repeat. One answer
   * per call, the best by `rankOf`, with the endpoint that gave it.
   */
  send(
    calls: readonly RpcCall[],
    rankOf: RankOf,
  ): Promise<readonly { readonly endpoint: string; readonly answer: RpcAnswer }[]>
  /**
   * Asks on behalf of a client: the endpoint whose turn it is, then the next ones what it did not answer. One answer per
   * call. What is asked is not ours, so silence does not count against an endpoint; that it wants to be left alone does.
   */
  forward(calls: readonly RpcCall[]): Promise<readonly RpcAnswer[]>
  /** The heaviest endpoint besides this one that works; null: there is none. */
  another(label: string): string | null
  /** Counts an answer that makes no sense as a failure. */
  blame(label: string): void
  /** Asks the others first for so long: its head is below theirs. */
  putBehind(label: string, ms: number): void
}

interface Member extends CheckedEndpoint {
  readonly health: Health
}

/** How long an endpoint that was too slow once comes after the others, ms. */
const slowMs = 10_000
/** How long one that has just failed does, ms: it must not fail the very next tick too. */
const failedMs = 1_000

/** After so many endpoints were silent on a client's call, it is given up: the client does not wait for ever either. */
const maxWaits = 2

/** Endpoints of weight 0 are never used. */
export function createPool(endpoints: readonly Endpoint[], options: PoolOptions): Pool {
  const { hedgeMs, after } = options
  const members = endpoints
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
    .map((endpoint): Member => Object.assign(checkChainId(endpoint, options), { health: createHealth(options) }))
  const rotate = createRotation<Member>()
  const memberOf = (label: string) => members.find(member => member.label === label)

  /** Without those that told us to wait, and those that must not be used. */
  const open = () => members.filter(({ health }) => health.limitedMs <= 0 && health.excluded === null)
  const paused = () =>
    open()
      .filter(({ health }) => health.isPaused)
      .sort((a, b) => a.health.pausedUntil - b.health.pausedUntil)
  const working = () => open().filter(({ health }) => !health.isPaused)

  function readers(): readonly Member[] {
    const isFresh = ({ health }: Member) => !health.isSlow && !health.isBehind
    return [...rotate(working().filter(isFresh)), ...working().filter(member => !isFresh(member)), ...paused()]
  }

  function receivers(): readonly Member[] {
    const isSlow = ({ health }: Member) => health.isSlow
    return [...working().filter(member => !isSlow(member)), ...working().filter(isSlow), ...paused()]
  }

  /** The answer to a call that nobody can be asked. */
  function unanswered(): RpcAnswer {
    const { reason, retryAfterMs } = nobody()
    return retryAfterMs === null
      ? { kind: 'lost', reason, cause: 'unusable' }
      : { kind: 'limited', reason, retryAfterMs }
  }

  /** Why there is nobody to ask. */
  function nobody(): { ok: false; reason: string; retryAfterMs: number | null } {
    if (members.length === 0) return { ok: false, reason: 'no endpoint is configured', retryAfterMs: null }
    const usable = members.filter(({ health }) => health.excluded === null)
    if (usable.length === 0) {
      return { ok: false, reason: members[0]?.health.excluded ?? '', retryAfterMs: null }
    }
    const waitMs = Math.min(...usable.map(({ health }) => health.limitedMs))
    return { ok: false, reason: 'every endpoint is rate limited', retryAfterMs: Math.max(waitMs, 0) }
  }

  async function sendTo(
    member: Member,
    calls: readonly RpcCall[],
    { ordered = false, aside = false, foreign = false } = {},
  ): Promise<readonly RpcAnswer[]> {
    const broken: RpcAnswer = { kind: 'lost', reason: `${member.label}: no connection` }
    // A transport or an observer of the user may throw; nobody waits for the rest of a hedge to hear of it.
    const answers = await member.send(calls, { ordered, foreign }).catch(() => calls.map(() => broken))
    const { health } = member
    const waitMs = Math.max(0, ...answers.map(answer => (answer.kind === 'limited' ? answer.retryAfterMs : 0)))
    if (waitMs > 0) health.limit(waitMs)
    if (member.refusal !== null) health.exclude(member.refusal)
    if (answers.every(({ kind }) => kind === 'lost')) member.doubt()
    if (aside || foreign) return answers
    if (answers.some(({ kind }) => kind === 'lost')) {
      health.fail()
      health.slow(failedMs)
    } else if (answers.some(({ kind }) => kind !== 'limited')) health.succeed()
    return answers
  }

  async function read(
    member: Member,
    calls: readonly RpcCall[],
    aside = false,
  ): Promise<Reading<readonly RpcAnswer[]>> {
    const answers = await sendTo(member, calls, { aside })
    const [first] = answers
    const silent = answers.every(({ kind }) => kind === 'lost' || kind === 'limited')
    if (!silent || first === undefined) return { ok: true, value: answers }
    const retryAfterMs = first.kind === 'limited' ? first.retryAfterMs : null
    return { ok: false, reason: 'reason' in first ? first.reason : '', retryAfterMs }
  }

  const another = (label: string) => working().find(member => member.label !== label)?.label ?? null

  async function askAt(
    label: string,
    calls: readonly RpcCall[],
    { aside = false } = {},
  ): Promise<Reading<readonly RpcAnswer[]>> {
    if (calls.length === 0) return { ok: true, value: [] }
    const member = memberOf(label)
    if (member === undefined) return { ok: false, reason: `${label} is not in use`, retryAfterMs: null }
    const { excluded, limitedMs } = member.health
    if (excluded !== null) return { ok: false, reason: excluded, retryAfterMs: null }
    if (limitedMs > 0) return { ok: false, reason: `${label}: rate limited`, retryAfterMs: limitedMs }
    return read(member, calls, aside)
  }

  return {
    ask: (calls, objection = () => null) =>
      new Promise(resolve => {
        const order = readers()
        let failure: Reading<PoolAnswers> = nobody()
        let next = 0
        let running = 0
        /** Of the running ones, those that are not too slow yet. */
        let prompt = 0
        let answered = false
        let done = false
        const finish = (reading: Reading<PoolAnswers>): void => {
          done = true
          resolve(reading)
        }
        const launch = (): void => {
          const member = order[next++]
          if (member === undefined) {
            // The silent ones need not be waited for where others have said what there is to say.
            if (running === 0 || (prompt === 0 && answered)) finish(failure)
            return
          }
          running += 1
          prompt += 1
          let isPrompt = true
          const stopHedge = after(hedgeMs, () => {
            if (done) return
            isPrompt = false
            prompt -= 1
            member.health.slow(slowMs)
            launch()
          })
          void read(member, calls).then(reading => {
            stopHedge()
            running -= 1
            if (isPrompt) prompt -= 1
            if (done) return
            const answers = reading.ok ? { endpoint: member.label, answers: reading.value } : null
            const refusal = answers && objection(answers)
            if (answers !== null && refusal === null) return finish({ ok: true, value: answers })
            answered ||= reading.ok
            failure = reading.ok ? { ok: false, reason: refusal ?? '', retryAfterMs: null } : reading
            return launch()
          })
        }
        launch()
      }),
    askAt,
    async askNear(label, calls) {
      const first = await askAt(label, calls)
      if (first.ok) return first
      for (const other of working().filter(member => member.label !== label)) {
        const reading = await read(other, calls)
        if (reading.ok) return reading
      }
      return first
    },
    async send(calls, rankOf) {
      if (calls.length === 0) return []
      return sendHedged({
        calls,
        order: receivers(),
        sendTo: (member, some) => sendTo(member, some, { ordered: true }),
        rankOf,
        silent: ({ health }) => health.slow(slowMs),
        hedge: act => after(hedgeMs, act),
        nobodyThere: unanswered(),
      })
    },
    async forward(calls) {
      const answers: RpcAnswer[] = calls.map(unanswered)
      const waits = calls.map(() => 0)
      let open = [...calls.keys()]
      for (const member of readers()) {
        if (open.length === 0) break
        const batch = open.map(index => calls[index] as RpcCall)
        const told = await sendTo(member, batch, { foreign: true })
        for (const [position, index] of open.entries()) answers[index] = told[position] ?? unanswered()
        open = open.filter(index => {
          const { kind, ...rest } = answers[index] as RpcAnswer
          if (kind !== 'lost' && kind !== 'limited') return false
          if ('cause' in rest && rest.cause === 'late') waits[index] = (waits[index] ?? 0) + 1
          return (waits[index] ?? 0) < maxWaits
        })
      }
      return answers
    },
    another,
    blame: label => memberOf(label)?.health.fail(),
    putBehind: (label, ms) => memberOf(label)?.health.behind(ms),
  }
}

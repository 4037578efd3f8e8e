import type { Transport } from 'viem'
import type { Endpoint, RpcAnswer, RpcCall, RpcObservation } from './jsonRpc.ts'

/** A transport of the user, and what it is called. */
export interface TransportEndpointOptions {
  readonly transport: Transport
  readonly label: string
  readonly weight: number
  readonly timeoutMs: number
  readonly now: () => number
  readonly observe?: (observation: RpcObservation) => void
}

/** Calls that wait for an answer at a time; a transport made with `batch: true` puts them into one request. */
const parallelCalls = 50

/** An endpoint on a viem transport that the user made (WebSocket, IPC, a custom provider). Batching is the transport's. */
export function createTransportEndpoint(options: TransportEndpointOptions): Endpoint {
  const { label, weight, timeoutMs, now, observe } = options
  const transport = options.transport({ retryCount: 0, timeout: timeoutMs })

  async function call({ method, params }: RpcCall, foreign: boolean): Promise<RpcAnswer> {
    const startedAt = now()
    let answer: RpcAnswer
    try {
      answer = { kind: 'result', value: await transport.request({ method, params: params ?? undefined }) }
    } catch (error) {
      answer = readFailure(error, label)
    }
    const outcome = answer.kind === 'lost' || answer.kind === 'limited' ? answer.kind : 'answered'
    observe?.({
      endpoint: label,
      methods: { [foreign ? 'forwarded' : method]: 1 },
      durationMs: now() - startedAt,
      outcome,
    })
    return answer
  }

  return {
    label,
    weight,
    async send(calls, { ordered = false, foreign = false } = {}) {
      const size = ordered ? 1 : parallelCalls
      const answers: RpcAnswer[] = []
      for (let start = 0; start < calls.length; start += size) {
        const batch = calls.slice(start, start + size)
        answers.push(...(await Promise.all(batch.map(each => call(each, foreign)))))
      }
      return answers
    },
  }
}

/** viem's errors by their fields, so that errors of another copy of viem are understood as well. */
function readFailure(error: unknown, label: string): RpcAnswer {
  for (let cause = error, depth = 0; typeof cause === 'object' && cause !== null && depth < 8; depth++) {
    const { name, code, status, details, data, cause: inner } = cause as Record<string, unknown>
    if (status === 429) return { kind: 'limited', reason: `${label}: rate limited`, retryAfterMs: 1_000 }
    if (name === 'TimeoutError') return { kind: 'lost', reason: `${label}: no answer in time`, cause: 'late' }
    if (name === 'RpcRequestError' && typeof code === 'number') {
      return { kind: 'error', code, message: typeof details === 'string' ? details : '', data }
    }
    cause = inner
  }
  return { kind: 'lost', reason: `${label}: no connection` }
}

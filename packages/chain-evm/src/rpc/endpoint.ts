import { parseJson, stringifyJson } from '@relayer/schemas'
import type { Endpoint, RpcAnswer, RpcCall, RpcObservation } from './jsonRpc.ts'
import { type Posted, type PostOptions, postJson } from './postJson.ts'
import { readAnswers } from './readAnswers.ts'

/** Most calls in one request at first; halved whenever the node shows that it takes fewer. */
const firstBatchSize = 100
/** Requests of one unordered send that are open at a time. */
const parallelRequests = 4

/** Where an endpoint is, and who is told of its requests. */
export interface EndpointOptions extends PostOptions {
  readonly weight: number
  readonly observe?: (observation: RpcObservation) => void
}

/**
 * One HTTP endpoint. `fetch` keeps its connections alive, calls travel in JSON-RPC batches, and the batch size the node
 * takes is learnt: a batch that is refused as a whole is halved and asked again, down to single calls.
 */
export function createEndpoint(options: EndpointOptions): Endpoint {
  const { label, weight, now, observe } = options
  let batchSize = firstBatchSize
  let nextId = 1

  async function post(calls: readonly RpcCall[], foreign: boolean): Promise<readonly RpcAnswer[] | 'tooLarge'> {
    const firstId = nextId
    nextId += calls.length
    const requests = calls.map(({ method, params }, index) => ({
      jsonrpc: '2.0',
      id: firstId + index,
      method,
      params: params ?? undefined,
    }))
    const request = requests.length === 1 ? requests[0] : requests
    const startedAt = now()
    const posted = foreign
      ? await postJson(options, stringifyJson(request), parseJson)
      : await postJson(options, JSON.stringify(request))
    observe?.({
      endpoint: label,
      methods: foreign ? { forwarded: calls.length } : countMethods(calls),
      durationMs: now() - startedAt,
      outcome: outcomeOf(posted),
    })
    if (posted.kind === 'tooLarge') {
      return calls.length > 1 ? 'tooLarge' : [{ kind: 'lost', reason: `${label}: HTTP 413`, cause: 413 }]
    }
    if (posted.kind !== 'body') return calls.map(() => posted)
    const lost: RpcAnswer = { kind: 'lost', reason: `${label}: HTTP ${posted.status}`, cause: posted.status }
    if (posted.status >= 500 && !Array.isArray(posted.body)) return calls.map(() => lost)
    const read = readAnswers(posted.body, firstId, calls.length, label)
    if (read.kind === 'tooLarge') return 'tooLarge'
    if (posted.status < 400) return read.answers
    return read.answers.map(answer => (answer.kind === 'lost' ? lost : answer))
  }

  async function sendBatch(calls: readonly RpcCall[], foreign: boolean): Promise<readonly RpcAnswer[]> {
    const answers = await post(calls, foreign)
    if (answers !== 'tooLarge') return answers
    const half = Math.ceil(calls.length / 2)
    if (!foreign) batchSize = Math.min(batchSize, half)
    return [...(await sendBatch(calls.slice(0, half), foreign)), ...(await sendBatch(calls.slice(half), foreign))]
  }

  return {
    label,
    weight,
    async send(calls, { ordered = false, foreign = false } = {}) {
      const answers: RpcAnswer[] = Array.from({ length: calls.length })
      let next = 0
      const work = async () => {
        while (next < calls.length) {
          const start = next
          const batch = calls.slice(start, start + batchSize)
          next += batch.length
          for (const [index, answer] of (await sendBatch(batch, foreign)).entries()) answers[start + index] = answer
        }
      }
      await Promise.all(Array.from({ length: ordered ? 1 : parallelRequests }, work))
      return answers
    },
  }
}

function outcomeOf({ kind }: Posted): RpcObservation['outcome'] {
  return kind === 'limited' || kind === 'lost' ? kind : 'answered'
}

function countMethods(calls: readonly RpcCall[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { method } of calls) counts[method] = (counts[method] ?? 0) + 1
  return counts
}

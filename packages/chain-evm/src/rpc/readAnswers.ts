import type { RpcAnswer } from './jsonRpc.ts'

/** Answers by id, or that the batch must be made smaller. */
export type BatchAnswers =
  | { readonly kind: 'answers'; readonly answers: readonly RpcAnswer[] }
  | { readonly kind: 'tooLarge' }

const tooLarge =
  /batch.*(too (large|big|many)|exceed|limit|size)|(response|request|payload|body).{0,20}too (large|big)/i
const limited =
  /rate.?limit|too many requests|request (count|limit) exceeded|limit exceeded.*second|compute units|throughput|quota/i

/**
 * Matches a node's body to the calls with ids `firstId`, `firstId + 1`, …: in any order, ids as numbers or as text,
 * strangers and garbage ignored, the first answer winning over a second one. A call without an answer is `lost`.
 */
export function readAnswers(body: unknown, firstId: number, count: number, label: string): BatchAnswers {
  const answers: (RpcAnswer | undefined)[] = Array.from({ length: count })
  if (count > 1 && !Array.isArray(body)) return readRefusal(body, count, label)
  let shrink = false
  for (const entry of Array.isArray(body) ? body : [body]) {
    if (typeof entry !== 'object' || entry === null) continue
    const { id, result, error } = entry as { id?: unknown; result?: unknown; error?: unknown }
    const answer = readError(error, label) ?? (result === undefined ? undefined : { kind: 'result', value: result })
    if (answer === undefined) continue
    // geth refuses a whole batch in one error, with the first call's id or none.
    if (count > 1 && answer.kind === 'error' && tooLarge.test(answer.message)) shrink = true
    const index = typeof id === 'number' || (typeof id === 'string' && id !== '') ? Number(id) - firstId : Number.NaN
    if (index in answers) answers[index] ??= answer
    else if (!Array.isArray(body) && answer.kind !== 'result') answers[0] = answer
  }
  if (shrink) return { kind: 'tooLarge' }
  const lost: RpcAnswer = { kind: 'lost', reason: `${label}: no answer to the call` }
  return { kind: 'answers', answers: Array.from(answers, answer => answer ?? lost) }
}

/** One object in answer to a batch: a rate limit holds for every call; with anything else a smaller batch may fare better. */
function readRefusal(body: unknown, count: number, label: string): BatchAnswers {
  const answer =
    typeof body === 'object' && body !== null ? readError((body as { error?: unknown }).error, label) : undefined
  if (answer?.kind !== 'limited') return { kind: 'tooLarge' }
  return { kind: 'answers', answers: Array.from({ length: count }, () => answer) }
}

/** Most characters of a node's message that are looked at: patterns take the square of its length. */
const longestMessage = 4_096

function readError(error: unknown, label: string): RpcAnswer | undefined {
  if (typeof error === 'string') {
    return { kind: 'error', code: null, message: error.slice(0, longestMessage), data: undefined }
  }
  if (typeof error !== 'object' || error === null) return undefined
  const { code, message, data } = error as { code?: unknown; message?: unknown; data?: unknown }
  const text = typeof message === 'string' ? message.slice(0, longestMessage) : ''
  // -32005 alone says nothing: Besu uses it for a transaction above the block's gas limit.
  // What a contract says when it reverts is not about us.
  if (code === 429 || (limited.test(text) && !/revert/i.test(text)))
    return { kind: 'limited', reason: `${label}: rate limited`, retryAfterMs: 1_000 }
  return { kind: 'error', code: typeof code === 'number' ? code : null, message: text, data }
}

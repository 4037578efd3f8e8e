import type { RpcAnswer } from './jsonRpc.ts'
import { readRetryAfter } from './retryAfter.ts'

/** The part of `fetch` that is used; a user may pass any that keeps connections alive. */
export type Fetch = (
  url: string,
  init: { method: 'POST'; headers: Record<string, string>; body: string; redirect: 'error'; signal: AbortSignal },
) => Promise<{
  readonly status: number
  readonly headers: { get(name: string): string | null }
  /** Read in its place where it is there, so that an endless body ends. */
  readonly body?: ReadableStream<Uint8Array> | null
  text(): Promise<string>
}>

/** A parsed body, a request that was too large, or why there is none. */
export type Posted =
  | { readonly kind: 'body'; readonly body: unknown; readonly status: number }
  | { readonly kind: 'tooLarge' }
  | Extract<RpcAnswer, { kind: 'lost' | 'limited' }>

/** Where to post; `timeoutMs` covers the whole answer, body included. */
export interface PostOptions {
  readonly url: string
  readonly label: string
  readonly timeoutMs: number
  readonly fetch: Fetch
  readonly now: () => number
  readonly headers: Readonly<Record<string, string>>
}

/** Most bytes of one answer that are read. */
const maxBodyBytes = 64 * 1024 * 1024
const oversized = new Error('the answer is too long')

/** Posts JSON and reads JSON. Never throws, and never says the URL: keys are in URLs. */
export async function postJson(
  { url, label, timeoutMs, fetch, now, headers }: PostOptions,
  body: string,
  parse: (text: string) => unknown = JSON.parse,
): Promise<Posted> {
  let status: number
  let text: string
  let retryAfter: string | null
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    status = response.status
    retryAfter = response.headers.get('retry-after')
    text = await readBody(response)
  } catch (error) {
    if (error === oversized) return { kind: 'lost', reason: `${label}: an answer that is too long` }
    const timedOut = error instanceof Error && error.name === 'TimeoutError'
    if (timedOut) return { kind: 'lost', reason: `${label}: no answer within ${timeoutMs} ms`, cause: 'late' }
    return { kind: 'lost', reason: `${label}: no connection` }
  }
  if (status === 429) {
    return { kind: 'limited', reason: `${label}: rate limited`, retryAfterMs: readRetryAfter(retryAfter, now()) }
  }
  // Nobody who says when to come back has acted.
  if (status === 503 && retryAfter !== null) {
    return { kind: 'limited', reason: `${label}: HTTP 503`, retryAfterMs: readRetryAfter(retryAfter, now()) }
  }
  if (status === 413) return { kind: 'tooLarge' }
  try {
    return { kind: 'body', body: parse(text), status }
  } catch {
    if (status === 200) return { kind: 'lost', reason: `${label}: an answer that is not JSON` }
    return { kind: 'lost', reason: `${label}: HTTP ${status}`, cause: status }
  }
}

/** The body as text; stops, and with it the connection, at the first byte too many. */
async function readBody(response: Awaited<ReturnType<Fetch>>): Promise<string> {
  if (!response.body) {
    const text = await response.text()
    if (text.length > maxBodyBytes) throw oversized
    return text
  }
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ''
  for await (const chunk of response.body) {
    bytes += chunk.byteLength
    if (bytes > maxBodyBytes) throw oversized
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

import { type IncomingHttpHeaders, request } from 'node:http'
import { parseJson } from '@relayer/schemas'

export const apiKey = 'a-key-for-tests-with-more-than-32-characters'
export const authorization = { Authorization: `Bearer ${apiKey}` }
const json = { 'Content-Type': 'application/json' }

export interface Sent {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
  /** Exact integers; null when the body is no JSON. */
  readonly body: Envelope
}

/** A body in the envelope; loosely typed, since tests look at what should not be there too. */
// biome-ignore lint: tests reach into bodies freely
// oxlint-disable-next-line typescript/no-explicit-any
export type Envelope = any

export interface Sending {
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string | Uint8Array | object | undefined
}

/** One request exactly as given: no path is normalised, no header added but Host and, for objects, JSON with its key. */
export function send(port: number, method: string, path: string, { headers, body }: Sending = {}): Promise<Sent> {
  const isRaw = typeof body === 'string' || body instanceof Uint8Array
  const payload = body === undefined || isRaw ? body : JSON.stringify(body)
  const all = headers ?? { ...authorization, ...(body === undefined ? {} : json) }
  return new Promise((resolve, reject) => {
    const outgoing = request({
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: all as Record<string, string>,
      agent: false,
    })
    outgoing.on('error', reject)
    outgoing.on('response', response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body: tryParse(text) })
      })
    })
    outgoing.end(payload)
  })
}

function tryParse(text: string): Envelope {
  try {
    return parseJson(text)
  } catch {
    return null
  }
}

import { type Agent, request } from 'node:http'
import { parseJson } from '@relayer/schemas'

/** A request that is sent exactly so. */
export interface ExactRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body?: Uint8Array | undefined
}

/** An answer as it came. */
export interface FuzzAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly text: string
  /** Undefined when the text is no JSON. */
  readonly body: unknown
}

/** No operation takes longer by far, not even one that waits until the server itself gives up. */
const hangMs = 40_000

/** Sends a request over a connection that others used before. Rejects when no answer comes at all. */
export function sendKept(
  agent: Agent,
  port: number,
  { method, path, headers, body }: ExactRequest,
): Promise<FuzzAnswer> {
  return new Promise((resolve, reject) => {
    const outgoing = request({
      agent,
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: headers as Record<string, string>,
    })
    outgoing.setTimeout(hangMs, () => outgoing.destroy(new Error(`no answer within ${hangMs} ms`)))
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
    outgoing.end(body)
  })
}

function tryParse(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

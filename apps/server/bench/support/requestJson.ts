import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true })

export interface JsonRequest {
  readonly port: number
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

/** One request on a connection that is kept alive; JSON both ways. */
export function requestJson(asked: JsonRequest): Promise<{ readonly status: number; readonly body: unknown }> {
  const { port, method, path, headers = {}, body } = asked
  const payload = body === undefined ? undefined : JSON.stringify(body)
  const type = payload === undefined ? {} : { 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const outgoing = request({ host: '127.0.0.1', port, method, path, agent, headers: { ...type, ...headers } })
    outgoing.on('error', reject)
    outgoing.on('response', response => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        try {
          resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) as unknown })
        } catch {
          reject(new Error(`${method} ${path}: ${response.statusCode} ${text.slice(0, 200)}`))
        }
      })
    })
    outgoing.end(payload)
  })
}

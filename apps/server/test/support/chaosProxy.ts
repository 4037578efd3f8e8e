import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the proxy does with one HTTP request to the node. */
export type Fault =
  | 'none'
  /** The node never hears of it, and the connection breaks. */
  | 'drop'
  /** The node hears of it, and its answer is lost. */
  | 'lose the answer'
  | 'delay'
  | 'too many requests'
  | 'garbage'
  /** Every answer of a batch comes twice. */
  | 'duplicate'

export interface ChaosProxy {
  readonly url: string
  /** Decides about each request by its methods. */
  choose: (methods: readonly string[]) => Fault
  /** Called at the named steps around each request: the place to kill a client at. */
  onStep: (step: Step) => void
  stop(): Promise<void>
}

/** `asks`: the client has sent it and the node has not seen it. `answered`: the node has answered and the client has not seen it. */
export interface Step {
  readonly methods: readonly string[]
  readonly at: 'asks' | 'answered' | 'told'
}

/** A JSON-RPC proxy in front of a real node that lies, loses and waits as it is told. */
export async function startChaosProxy(target: string): Promise<ChaosProxy> {
  const proxy: { -readonly [K in keyof ChaosProxy]: ChaosProxy[K] } = {
    url: '',
    choose: () => 'none',
    onStep: () => {},
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  const server = createServer((request, response) => {
    void forward(request, response).catch(() => response.destroy())
  })

  const forward = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await read(request)
    const methods = methodsOf(body)
    proxy.onStep({ methods, at: 'asks' })
    const fault = proxy.choose(methods)
    if (fault === 'drop') return void response.destroy()
    if (fault === 'too many requests') return void response.writeHead(429, { 'Retry-After': '1' }).end()
    if (fault === 'garbage') return void response.writeHead(200).end('<html>502</html>')
    if (fault === 'delay') await new Promise(resolve => setTimeout(resolve, 700))
    const answer = await fetch(target, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
    const text = await answer.text()
    proxy.onStep({ methods, at: 'answered' })
    if (fault === 'lose the answer') return void response.destroy()
    response
      .writeHead(answer.status, { 'Content-Type': 'application/json' })
      .end(fault === 'duplicate' ? twice(text) : text)
    proxy.onStep({ methods, at: 'told' })
  }

  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return proxy
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

function methodsOf(body: string): readonly string[] {
  const parsed = JSON.parse(body) as { method: string } | { method: string }[]
  return [...new Set((Array.isArray(parsed) ? parsed : [parsed]).map(({ method }) => method))]
}

function twice(text: string): string {
  const parsed = JSON.parse(text) as unknown
  return Array.isArray(parsed) ? JSON.stringify([...parsed, ...parsed]) : text
}

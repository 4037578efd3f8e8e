import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface RpcProxy {
  readonly url: string
  /** Calls by method since the last reset, batch elements counted. */
  readonly calls: ReadonlyMap<string, number>
  /** HTTP requests since the last reset. */
  readonly requests: number
  /** Told of every call when its request has arrived, before the node sees it. */
  onCall: (method: string, at: number) => void
  reset(): void
  stop(): Promise<void>
}

/** Stands between the server and a node and counts. It changes nothing. */
export async function startRpcProxy(nodePort: number): Promise<RpcProxy> {
  const agent = new Agent({ keepAlive: true })
  const calls = new Map<string, number>()
  let requests = 0
  const count = (body: string) => {
    const at = performance.now()
    requests++
    for (const { method } of [JSON.parse(body)].flat() as readonly { method: string }[]) {
      calls.set(method, (calls.get(method) ?? 0) + 1)
      proxy.onCall(method, at)
    }
  }
  const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const body = Buffer.concat(chunks)
      count(body.toString())
      const headers = { 'content-type': 'application/json', 'content-length': body.length }
      const forwarded = request({ host: '127.0.0.1', port: nodePort, method: 'POST', path: '/', agent, headers })
      forwarded.on('response', response => {
        outgoing.writeHead(response.statusCode ?? 502, { 'content-type': 'application/json' })
        response.pipe(outgoing)
      })
      forwarded.on('error', () => outgoing.destroy())
      forwarded.end(body)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const proxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    get requests() {
      return requests
    },
    onCall: (_method: string, _at: number) => {},
    reset() {
      calls.clear()
      requests = 0
    },
    async stop() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      agent.destroy()
    },
  }
  return proxy
}

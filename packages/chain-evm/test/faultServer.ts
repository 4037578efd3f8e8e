import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A parsed request of a client: one call or a batch. */
export type RequestBody = RequestCall | readonly RequestCall[]

/** One JSON-RPC call as the server sees it. */
export interface RequestCall {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

/** What the server does with a request: JSON to answer with, or whatever it wants to do to the connection. */
export type Handler = (body: RequestBody, response: ServerResponse) => unknown

/** A running server and what it has seen. */
export interface FaultServer {
  readonly url: string
  /** Every body received. */
  readonly bodies: RequestBody[]
  /** Replace to change its behaviour. */
  handle: Handler
  stop(): Promise<void>
}

/** A node that misbehaves as told. Returning undefined means that the handler has written the response itself. */
export async function startFaultServer(handle: Handler): Promise<FaultServer> {
  const bodies: RequestBody[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += chunk
    const body = JSON.parse(text) as RequestBody
    bodies.push(body)
    const answer = await self.handle(body, response)
    if (answer !== undefined) response.setHeader('content-type', 'application/json').end(JSON.stringify(answer))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const self: FaultServer = {
    url: `http://127.0.0.1:${port}/v3/secret-key`,
    bodies,
    handle,
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return self
}

/** Answers every call with its own first parameter. */
export function echo(body: RequestBody): unknown {
  const answer = ({ id, params }: RequestCall) => ({ jsonrpc: '2.0', id, result: params[0] ?? null })
  return Array.isArray(body) ? body.map(answer) : answer(body as RequestCall)
}

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type Koa from 'koa'
import { startError } from '../cli/startError.ts'
import { answerBrokenRequest } from '../http/answerBrokenRequest.ts'

const keepAliveMs = 55_000
const drainMs = 5_000
const pollMs = 50

export interface Listening {
  readonly port: number
  /** Takes no more connections, lets requests in flight end (at most 5 s), then closes what is left. */
  drain(): Promise<void>
}

export interface ListenOptions {
  readonly host: string
  readonly port: number
  readonly requestTimeoutMs: number
  /** Open sockets; one more is closed at once. */
  readonly maxConnections?: number
  /** Connections that the system keeps until they are taken. */
  readonly backlog?: number
  /** The variable that says which port; `APP_PORT` unless said. */
  readonly portName?: string
}

/** Serves an app. A port that is taken is a sentence. */
export async function listen(app: Koa, options: ListenOptions): Promise<Listening> {
  const { host, port, requestTimeoutMs, maxConnections, backlog, portName = 'APP_PORT' } = options
  const answer = app.callback()
  const server = createServer(
    {
      keepAliveTimeout: keepAliveMs,
      requestTimeout: requestTimeoutMs + 5_000,
      headersTimeout: requestTimeoutMs + 5_000,
      // the app refuses these itself, in the envelope
      requireHostHeader: false,
    },
    answer,
  )
  // Node's own answer to an expectation it does not know is a bare 417; ignoring it is as correct (RFC 9110, 10.1.1)
  server.on('checkExpectation', answer)
  if (maxConnections !== undefined) server.maxConnections = maxConnections
  server.on('clientError', answerBrokenRequest)
  const started = Promise.withResolvers<void>()
  server.once('error', started.reject)
  server.listen({ port, host, ...(backlog !== undefined && { backlog }) }, started.resolve)
  try {
    await started.promise
  } catch (error) {
    throw startError(
      `it can't listen on ${host}:${port} (${(error as NodeJS.ErrnoException).code}); HOST and ${portName} say where`,
    )
  }
  return { port: (server.address() as AddressInfo).port, drain: () => drain(server) }
}

async function drain(server: Server): Promise<void> {
  const closed = new Promise(resolve => server.close(resolve))
  // a connection that was busy when the drain began is idle as soon as its answer is out
  const poll = setInterval(() => server.closeIdleConnections(), pollMs)
  const limit = setTimeout(() => server.closeAllConnections(), drainMs)
  await closed
  clearInterval(poll)
  clearTimeout(limit)
}

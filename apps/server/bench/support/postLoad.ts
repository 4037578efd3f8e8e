import { connect, type Socket } from 'node:net'

export interface Load {
  readonly port: number
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Of every request, or of the nth. */
  readonly body: string | ((index: number) => string)
  /** Connections, kept alive; one request in flight on each. */
  readonly connections: number
  /** Ends after so many requests, or after so much time; whichever is first. */
  readonly until: { readonly requests?: number; readonly ms?: number }
}

export interface LoadResult {
  /** Answers with status 200; any other throws. */
  readonly accepted: number
  readonly elapsedMs: number
}

/**
 * Posts again and again. Written on sockets, because `node:http` as a client takes more of a core than the server
 * under load: the same generator measures a bare route, and must not be what limits it.
 */
export async function postLoad(load: Load): Promise<LoadResult> {
  const { body } = load
  const same = typeof body === 'string' ? encode(load, body) : null
  const { requests: limit = Number.POSITIVE_INFINITY, ms = Number.POSITIVE_INFINITY } = load.until
  const sockets = await Promise.all(
    Array.from({ length: Math.min(load.connections, limit) }, () => openSocket(load.port)),
  )
  const start = performance.now()
  const end = start + ms
  let sent = 0
  let accepted = 0
  const next = () => sent < limit && performance.now() < end
  const work = async (socket: Socket) => {
    const exchange = createExchange(socket)
    while (next()) {
      const index = sent++
      const status = await exchange(same ?? encode(load, typeof body === 'string' ? body : body(index)))
      if (status !== 200) throw new Error(`POST ${load.path} was answered with ${status}`)
      accepted++
    }
  }
  await Promise.all(sockets.map(work))
  const elapsedMs = performance.now() - start
  for (const socket of sockets) socket.destroy()
  return { accepted, elapsedMs }
}

function encode({ path, headers }: Load, body: string): Buffer {
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function openSocket(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true }, () => resolve(socket))
    socket.once('error', reject)
  })
}

/** Sends a request and resolves with the status when the whole answer, of the length it announces, is there. */
function createExchange(socket: Socket): (request: Buffer) => Promise<number> {
  let waiting: PromiseWithResolvers<number> | null = null
  let received = ''
  const fail = (error: Error) => waiting?.reject(error)
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the server closed a connection')))
  socket.on('data', (chunk: Buffer) => {
    received = received === '' ? chunk.toString('latin1') : received + chunk.toString('latin1')
    const bodyAt = received.indexOf('\r\n\r\n') + 4
    if (bodyAt < 4) return
    const length = /content-length: (\d+)/i.exec(received)?.[1]
    if (length === undefined) return fail(new Error('an answer without Content-Length'))
    if (received.length < bodyAt + Number(length)) return
    const status = Number(received.slice(9, 12))
    received = ''
    waiting?.resolve(status)
  })
  return request => {
    waiting = Promise.withResolvers<number>()
    socket.write(request)
    return waiting.promise
  }
}

import type { IncomingMessage } from 'node:http'

const maxBytes = 32 * 1024 * 1024
const maxMs = 2_000

/**
 * Reads and drops what a client is still sending, within bounds. A connection that is closed with unread data is reset,
 * and the client may never see the answer that tells it why.
 */
export async function drainRequest(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return
  const done = Promise.withResolvers<void>()
  let bytes = 0
  const timer = setTimeout(done.resolve, maxMs)
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > maxBytes) done.resolve()
  })
  for (const event of ['end', 'close', 'error']) request.once(event, () => done.resolve())
  request.resume()
  await done.promise
  clearTimeout(timer)
}

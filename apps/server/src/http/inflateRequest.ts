import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createUnzip } from 'node:zlib'

const decompressors = { gzip: createUnzip, deflate: createUnzip, br: createBrotliDecompress }

/** What body parsers read of a request. */
export interface BodySource extends Readable {
  readonly headers: IncomingMessage['headers']
}

/**
 * The body of a request without its `Content-Encoding`; the request itself if it has none, or one that nobody knows. A
 * decompressor may fail after its reader has given up, on a body that is both too large and cut short, and an error that
 * nobody listens to ends the process: here somebody always does.
 */
export function inflateRequest(request: IncomingMessage): BodySource {
  const encoding = request.headers['content-encoding'] ?? ''
  if (!Object.hasOwn(decompressors, encoding)) return request
  const decompressor = decompressors[encoding as keyof typeof decompressors]()
  decompressor.on('error', () => {})
  return Object.assign(request.pipe(decompressor), { headers: {} })
}

import { constants } from 'node:zlib'
import type { Middleware } from 'koa'
import koaCompress from 'koa-compress'

/** Below this it does not pay, bytes. */
const threshold = 1024

/** Compresses what is worth it as `Accept-Encoding` asks. A stream of events must arrive event by event, so it is left alone. */
export function compress(): Middleware {
  return koaCompress({
    threshold,
    filter: type => /json|^text\/(?!event-stream)/.test(type),
    br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
}

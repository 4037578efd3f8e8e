import { constants } from 'node:zlib'
import type { Middleware } from 'koa'
import koaCompress from 'koa-compress'

/** Below this it does not pay, bytes. */
const threshold = 1024

/**
 * Compresses what is worth it as `Accept-Encoding` asks. A stream of events must arrive event by event, so it is left alone.
 * Most answers are short: for those nothing is negotiated.
 */
export function compress(): Middleware {
  const negotiate = koaCompress({
    threshold,
    filter: type => /json|^text\/(?!event-stream)/.test(type),
    br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
  const done = async () => {}
  // it throws on a header that it can't read, and that is no reason to keep the answer back
  const plain = () => {}
  return async (ctx, next) => {
    ctx.res.setHeader('Vary', 'Accept-Encoding')
    await next()
    const { body } = ctx
    // a text has at most three bytes per code unit
    const isShort = typeof body === 'string' && body.length * 3 < threshold
    if (!isShort && body != null) await negotiate(ctx, done).catch(plain)
  }
}

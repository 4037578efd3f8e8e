import { parseJson } from '@relayer/schemas'
import {
  CONTENT_TYPE_ERROR,
  EMPTY_BODY,
  jsonDeserializeError,
  payloadTooLarge,
  payloadTooLargeUnknown,
} from '@relayer/schemas/errors'
import type { Context, Middleware } from 'koa'
import bodyParser from 'koa-bodyparser'
import { drainRequest } from './drainRequest.ts'
import { inflateRequest } from './inflateRequest.ts'

const limitBytes = 2 * 1024 * 1024
const jsonType = /^[^/;]+\/(?:[^;]+\+)?json\s*(?:;|$)/i

// Taken as text, because the parser's own JSON mode rounds integers.
const readText = bodyParser({
  enableTypes: ['text'],
  extendTypes: { text: ['json', '+json', '*/json'] },
  textLimit: `${limitBytes}b`,
})

/** Reads a JSON body of at most 2 MiB into `ctx.request.body`, integers exact. */
export function readJsonBody({ mayBeEmpty = false } = {}): Middleware {
  return async (ctx, next) => {
    const isEmpty = ctx.req.headers['transfer-encoding'] === undefined && ctx.request.length === undefined
    if (mayBeEmpty && (isEmpty || ctx.request.length === 0)) {
      ctx.request.body = {}
      return next()
    }
    if (!jsonType.test(ctx.get('content-type').trim())) ctx.throw(400, CONTENT_TYPE_ERROR)
    ctx.request.body = parseText(ctx, await readBody(ctx))
    return next()
  }
}

async function readBody(ctx: Context): Promise<string> {
  const source = inflateRequest(ctx.req)
  try {
    const inflated = source === ctx.req ? ctx : Object.create(ctx, { req: { value: source } })
    await readText(inflated, async () => {})
    return (ctx.request.rawBody as string | undefined) ?? ''
  } catch (error) {
    // what is still coming is dropped, not inflated
    ctx.req.unpipe()
    if (source !== ctx.req) source.destroy()
    const { status, code } = error as { status?: number; code?: string }
    if (status === 413) {
      await drainRequest(ctx.req)
      const length = ctx.req.headers['content-encoding'] ? undefined : ctx.request.length
      return ctx.throw(
        413,
        length === undefined ? payloadTooLargeUnknown(limitBytes) : payloadTooLarge(length, limitBytes),
      )
    }
    // zlib's own errors: the body is not what Content-Encoding says
    if (code?.startsWith('Z_') || code?.startsWith('ERR__ERROR_FORMAT') || code?.startsWith('ERR_BROTLI')) {
      ctx.set('Connection', 'close')
      return ctx.throw(400, 'The body does not match its Content-Encoding')
    }
    if (status === 415) return ctx.throw(415, 'Unsupported Content-Encoding')
    throw error
  }
}

function parseText(ctx: Context, text: string): unknown {
  if (text === '') return ctx.throw(400, EMPTY_BODY)
  try {
    return parseJson(text)
  } catch (error) {
    return ctx.throw(400, jsonDeserializeError(reasonOf(error)))
  }
}

/** V8 quotes the text around the mistake; it may be a secret. */
function reasonOf(error: unknown): string {
  if (!(error instanceof SyntaxError)) return 'the body cannot be read'
  return error.message.replace(/(?:,? (?:\.\.\.)?"[\s\S]*)?( is not valid JSON)?$/, '') || 'not valid JSON'
}

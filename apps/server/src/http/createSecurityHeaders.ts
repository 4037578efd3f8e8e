import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'koa-helmet'
import type { Context, Middleware } from 'koa'

type Headers = readonly (readonly [name: string, value: string])[]

/**
 * What helmet recommends for an API: nothing of it is a page, a frame or a script. The headers are always the same, so
 * helmet is asked once. `crossOrigin`: web pages of other origins may read answers.
 */
export function createSecurityHeaders({ crossOrigin }: { readonly crossOrigin: boolean }): Middleware {
  const ask = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginResourcePolicy: { policy: crossOrigin ? 'cross-origin' : 'same-origin' },
    // subdomains are not ours to speak for
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
    // of no use to what is no page, or said by the policy above
    frameguard: false,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    dnsPrefetchControl: false,
    ieNoOpen: false,
    permittedCrossDomainPolicies: false,
    xssFilter: false,
  })
  const asked = headersOf(ask)
  let headers: Headers | null = null
  const add = ({ res }: Context, known: Headers) => {
    for (let index = 0; index < known.length; index++) res.setHeader(...(known[index] as Headers[0]))
  }
  return (ctx, next) => {
    if (headers !== null) {
      add(ctx, headers)
      return next()
    }
    return asked.then(answer => {
      headers = answer
      add(ctx, answer)
      return next()
    })
  }
}

/** Runs a middleware on a response that only takes notes. */
async function headersOf(middleware: Middleware): Promise<Headers> {
  const headers = new Map<string, string>()
  const res = {
    setHeader: (name: string, value: unknown) => headers.set(name, String(value)),
    removeHeader: (name: string) => headers.delete(name),
  }
  const notes = { req: {} as IncomingMessage, res: res as unknown as ServerResponse } as Context
  await middleware(notes, async () => {})
  return [...headers]
}

import { STATUS_CODES } from 'node:http'
import type { Context, Middleware } from 'koa'
import { collectWith } from '../metrics/collectWith.ts'
import type { Instruments } from '../metrics/createInstruments.ts'

/** What requests to no route are counted under. */
const unmatched = 'unmatched'

/** Counts and times requests by the pattern of their route, which the router notes with {@link enterEndpoint}. */
export function countRequests(instruments: Instruments): Middleware {
  const { requests, failedRequests, requestSeconds, timeouts, inFlight } = instruments
  const labels = new Map<string, Readonly<Record<'endpoint' | 'method' | 'status', string>>>()
  // one observation per request; the counters are read off it when they are scraped
  const copyCounts = async (counter: typeof requests, isCounted: (status: string) => boolean) => {
    const { values } = await requestSeconds.get()
    counter.reset()
    for (const { metricName, labels: found, value } of values) {
      if (metricName !== 'request_latency_seconds_count' || !isCounted(String(found.status))) continue
      counter.inc({ endpoint: found.endpoint ?? '', method: found.method ?? '', status: found.status ?? '' }, value)
    }
  }
  collectWith(requests, () => copyCounts(requests, () => true))
  collectWith(failedRequests, () => copyCounts(failedRequests, status => status >= '4'))
  const inside = new Map<string, number>()
  collectWith(inFlight, () => {
    for (const [endpoint, count] of inside) inFlight.set({ endpoint }, count)
  })

  return async (ctx, next) => {
    const startedAt = performance.now()
    ctx.state['inside'] = inside
    try {
      await next()
    } finally {
      const matched = ctx.state['endpoint'] as string | undefined
      if (matched !== undefined) inside.set(matched, (inside.get(matched) ?? 1) - 1)
      const endpoint = matched ?? unmatched
      // a stranger's method names would be labels without end
      const method = matched === undefined && !isCommon(ctx.method) ? 'OTHER' : ctx.method
      const key = `${method} ${ctx.status} ${endpoint}`
      let found = labels.get(key)
      if (found === undefined) {
        found = { endpoint, method, status: `${ctx.status} ${STATUS_CODES[ctx.status] ?? ''}`.trim() }
        labels.set(key, found)
      }
      requestSeconds.observe(found, (performance.now() - startedAt) / 1000)
      if (ctx.status === 504) timeouts.inc({ endpoint, method, timeout_type: 'handler' })
    }
  }
}

/** Notes the route of a request. */
export function enterEndpoint(ctx: Context, endpoint: string): void {
  ctx.state['endpoint'] = endpoint
  const inside = ctx.state['inside'] as Map<string, number> | undefined
  inside?.set(endpoint, (inside.get(endpoint) ?? 0) + 1)
}

/** The pattern of a route as dashboards know it: `/relayers/{relayer_id}`. */
export function endpointOf(path: string): string {
  return path.replace(
    /:(\w+)/g,
    (_, name: string) => `{${name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)}}`,
  )
}

function isCommon(method: string): boolean {
  return ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'].includes(method)
}

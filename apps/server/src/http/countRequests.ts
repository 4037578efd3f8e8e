import { STATUS_CODES } from 'node:http'
import type { Context, Middleware } from 'koa'
import { collectWith } from '../metrics/collectWith.ts'
import type { Instruments } from '../metrics/createInstruments.ts'
import { addRequest, type RequestSeries } from '../metrics/createRequestSeries.ts'
import { readPathParameters } from './pathTemplate.ts'

/** One route, and what is counted of it. */
export interface Endpoint {
  readonly name: string
  inside: number
  /** By method and status; few each. */
  readonly series: Map<string, Map<number, RequestSeries>>
}

/** What requests to no route are counted under. */
const unmatched = 'unmatched'
const methods = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])

/**
 * Counts and times requests by the pattern of their route, which the router notes with {@link enterEndpoint}. `onAnswered` is
 * told of each, so that whoever looks at every request does it in one pass.
 */
export function countRequests(
  { requests, failedRequests, requestSeries, timeouts, inFlight }: Instruments,
  onAnswered: (ctx: Context, durationMs: number) => void,
): Middleware {
  const strangers: Endpoint = createEndpoint(unmatched)
  const endpoints = new Set<Endpoint>()
  // the counters are read off the series when they are scraped
  const copyCounts = (counter: typeof requests, isCounted: (status: string) => boolean) => () => {
    counter.reset()
    for (const { labels, count } of requestSeries.all()) if (isCounted(labels.status)) counter.inc(labels, count)
  }
  collectWith(
    requests,
    copyCounts(requests, () => true),
  )
  collectWith(
    failedRequests,
    copyCounts(failedRequests, status => status >= '4'),
  )
  collectWith(inFlight, () => {
    for (const { name, inside } of endpoints) inFlight.set({ endpoint: name }, inside)
  })

  const seriesOf = (endpoint: Endpoint, method: string, status: number): RequestSeries => {
    let byStatus = endpoint.series.get(method)
    if (byStatus === undefined) endpoint.series.set(method, (byStatus = new Map()))
    let series = byStatus.get(status)
    if (series === undefined) {
      const phrase = STATUS_CODES[status]
      const labels = { endpoint: endpoint.name, method, status: phrase ? `${status} ${phrase}` : `${status}` }
      series = requestSeries.open(labels)
      byStatus.set(status, series)
      endpoints.add(endpoint)
    }
    return series
  }

  return async (ctx, next) => {
    const startedAt = performance.now()
    try {
      await next()
    } finally {
      const durationMs = performance.now() - startedAt
      const endpoint = endpointOf(ctx) ?? strangers
      const { status } = ctx
      if (endpoint !== strangers) endpoint.inside -= 1
      // a stranger's method names would be labels without end
      const method = methods.has(ctx.method) ? ctx.method : 'OTHER'
      addRequest(seriesOf(endpoint, method, status), durationMs / 1000)
      if (status === 504) timeouts.inc({ endpoint: endpoint.name, method, timeout_type: 'handler' })
      onAnswered(ctx, durationMs)
    }
  }
}

/** The endpoint of a route, named as dashboards know it: `/relayers/{relayer_id}`. */
export function createEndpoint(path: string): Endpoint {
  return { name: readPathParameters(path).template, inside: 0, series: new Map() }
}

/** Notes the route of a request. */
export function enterEndpoint(ctx: Context, endpoint: Endpoint): void {
  ctx.state['endpoint'] = endpoint
  endpoint.inside += 1
}

/** The route of a request; undefined: none, or none yet. */
export function endpointOf(ctx: Context): Endpoint | undefined {
  return ctx.state['endpoint'] as Endpoint | undefined
}

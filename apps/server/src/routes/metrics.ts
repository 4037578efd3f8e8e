import type { Answer } from '../http/answer.ts'
import type { Operation } from '../http/operation.ts'
import { parameter } from '../http/parameter.ts'

/** GET /metrics: the names of all metrics that have a value, as a bare array. */
export const listMetrics: Operation = async ({ metrics: { registry } }) => {
  const families = await Promise.all(
    registry.getMetricsAsArray().map(async metric => {
      const { name, values } = await registry.getSingleMetric(metric.name)!.get()
      return values.length > 0 ? [name] : []
    }),
  )
  return { status: 200, body: families.flat() }
}

/** GET /metrics/{name}: one metric in Prometheus text. */
export const getMetric: Operation = async ({ metrics: { registry } }, request) => {
  const name = parameter(request, 'name')
  // the registry is a plain object, and takes `constructor` for a metric
  const isKnown = registry.getMetricsAsArray().some(metric => metric.name === name)
  if (!isKnown) return text(404, 'Metric not found')
  return text(200, await registry.getSingleMetricAsString(name), registry.contentType)
}

/** GET /debug/metrics/scrape: all of them in Prometheus text. */
export const scrapeMetrics: Operation = async ({ metrics: { registry } }) =>
  text(200, await registry.metrics(), registry.contentType)

function text(status: number, body: string, contentType = 'text/plain; charset=utf-8'): Answer {
  return { status, body, contentType }
}

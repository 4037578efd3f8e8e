import type { Histogram, MetricValueWithName, Registry } from 'prom-client'

/** Upper bounds of the buckets, s. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100]

/** Requests with the same labels: how many took how long. */
export interface RequestSeries {
  readonly labels: Readonly<Record<'endpoint' | 'method' | 'status', string>>
  /** Per bucket, not cumulative; the last one is without bound. */
  readonly counts: Float64Array
  sumSeconds: number
  count: number
}

/** The series of all requests. */
export interface RequestSeriesSet {
  open(labels: RequestSeries['labels']): RequestSeries
  all(): readonly RequestSeries[]
}

/**
 * Registers `request_latency_seconds`. It is counted here, with an addition or two per request: a histogram of prom-client
 * puts its labels together as text for each observation, and every request pays for that.
 */
export function createRequestSeries(registry: Registry): RequestSeriesSet {
  const name = 'request_latency_seconds'
  const series: RequestSeries[] = []
  const metric = {
    name,
    help: 'Time to answer a request',
    type: 'histogram',
    aggregator: 'sum',
    get: async () => ({ ...metric, values: samplesOf(name, series) }),
    reset: () => series.splice(0),
  }
  registry.registerMetric(metric as unknown as Histogram)
  return {
    open(labels) {
      const opened = { labels, counts: new Float64Array(bounds.length + 1), sumSeconds: 0, count: 0 }
      series.push(opened)
      return opened
    },
    all: () => series,
  }
}

/** Adds a request to its series. */
export function addRequest(series: RequestSeries, seconds: number): void {
  let bucket = 0
  while (bucket < bounds.length && seconds > (bounds[bucket] as number)) bucket += 1
  series.counts[bucket] = (series.counts[bucket] as number) + 1
  series.sumSeconds += seconds
  series.count += 1
}

function samplesOf(name: string, all: readonly RequestSeries[]): readonly MetricValueWithName<string>[] {
  return all.flatMap(({ labels, counts, sumSeconds, count }) => {
    let cumulative = 0
    const buckets = [...bounds, '+Inf'].map((le, index) => {
      cumulative += counts[index] as number
      return { metricName: `${name}_bucket`, labels: { ...labels, le }, value: cumulative }
    })
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: sumSeconds },
      { metricName: `${name}_count`, labels, value: count },
    ]
  })
}

import type { Counter, Gauge } from 'prom-client'

/** Has a metric brought up to date whenever it is read. What cannot be read stays as it was: a scrape never fails for it. */
export function collectWith(metric: Gauge | Counter, collect: () => void | Promise<void>): void {
  // prom-client takes it in the constructor only, and calls it as a method of the metric
  Object.assign(metric, {
    collect: async () => {
      try {
        await collect()
      } catch {}
    },
  })
}

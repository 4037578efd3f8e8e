/** How much the server takes from whom. */
export interface EdgeSettings {
  /** Cells that a bucket regains per second, and how many it holds; one bucket per key, one per address without a key. */
  readonly ratePerSecond: number
  readonly rateBurst: number
  /** Requests in flight in this process. */
  readonly concurrencyLimit: number
  /** Proxies in front that add to `X-Forwarded-For`; 0: the header is not believed. */
  readonly proxyHops: number
  /** Origins of web pages that may read answers; empty: none, `*`: all. */
  readonly corsOrigins: readonly string[]
}

/** What holds where nothing is set. */
export const defaultEdge: EdgeSettings = {
  ratePerSecond: 100,
  rateBurst: 300,
  concurrencyLimit: 1_000,
  proxyHops: 0,
  corsOrigins: [],
}

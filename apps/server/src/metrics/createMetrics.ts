import { collectDefaultMetrics, Registry } from 'prom-client'
import { collectSystem } from './collectSystem.ts'
import { createInstruments, type Instruments } from './createInstruments.ts'

/** Everything that is measured in this process. */
export interface Metrics {
  readonly registry: Registry
  readonly instruments: Instruments
}

/** A registry of its own, so that several servers in one process do not share counts. `runtime`: also what Node tells of itself. */
export function createMetrics({ runtime }: { readonly runtime: boolean }): Metrics {
  const registry = new Registry()
  const instruments = createInstruments(registry)
  collectSystem(instruments)
  if (runtime) collectDefaultMetrics({ register: registry })
  return { registry, instruments }
}

import type { RelayerError } from '@relayer/core'
import { startError } from '../cli/startError.ts'

/** Where in which file something stands, for messages. */
export interface Place {
  readonly file: string
  readonly path: readonly PropertyKey[]
}

/** The place one or more steps further down. */
export function within(place: Place, ...steps: readonly PropertyKey[]): Place {
  return { file: place.file, path: [...place.path, ...steps] }
}

/** `config.json: relayers[1].policies.gas_price_cap: <reason>` */
export function misplaced({ file, path }: Place, reason: string): RelayerError {
  const text = path.map((step, index) => {
    if (typeof step === 'number') return `[${step}]`
    return index === 0 ? String(step) : `.${String(step)}`
  })
  return startError(`${[file, ...(path.length > 0 ? [text.join('')] : []), reason].join(': ')}`)
}

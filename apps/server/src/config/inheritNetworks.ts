import { misplaced, type Place, within } from './place.ts'
import type { NetworkEntry } from './networkEntry.ts'

/** A network and where it stands. */
export interface PlacedNetwork {
  readonly entry: NetworkEntry
  readonly place: Place
}

type Fields = Record<string, unknown>

/** Names of list fields to which a child adds; every other field of a child replaces its parent's. */
const merged: ReadonlySet<string> = new Set(['tags', 'features'])

/**
 * Resolves `from`. Parents are of the same type, from the list itself or else from `predefined`, whose own parents are
 * resolved already; a cycle or a missing parent is an error with its place.
 */
export function inheritNetworks(
  networks: readonly PlacedNetwork[],
  predefined: readonly PlacedNetwork[],
): readonly PlacedNetwork[] {
  const own = new Set<string>()
  const byKey = new Map(predefined.map(network => [keyOf(network.entry.type, network.entry.network), network]))
  for (const network of networks) {
    const key = keyOf(network.entry.type, network.entry.network)
    if (own.has(key)) {
      throw misplaced(network.place, `the ${network.entry.type} network ${network.entry.network} is defined twice`)
    }
    own.add(key)
    byKey.set(key, network)
  }
  return networks.map(network => ({ ...network, entry: flatten(network, byKey, []) }))
}

function flatten(
  { entry, place }: PlacedNetwork,
  byKey: ReadonlyMap<string, PlacedNetwork>,
  path: readonly string[],
): NetworkEntry {
  if (entry.from === undefined || entry.from === null) return entry
  const from = within(place, 'from')
  const trail = [...path, entry.network]
  if (trail.some(name => keyOf(entry.type, name) === keyOf(entry.type, entry.from as string)))
    throw misplaced(from, `inheritance runs in a circle: ${[...trail, entry.from].join(' → ')}`)
  const parent = byKey.get(keyOf(entry.type, entry.from))
  if (!parent) {
    const other = [...byKey.values()].find(candidate => candidate.entry.network === entry.from)
    throw misplaced(
      from,
      other
        ? `${entry.from} is of type ${other.entry.type}, a parent must be of type ${entry.type}`
        : `there is no ${entry.type} network ${entry.from}`,
    )
  }
  return merge(flatten(parent, byKey, trail) as Fields, entry as Fields) as NetworkEntry
}

function merge(parent: Fields, child: Fields): Fields {
  const result: Fields = { ...parent }
  for (const [key, value] of Object.entries(child)) {
    if (value === undefined || value === null) continue
    const inherited = parent[key]
    const adds = merged.has(key) && Array.isArray(inherited)
    result[key] = adds ? [...new Set([...(inherited as unknown[]), ...(value as unknown[])])] : value
  }
  return result
}

/** As the ids of stored networks: case does not tell two networks apart. */
function keyOf(type: string, name: string): string {
  return `${type}:${name}`.toLowerCase()
}

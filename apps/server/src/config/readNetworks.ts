import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { NetworkInput } from '@relayer/core'
import { checkShape } from './checkShape.ts'
import type { Environment } from './environment.ts'
import { inheritNetworks, type PlacedNetwork } from './inheritNetworks.ts'
import { networkEntry } from './networkEntry.ts'
import { misplaced, type Place, within } from './place.ts'
import { readNetworkFiles } from './readNetworkFiles.ts'
import { type PredefinedNetworks, readPredefinedNetworks } from './readPredefinedNetworks.ts'
import { toNetworkInput } from './toNetworkInput.ts'

/** The networks of the file, and the predefined ones. */
export interface Networks {
  readonly own: readonly NetworkInput[]
  readonly predefined: PredefinedNetworks
  /** The file says nothing about networks: the predefined ones are all there is. */
  readonly usesPredefined: boolean
}

/**
 * `networks` of config.json: inline, or a folder or file of json, with inheritance resolved. Parents may be predefined.
 * Without the key the folder `./config/networks` is read, and where that does not exist the predefined networks serve.
 */
export async function readNetworks(value: unknown, environment: Environment, file: string): Promise<Networks> {
  const place = { file, path: ['networks'] }
  if (value !== undefined && value !== null && typeof value !== 'string' && !Array.isArray(value)) {
    throw misplaced(place, 'an array, a folder name or null expected')
  }
  const predefined = await readPredefinedNetworks(environment)
  const folder = Array.isArray(value) ? null : resolve(environment.root, value || environment.networksFolder)
  if (folder === environment.networksFolder && !existsSync(folder)) return { own: [], predefined, usesPredefined: true }
  const entries = folder === null ? placeEntries(value as unknown[], place) : await readNetworkFiles(folder, place)
  if (entries.length === 0) throw misplaced(place, 'at least one network is needed')
  const own = inheritNetworks(entries, predefined.entries).map(network => toNetworkInput(network, environment))
  return { own, predefined, usesPredefined: false }
}

function placeEntries(entries: readonly unknown[], place: Place): readonly PlacedNetwork[] {
  return entries.map((entry, index) => {
    const at = within(place, index)
    return { entry: checkShape(networkEntry, entry, at), place: at }
  })
}

import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import * as z from 'zod'
import { checkShape } from './checkShape.ts'
import type { PlacedNetwork } from './inheritNetworks.ts'
import { networkEntry } from './networkEntry.ts'
import { parseConfig } from './parseConfig.ts'
import { misplaced, type Place } from './place.ts'

const networksFile = z.looseObject({ networks: z.array(z.unknown()) })

/**
 * The networks of every json file directly in a folder, by name of the file, or of one file, as they stand there; each
 * file holds `{"networks": […]}`. `place` is where the folder was named.
 */
export async function readNetworkFiles(path: string, place: Place): Promise<readonly PlacedNetwork[]> {
  const paths = await listFiles(path, place)
  if (paths.length === 0) throw misplaced(place, `the networks folder ${path} holds no json file`)
  return (await Promise.all(paths.map(readFileEntries))).flat()
}

async function listFiles(path: string, place: Place): Promise<readonly string[]> {
  try {
    if ((await stat(path)).isFile()) return [path]
    const names = await readdir(path)
    return names
      .filter(name => /\.json$/i.test(name))
      .sort()
      .map(name => join(path, name))
  } catch (error) {
    throw misplaced(place, `the networks folder ${path} can't be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

async function readFileEntries(path: string): Promise<readonly PlacedNetwork[]> {
  const file = basename(path)
  const { networks } = checkShape(networksFile, parseConfig(file, await readFile(path, 'utf8')), { file, path: [] })
  return networks.map((entry, index) => {
    const at: Place = { file, path: ['networks', index] }
    return { entry: checkShape(networkEntry, entry, at), place: at }
  })
}

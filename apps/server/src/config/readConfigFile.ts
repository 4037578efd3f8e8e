import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Configuration } from '@relayer/core'
import { startError } from '../cli/startError.ts'
import { checkReferences } from './checkReferences.ts'
import { checkShape } from './checkShape.ts'
import { configFile } from './configFile.ts'
import type { Environment } from './environment.ts'
import { parseConfig } from './parseConfig.ts'
import { readNetworks } from './readNetworks.ts'
import { readNotifications } from './readNotifications.ts'
import { readPlugins } from './readPlugins.ts'
import { readRelayers } from './readRelayers.ts'
import { readSigners } from './readSigners.ts'

/** The file as core takes it, and what the operator should know about it. */
export interface ConfigFile {
  readonly configuration: Configuration
  readonly warnings: readonly string[]
}

/**
 * Reads and checks config.json, the networks folder and the keystores it names. Throws a sentence that names the place:
 * `config.json: relayers[1].policies.gas_price_cap: …`. Of the predefined networks those are taken that relayers name; all
 * of them where the file has no networks of its own.
 */
export async function readConfigFile(environment: Environment): Promise<ConfigFile> {
  const file = basename(environment.configPath)
  const place = { file, path: [] }
  const top = checkShape(configFile, parseConfig(file, await readText(environment.configPath)), place)
  const warnings: string[] = []

  const unknown = Object.keys(top).filter(key => !(key in configFile.shape))
  if (unknown.length > 0) warnings.push(`${file}: ignored: ${unknown.join(', ')}`)

  const { own: networks, predefined, usesPredefined } = await readNetworks(top.networks, environment, file)
  const relayers = readRelayers(top.relayers, environment, { file, path: ['relayers'] }, warnings)
  const signers = await readSigners(top.signers, environment, { file, path: ['signers'] })
  const notifications = readNotifications(top.notifications, environment, { file, path: ['notifications'] })
  const plugins = readPlugins(top.plugins ?? [], { file, path: ['plugins'] })
  if (plugins.length > 0) warnings.push(`${file}: plugins are not built yet; the list is ignored`)

  const named = new Set(relayers.map(({ networkType, network }) => `${networkType}:${network}`))
  const predefinedNetworks = predefined.usable.filter(
    ({ networkType, name }) => usesPredefined || named.has(`${networkType}:${name}`),
  )
  const configuration = { networks, predefinedNetworks, relayers, signers, notifications }
  checkReferences(configuration, { file, path: ['relayers'] })
  return { configuration, warnings }
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    throw startError(`the config file ${path} can't be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

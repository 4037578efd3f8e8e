import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { JsonObject, NetworkInput } from '@relayer/core'
import * as z from 'zod'
import { startError } from '../cli/startError.ts'
import type { RpcUrlRules } from './checkRpcUrl.ts'
import { checkShape } from './checkShape.ts'
import type { Environment } from './environment.ts'
import { inheritNetworks, type PlacedNetwork } from './inheritNetworks.ts'
import { networkEntry } from './networkEntry.ts'
import { parseConfig } from './parseConfig.ts'
import { misplaced, type Place, within } from './place.ts'
import { readRpcUrls } from './rpcUrlEntry.ts'

const networksFile = z.looseObject({ networks: z.array(z.unknown()) })
const required = {
  evm: ['chain_id', 'required_confirmations', 'symbol'],
  solana: [],
  stellar: ['passphrase'],
} as const

/** The networks of the file, inline or in a folder of json files, with inheritance resolved. */
export async function readNetworks(
  value: unknown,
  environment: Environment,
  file: string,
): Promise<readonly NetworkInput[]> {
  const place = { file, path: ['networks'] }
  if (value !== undefined && value !== null && typeof value !== 'string' && !Array.isArray(value)) {
    throw misplaced(place, 'an array, a folder name or null expected')
  }
  const entries = Array.isArray(value) ? placeEntries(value, place) : await readFolder(value || null, environment)
  if (entries.length === 0) throw misplaced(place, 'at least one network is needed')
  return inheritNetworks(entries).map(network => toInput(network, environment))
}

function placeEntries(entries: readonly unknown[], place: Place): readonly PlacedNetwork[] {
  return entries.map((entry, index) => {
    const at = within(place, index)
    return { entry: checkShape(networkEntry, entry, at), place: at }
  })
}

async function readFolder(name: string | null, environment: Environment): Promise<readonly PlacedNetwork[]> {
  const folder = name === null ? environment.networksFolder : resolve(environment.root, name)
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw startError(`the networks folder ${folder} can't be read (${error.code})`)
  })
  const files = names.filter(file => /\.json$/i.test(file)).sort()
  if (files.length === 0) throw startError(`the networks folder ${folder} holds no json file`)
  const lists = await Promise.all(
    files.map(async file => {
      const text = await readFile(join(folder, file), 'utf8')
      const { networks } = checkShape(networksFile, parseConfig(file, text), { file, path: [] })
      return placeEntries(networks, { file, path: ['networks'] })
    }),
  )
  return lists.flat()
}

function toInput({ entry, place }: PlacedNetwork, rules: RpcUrlRules): NetworkInput {
  const { type, network, from: _, rpc_urls, ...rest } = entry
  for (const field of required[type]) {
    const value = (rest as Record<string, unknown>)[field]
    if (value === undefined || value === null || value === '')
      throw misplaced(within(place, field), 'this field is missing')
  }
  // only here may an endpoint be a WebSocket: it announces heads
  const rpcUrls = readRpcUrls(rpc_urls ?? [], { ...rules, webSockets: true }, within(place, 'rpc_urls'))
  if (rpcUrls.length === 0) throw misplaced(within(place, 'rpc_urls'), 'at least one RPC URL is needed')
  const privateUrls = 'private_rpc_urls' in rest ? rest.private_rpc_urls : null
  const given = {
    ...rest,
    ...(privateUrls && { private_rpc_urls: readRpcUrls(privateUrls, rules, within(place, 'private_rpc_urls')) }),
  }
  const settings: object = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined && value !== null),
  )
  return { name: network, networkType: type, rpcUrls, settings: settings as JsonObject }
}

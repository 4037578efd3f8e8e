import { fileURLToPath } from 'node:url'
import type { NetworkInput } from '@relayer/core'
import { checkRpcUrl, type RpcUrlRules } from './checkRpcUrl.ts'
import { inheritNetworks, type PlacedNetwork } from './inheritNetworks.ts'
import { readNetworkFiles } from './readNetworkFiles.ts'
import { toNetworkInput } from './toNetworkInput.ts'

const folder = fileURLToPath(new URL('../../networks', import.meta.url))

/** The networks that ship with the server, in the format of a networks folder. */
export interface PredefinedNetworks {
  /** With inheritance resolved, as parents of configured ones. */
  readonly entries: readonly PlacedNetwork[]
  /** Those with an endpoint that may be called under the rules for RPC hosts; the other endpoints are left out. */
  readonly usable: readonly NetworkInput[]
}

/** Reads the predefined networks. None of them is a reason not to start. */
export async function readPredefinedNetworks(rules: RpcUrlRules): Promise<PredefinedNetworks> {
  const placed = await readNetworkFiles(folder, { file: 'predefined', path: ['networks'] })
  const entries = inheritNetworks(placed, [])
  const usable = entries
    .map(({ entry, place }) => {
      const rpcUrls = entry.rpc_urls?.filter(
        url => checkRpcUrl(typeof url === 'string' ? url : url.url, rules) === null,
      )
      return { entry: { ...entry, rpc_urls: rpcUrls }, place }
    })
    .filter(({ entry }) => entry.rpc_urls && entry.rpc_urls.length > 0)
  return { entries, usable: usable.map(network => toNetworkInput(network, rules)) }
}

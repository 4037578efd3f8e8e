import type { Adapters, Opened } from '../ports/adapters.ts'
import type { Chain } from '../ports/chain.ts'
import type { Signer } from '../ports/signer.ts'
import type { NetworkRecord, RpcUrl, SignerRecord } from '../records/resources.ts'

/** Chains and signers that are open, one per configuration, so that lanes of a network share its heads and connections. */
export interface AdapterCache {
  chain(network: NetworkRecord, rpcUrls: readonly RpcUrl[] | null): Opened<Chain>
  signer(record: SignerRecord): Opened<Signer>
}

/** An {@link AdapterCache} that opens each version of a record once. */
export function createAdapterCache(adapters: Adapters): AdapterCache {
  const chains = new Map<string, { readonly version: string; readonly opened: Opened<Chain> }>()
  const signers = new Map<string, { readonly version: string; readonly opened: Opened<Signer> }>()
  return {
    chain(network, rpcUrls) {
      const key = `${network.id} ${rpcUrls === null ? '' : JSON.stringify(rpcUrls)}`
      const version = `${network.createdAt}.${network.version}`
      const known = chains.get(key)
      if (known?.version === version) return known.opened
      const opened = adapters.openChain(network, rpcUrls)
      chains.set(key, { version, opened })
      return opened
    },
    signer(record) {
      const known = signers.get(record.id)
      // A deleted id can be used again at once, so the version alone does not tell one key from another.
      const version = JSON.stringify([record.createdAt, record.version, record.type, record.config, record.secret])
      if (known?.version === version) return known.opened
      const opened = adapters.openSigner(record)
      signers.set(record.id, { version, opened })
      return opened
    },
  }
}

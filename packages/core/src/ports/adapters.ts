import type { NetworkRecord, RpcUrl, SignerRecord } from '../records/resources.ts'
import type { Chain } from './chain.ts'
import type { Signer } from './signer.ts'

/** What an adapter is made of, or why it can't be: `reason` is safe to show to a client. */
export type Opened<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string }

/** Makes chains and signers from their records; the composition root knows the packages that do it. No I/O here. */
export interface Adapters {
  /** `rpcUrls`: the relayer's own endpoints, or null for the network's. */
  openChain(network: NetworkRecord, rpcUrls: readonly RpcUrl[] | null): Opened<Chain>
  openSigner(signer: SignerRecord): Opened<Signer>
}

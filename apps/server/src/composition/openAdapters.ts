import type { Adapters, Chain, NetworkRecord, Opened, RpcUrl, Signer, SignerRecord } from '@relayer/core'
import { createLocalSigner } from '@relayer/signer-local'
import type { Environment } from '../config/environment.ts'
import { withStringFees } from '../responses/withStringFees.ts'
import { checkRpcUrl, type RpcUrlRules } from '../config/checkRpcUrl.ts'
import { openEvmChain, type RpcSettings } from './openEvmChain.ts'

/** What adapters take from the environment. */
export type AdapterSettings = RpcSettings & RpcUrlRules & Pick<Environment, 'wireFees'>

/** Which package makes which chain and signer. */
export function openAdapters(settings: AdapterSettings): Adapters {
  return {
    openChain: (network, rpcUrls) => openChain(network, rpcUrls ?? network.rpcUrls, settings),
    openSigner,
  }
}

function openChain(network: NetworkRecord, rpcUrls: readonly RpcUrl[], settings: AdapterSettings): Opened<Chain> {
  if (network.networkType !== 'evm') {
    return { ok: false, reason: `Networks of type ${network.networkType} are not built yet` }
  }
  // a record may be older than the rules
  const refusal = rpcUrls
    .map(({ url }) => checkRpcUrl(url, { ...settings, webSockets: true }))
    .find(text => text !== null)
  if (refusal) return { ok: false, reason: `Network '${network.name}': ${refusal}` }
  const opened = openEvmChain(network, rpcUrls, settings)
  if (!opened.ok || settings.wireFees === 'integer') return opened
  // here and not in the answers, so that webhooks carry the same
  const { value: chain } = opened
  return { ok: true, value: { ...chain, describe: description => withStringFees(chain.describe(description)) } }
}

function openSigner({ id, type, secret }: SignerRecord): Opened<Signer> {
  if (type !== 'local') return { ok: false, reason: `Signers of type ${type} are not built yet` }
  const { key } = JSON.parse(secret ?? '{}') as { key?: string }
  if (key === undefined) return { ok: false, reason: `Signer '${id}' has no key` }
  return { ok: true, value: createLocalSigner({ id, key: Buffer.from(key, 'hex') }) }
}

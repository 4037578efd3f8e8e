import { networkNotConfigured } from '@relayer/schemas/errors'
import type { Context } from './context.ts'
import type { Opened } from '../ports/adapters.ts'
import type { Chain } from '../ports/chain.ts'
import type { RelayerRecord } from '../records/resources.ts'
import { networkId } from '../records/networkId.ts'

/** The chain of a relayer as this record has it, which need not be stored yet; or why there is none. */
export async function openRelayerChain(
  ctx: Context,
  relayer: Pick<RelayerRecord, 'network' | 'networkType' | 'customRpcUrls'>,
): Promise<Opened<Chain>> {
  const network = await ctx.directory.network(networkId(relayer))
  if (network === null) return { ok: false, reason: networkNotConfigured(relayer.network, relayer.networkType) }
  return ctx.opened.chain(network, relayer.customRpcUrls)
}

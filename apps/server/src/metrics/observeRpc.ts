import type { EvmChainOptions } from '@relayer/chain-evm'
import type { NetworkRecord } from '@relayer/core'
import type { Instruments } from './createInstruments.ts'

/** Told of every request to an endpoint of a network. */
export type ObserveRpc = (network: NetworkRecord) => NonNullable<EvmChainOptions['onRpc']>

/** Method names that get a label of their own; clients of `/rpc` can ask for any. */
const mostMethods = 200

/** Counts and times RPC requests by the label of their endpoint. */
export function observeRpc(instruments: Instruments): ObserveRpc {
  const { rpcRequests, rpcRequestSeconds, rpcSeconds, rpcFailures } = instruments
  const methods = new Set<string>()
  const labelOf = (method: string): string => {
    if (!methods.has(method) && (methods.size >= mostMethods || !/^\w{1,64}$/.test(method))) return 'other'
    methods.add(method)
    return method
  }
  return network =>
    ({ endpoint, methods: asked, durationMs, outcome }) => {
      const seconds = durationMs / 1000
      rpcRequests.inc({ network: network.id, endpoint, outcome })
      rpcRequestSeconds.observe({ network: network.id, endpoint }, seconds)
      for (const method of Object.keys(asked)) {
        const labels = { relayer_id: 'unknown', network_type: network.networkType, operation_name: labelOf(method) }
        rpcSeconds.observe(labels, seconds)
        if (outcome !== 'answered') rpcFailures.inc({ ...labels, error_type: outcome }, asked[method])
      }
    }
}

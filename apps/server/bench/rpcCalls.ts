import { startAnvil } from './support/anvil.ts'
import { gasAskedBody, gasGivenBody } from './support/bodies.ts'
import { startRelayer } from './support/relayer.ts'
import { atMost, type BenchOptions, type Row } from './support/row.ts'
import { startRpcProxy } from './support/rpcProxy.ts'
import { sum } from './support/statistics.ts'

const scenario = 'rpcCalls'

/** What a confirmed transaction costs the node, from the first POST until all are confirmed. */
export async function rpcCalls({ quick }: BenchOptions): Promise<readonly Row[]> {
  const count = quick ? 50 : 200
  const given = await measure(count, gasGivenBody)
  const asked = await measure(count, gasAskedBody)
  const calls = { scenario, unit: 'calls/tx' }
  const requests = { scenario, unit: 'requests/tx' }
  return [
    atMost(2.5, { ...calls, figure: 'JSON-RPC calls, gas_limit given', value: given.calls, note: given.note }),
    atMost(3.5, { ...calls, figure: 'JSON-RPC calls, gas_limit not given', value: asked.calls, note: asked.note }),
    atMost(0.5, { ...requests, figure: 'HTTP requests, gas_limit given', value: given.requests }),
    atMost(0.5, { ...requests, figure: 'HTTP requests, gas_limit not given', value: asked.requests }),
  ]
}

async function measure(count: number, body: object) {
  const anvil = await startAnvil()
  const proxy = await startRpcProxy(anvil.port)
  const relayer = await startRelayer({ rpcUrl: proxy.url })
  proxy.reset()
  // every one of its own receiver: equal ones could share an estimate
  const bodyOf = (index: number) =>
    JSON.stringify({ ...body, to: `0x${(0xbe9c_0000 + index).toString(16).padStart(40, '0')}` })
  await relayer.load({ body: bodyOf, connections: 32, until: { requests: count } })
  await relayer.reach(count, 'confirmed')
  const counted = [...proxy.calls].sort(([, a], [, b]) => b - a)
  const { requests } = proxy
  await relayer.stop()
  await proxy.stop()
  await anvil.stop()
  return {
    calls: sum(counted.map(([, calls]) => calls)) / count,
    requests: requests / count,
    note: `${count} tx: ${counted.map(([method, calls]) => `${method.replace('eth_', '')} ${calls}`).join(', ')}`,
  }
}

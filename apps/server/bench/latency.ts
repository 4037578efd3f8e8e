import { type Anvil, sleep, startAnvil } from './support/anvil.ts'
import { pricedBody } from './support/bodies.ts'
import { type Relayer, startRelayer } from './support/relayer.ts'
import { atMost, type BenchOptions, information, type Row } from './support/row.ts'
import { startRpcProxy } from './support/rpcProxy.ts'
import { median, percentile } from './support/statistics.ts'

const scenario = 'latency'
const pollMs = 5

/** How long a client waits beyond what the chain takes. One transaction at a time, on a lane that is idle before it. */
export async function latency({ quick }: BenchOptions): Promise<readonly Row[]> {
  const count = quick ? 8 : 40
  const anvil = await startAnvil()
  const heads = await watchHeads(anvil)
  const proxy = await startRpcProxy(anvil.port)
  const relayer = await startRelayer({ rpcUrl: proxy.url })
  const broadcast: number[] = []
  const answered: number[] = []
  const visible: number[] = []
  for (let index = -3; index < count; index++) {
    // anywhere in the block time
    await sleep(((index + 3) * 370) % 1000)
    const sent = Promise.withResolvers<number>()
    proxy.onCall = (method, at) => {
      if (method === 'eth_sendRawTransaction') sent.resolve(at)
    }
    const start = performance.now()
    const { id } = await relayer.post(pricedBody)
    const answeredAt = performance.now()
    const sentAt = await sent.promise
    const seen = await waitForBlock(relayer, id)
    const minedAt = heads.at(await blockOf(anvil, seen.hash))
    // the first ones warm up
    if (index >= 0) {
      broadcast.push(sentAt - start)
      answered.push(answeredAt - start)
      if (minedAt !== undefined) visible.push(seen.at - minedAt)
    }
    await relayer.reach(index + 4, 'confirmed')
  }
  heads.stop()
  await relayer.stop()
  await proxy.stop()
  await anvil.stop()
  const spread = (values: readonly number[]) =>
    `n ${values.length}, p90 ${percentile(values, 0.9).toFixed(1)}, max ${Math.max(...values).toFixed(1)}`
  return [
    atMost(150, {
      scenario,
      figure: 'mined → visible in GET, p50',
      value: median(visible),
      unit: 'ms',
      note: spread(visible),
    }),
    atMost(20, {
      scenario,
      figure: 'POST → broadcast, idle, p50',
      value: median(broadcast),
      unit: 'ms',
      note: spread(broadcast),
    }),
    information({
      scenario,
      figure: 'POST → answer, idle, p50',
      value: median(answered),
      unit: 'ms',
      note: spread(answered),
    }),
  ]
}

async function waitForBlock(relayer: Relayer, id: string): Promise<{ readonly at: number; readonly hash: string }> {
  for (;;) {
    const asked = performance.now()
    const { status, hash } = (await relayer.get(id)) as { status: string; hash?: string }
    if ((status === 'mined' || status === 'confirmed') && hash) return { at: performance.now(), hash }
    await sleep(Math.max(0, pollMs - (performance.now() - asked)))
  }
}

async function blockOf(anvil: Anvil, hash: string): Promise<number> {
  const receipt = (await anvil.rpc('eth_getTransactionReceipt', [hash])) as { blockNumber: string }
  return Number(receipt.blockNumber)
}

/** When the node announced each block to somebody who listens. */
async function watchHeads(anvil: Anvil) {
  const seen = new Map<number, number>()
  const socket = new WebSocket(`ws://127.0.0.1:${anvil.port}`)
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve)
    socket.addEventListener('error', () => reject(new Error('anvil takes no WebSocket')))
  })
  socket.addEventListener('message', ({ data }) => {
    const at = performance.now()
    const { params } = JSON.parse(String(data)) as { params?: { result: { number: string } } }
    if (params !== undefined) seen.set(Number(params.result.number), at)
  })
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads'] }))
  return { at: (height: number) => seen.get(height), stop: () => socket.close() }
}

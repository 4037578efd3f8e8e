import { privateKeyToAccount } from 'viem/accounts'
import { type Anvil, sleep, startAnvil, waitForPhase } from './support/anvil.ts'
import { pricedBody } from './support/bodies.ts'
import { callRpcBatch } from './support/callRpc.ts'
import type { HookAnswer } from './support/hookAnswer.ts'
import { firstKey, type Relayer, startRelayer } from './support/relayer.ts'
import { atLeast, type BenchOptions, information, type Row } from './support/row.ts'
import { listed, sum } from './support/statistics.ts'

const scenario = 'throughput'
const batchSize = 100
const pollMs = 20
/** Blocks on top of a transaction's own until it counts, as in the server's configuration. */
const confirmations = 1
/** Posts before the clock starts, so that compiled code is measured. */
const warmUp = 300

/** What one pass over all phases gave. */
export interface ThroughputRun {
  readonly count: number
  readonly directMs: readonly number[]
  readonly serverMs: readonly number[]
  readonly postMs: readonly number[]
  readonly hooks: readonly HookAnswer[]
}

/** Confirmed transactions per second through one relayer, next to a client that does nothing but send. */
export async function throughput(options: BenchOptions): Promise<readonly Row[]> {
  const { count, directMs, serverMs, postMs, hooks } = await runThroughput(options)
  const cpuMs = ((hooks.at(-1)?.cpuMs ?? 0) - (hooks[0]?.cpuMs ?? 0)) / (count * (hooks.length - 1))
  const rate = (times: readonly number[]) => (count * times.length * 1000) / sum(times)
  const server = rate(serverMs)
  const direct = rate(directMs)
  return [
    atLeast(0.7, {
      scenario,
      figure: 'confirmed tx/s, server ÷ direct client',
      value: server / direct,
      unit: 'ratio',
      note: `${count} tx, ${serverMs.length} runs spread over the block time`,
    }),
    information({ scenario, figure: 'server', value: server, unit: 'tx/s', note: `s: ${seconds(serverMs)}` }),
    information({ scenario, figure: 'direct client', value: direct, unit: 'tx/s', note: `s: ${seconds(directMs)}` }),
    information({ scenario, figure: 'POST under this load', value: rate(postMs), unit: '/s', note: '32 in flight' }),
    information({
      scenario,
      figure: 'CPU of the server per transaction',
      value: cpuMs,
      unit: 'ms',
      note: 'all threads; says more than the clock while others work on the machine',
    }),
  ]
}

const runs = new Map<BenchOptions, Promise<ThroughputRun>>()

/** One run per invocation of the bench: throughput and the event loop are two views of it. */
export function runThroughput(options: BenchOptions): Promise<ThroughputRun> {
  const known = runs.get(options) ?? measure(options)
  runs.set(options, known)
  return known
}

async function measure({ quick, profileFolder }: BenchOptions): Promise<ThroughputRun> {
  const count = quick ? 300 : 1_500
  const repetitions = quick ? 2 : 6
  const [directAnvil, serverAnvil] = [await startAnvil(), await startAnvil()]
  const relayer = await startRelayer({ rpcUrl: serverAnvil.url, profileFolder })
  await relayer.load({ body: JSON.stringify(pricedBody), connections: 32, until: { requests: warmUp } })
  await relayer.reach(warmUp, 'confirmed')
  await sendDirectly(directAnvil, warmUp, 0)

  const result = { count, directMs: [] as number[], serverMs: [] as number[], postMs: [] as number[] }
  const hooks: HookAnswer[] = []
  for (let run = 0; run < repetitions; run++) {
    const phase = (run + 0.5) / repetitions
    result.directMs.push(await sendDirectly(directAnvil, count, phase))
    await waitForPhase(serverAnvil, phase)
    await relayer.hook('reset')
    const { postMs, totalMs } = await sendThroughServer(relayer, count)
    hooks.push(await relayer.hook('read'))
    result.serverMs.push(totalMs)
    result.postMs.push(postMs)
  }
  await relayer.stop()
  await Promise.all([directAnvil.stop(), serverAnvil.stop()])
  return { ...result, hooks }
}

async function sendThroughServer(relayer: Relayer, count: number) {
  const before = await relayer.total('confirmed')
  const start = performance.now()
  const posted = await relayer.load({
    body: JSON.stringify(pricedBody),
    connections: 32,
    until: { requests: count },
  })
  await relayer.reach(before + count, 'confirmed', { everyMs: pollMs })
  return { postMs: posted.elapsedMs, totalMs: performance.now() - start }
}

/** Signing is done before the clock starts; batches go one after the other; the same depth is waited for. */
async function sendDirectly(anvil: Anvil, count: number, phase: number): Promise<number> {
  const account = privateKeyToAccount(`0x${firstKey}`)
  const first = Number(await anvil.rpc('eth_getTransactionCount', [account.address, 'latest']))
  const signed = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      account.signTransaction({
        type: 'eip1559',
        chainId: 31_337,
        nonce: first + index,
        to: pricedBody.to as `0x${string}`,
        value: BigInt(pricedBody.value),
        gas: BigInt(pricedBody.gas_limit),
        maxFeePerGas: BigInt(pricedBody.max_fee_per_gas),
        maxPriorityFeePerGas: BigInt(pricedBody.max_priority_fee_per_gas),
      }),
    ),
  )
  await waitForPhase(anvil, phase)
  const start = performance.now()
  for (let sent = 0; sent < count; sent += batchSize) {
    const batch = signed.slice(sent, sent + batchSize).map(raw => [raw])
    await callRpcBatch(anvil.port, 'eth_sendRawTransaction', batch)
  }
  for (;;) {
    const head = Number(await anvil.rpc('eth_blockNumber'))
    const deep = `0x${Math.max(0, head - confirmations).toString(16)}`
    const confirmed = Number(await anvil.rpc('eth_getTransactionCount', [account.address, deep]))
    if (confirmed >= first + count) return performance.now() - start
    await sleep(pollMs)
  }
}

function seconds(times: readonly number[]): string {
  return listed(
    times.map(time => time / 1000),
    2,
  )
}

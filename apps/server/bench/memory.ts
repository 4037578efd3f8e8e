import { createHash } from 'node:crypto'
import { privateKeyToAccount } from 'viem/accounts'
import { sleep, startAnvil } from './support/anvil.ts'
import { pricedBody } from './support/bodies.ts'
import { type Relayer, startRelayer } from './support/relayer.ts'
import { sum } from './support/statistics.ts'
import { atMost, type BenchOptions, information, type Row } from './support/row.ts'

const million = 1_000_000
const mostMegabytes = 400
const body = JSON.stringify(pricedBody)
/** How long accepting may take: what is not accepted by then is left out, and the figure says so. */
const acceptMs = 300_000
/** How long the lanes may take to send what was accepted. */
const patienceMs = 150_000

/** Resident memory of the server with many transactions open on one relayer, on a node that never mines. */
export async function memory(options: BenchOptions): Promise<readonly Row[]> {
  return measure('memory', options, 1)
}

/** The same over so many relayers that all of it is in flight: a lane has 2,000 in flight at most. */
export async function memoryLanes(options: BenchOptions): Promise<readonly Row[]> {
  return measure('memoryLanes', options, 50)
}

async function measure(
  scenario: string,
  { quick, profileFolder }: BenchOptions,
  relayers: number,
): Promise<readonly Row[]> {
  const count = quick ? 10_000 : 100_000
  const keys = Array.from({ length: relayers }, (_, index) =>
    createHash('sha256').update(`bench ${index}`).digest('hex'),
  )
  const anvil = await startAnvil({ mining: false })
  for (const key of keys) {
    const { address } = privateKeyToAccount(`0x${key}`)
    await anvil.rpc('anvil_setBalance', [address, `0x${(10n ** 24n).toString(16)}`])
  }
  const relayer = await startRelayer({ rpcUrl: anvil.url, keys, profileFolder })
  const ids = keys.map((_, index) => `r${index}`)
  const empty = await residentMegabytes(relayer)
  const peak = samplePeak(relayer)
  const start = performance.now()
  const loads = await Promise.all(
    ids.map(id =>
      relayer.load(
        { body, connections: Math.ceil(64 / relayers), until: { requests: count / relayers, ms: acceptMs } },
        id,
      ),
    ),
  )
  const open = sum(loads.map(load => load.accepted))
  const acceptedPerSecond = (open * 1000) / (performance.now() - start)
  const sent = await settle(relayer, ids, open)
  const peakMegabytes = await peak.stop()
  const accepted = await residentMegabytes(relayer)
  const collected = await relayer.hook('collect')
  await relayer.restart()
  await sleep(10_000)
  const restarted = await residentMegabytes(relayer)
  await relayer.stop()
  await anvil.stop()
  const figure = `${open} open transactions, ${relayers} ${relayers === 1 ? 'relayer' : 'relayers'}`
  const note = `${sent} in flight; ${empty.toFixed(0)} MB with none, peak ${peakMegabytes.toFixed(0)} MB; ${acceptedPerSecond.toFixed(0)} POST/s`
  return [
    atMost(mostMegabytes, { scenario, figure, value: accepted, unit: 'MB', note }),
    information({
      scenario,
      figure: `${figure}, after a full collection`,
      value: collected.rssBytes / million,
      unit: 'MB',
      note: `${(collected.heapBytes / million).toFixed(0)} MB of it are JavaScript objects`,
    }),
    information({ scenario, figure: `${figure}, 10 s after a restart`, value: restarted, unit: 'MB' }),
  ]
}

async function residentMegabytes(relayer: Relayer): Promise<number> {
  return (await relayer.hook('read')).rssBytes / million
}

/** Waits until no more is being sent: all of it, or as much as a lane has in flight at most. */
async function settle(relayer: Relayer, ids: readonly string[], count: number): Promise<number> {
  const deadline = performance.now() + patienceMs
  let before = -1
  for (;;) {
    let submitted = 0
    for (const id of ids) submitted += await relayer.total('submitted', id)
    if (submitted === count || submitted === before || performance.now() > deadline) return submitted
    before = submitted
    await sleep(5_000)
  }
}

/** The largest of a sample every 200 ms. */
function samplePeak(relayer: Relayer): { stop(): Promise<number> } {
  let most = 0
  const timer = setInterval(async () => {
    most = Math.max(most, await residentMegabytes(relayer))
  }, 200)
  return {
    async stop() {
      clearInterval(timer)
      most = Math.max(most, await residentMegabytes(relayer))
      return most
    },
  }
}

import { createHash } from 'node:crypto'
import { privateKeyToAccount } from 'viem/accounts'
import { sleep, startAnvil } from './support/anvil.ts'
import { pricedBody } from './support/bodies.ts'
import { type Relayer, startRelayer } from './support/relayer.ts'
import { atMost, type BenchOptions, information, type Row } from './support/row.ts'

const scenario = 'memory'
const million = 1_000_000
const mostMegabytes = 400
const body = JSON.stringify(pricedBody)
/** How long the lanes may take to send what was accepted. */
const patienceMs = 150_000

/** Resident memory of the server with many transactions open, on a node that never mines. */
export async function memory({ quick, profileFolder }: BenchOptions): Promise<readonly Row[]> {
  const count = quick ? 10_000 : 100_000
  return [
    ...(await measure('one relayer', count, 1, profileFolder)),
    ...(await measure('50 relayers', count, 50, profileFolder)),
  ]
}

async function measure(
  name: string,
  count: number,
  relayers: number,
  profileFolder: string | null,
): Promise<readonly Row[]> {
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
  await Promise.all(
    ids.map(id =>
      relayer.load({ body, connections: Math.ceil(64 / relayers), until: { requests: count / relayers } }, id),
    ),
  )
  const acceptedPerSecond = (count * 1000) / (performance.now() - start)
  const sent = await settle(relayer, ids, count)
  const peakMegabytes = await peak.stop()
  const accepted = await residentMegabytes(relayer)
  const collected = await relayer.hook('collect')
  await relayer.restart()
  await sleep(10_000)
  const restarted = await residentMegabytes(relayer)
  await relayer.stop()
  await anvil.stop()
  const figure = `${count} open transactions, ${name}`
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

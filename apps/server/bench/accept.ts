import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { startAnvil } from './support/anvil.ts'
import { pricedBody } from './support/bodies.ts'
import { endWithMe, stopChild, waitForOutput } from './support/children.ts'
import { type LoadResult, postLoad } from './support/postLoad.ts'
import { type Relayer, startRelayer } from './support/relayer.ts'
import { atLeast, type BenchOptions, information, type Row } from './support/row.ts'
import { listed, median } from './support/statistics.ts'

const scenario = 'accept'
const connections = 64
const body = JSON.stringify(pricedBody)
/** Nobody listens there: what is accepted stays `pending`. */
const noNode = 'http://127.0.0.1:9'

/** Accepted POST/s, each durably committed before its answer, next to a route that only parses. */
export async function accept({ quick, profileFolder }: BenchOptions): Promise<readonly Row[]> {
  const rounds = quick ? 1 : 4
  const ms = quick ? 2_000 : 5_000
  const anvil = await startAnvil()
  const bare = await startBareRoute()
  const busy = await startRelayer({ rpcUrl: anvil.url, profileFolder })
  const idle = await startRelayer({ rpcUrl: noNode })
  const rates = { bare: [] as number[], busy: [] as number[], idle: [] as number[] }
  const load = { body, connections, until: { ms } }
  // the first round warms up
  for (let round = -1; round < rounds; round++) {
    const measured = {
      bare: await postLoad({ ...load, port: bare.port, path: '/transactions', headers: {} }),
      idle: await idle.load(load),
      busy: await busy.load(load),
    }
    await drain(busy)
    if (round < 0) continue
    for (const name of ['bare', 'idle', 'busy'] as const) rates[name].push(rateOf(measured[name]))
  }
  await Promise.all([busy.stop(), idle.stop(), stopChild(bare.child), anvil.stop()])

  const ratio = (over: readonly number[]) => median(over.map((rate, round) => rate / (rates.bare[round] ?? 0)))
  const note = (of: readonly number[]) => `POST/s: ${listed(of, 0)}`
  return [
    atLeast(0.6, {
      scenario,
      figure: 'accepted POST/s ÷ bare Koa route, the lane sending meanwhile',
      value: ratio(rates.busy),
      unit: 'ratio',
      note: note(rates.busy),
    }),
    information({
      scenario,
      figure: 'the same without a node: the lane sends nothing',
      value: ratio(rates.idle),
      unit: 'ratio',
      note: note(rates.idle),
    }),
    information({
      scenario,
      figure: 'bare Koa route: same parser, same schema',
      value: median(rates.bare),
      unit: '/s',
      note: note(rates.bare),
    }),
  ]
}

function rateOf({ accepted, elapsedMs }: LoadResult): number {
  return (accepted * 1000) / elapsedMs
}

/** What was accepted must not cost the next round anything. */
async function drain(relayer: Relayer): Promise<void> {
  await relayer.reach(await relayer.total(), 'confirmed', { everyMs: 200 })
}

async function startBareRoute() {
  const path = fileURLToPath(new URL('support/bareRoute.ts', import.meta.url))
  const child = spawn(process.execPath, ['--conditions=@relayer/source', path], { stdio: ['ignore', 'pipe', 'pipe'] })
  endWithMe(child)
  const [, port] = await waitForOutput(child, /listening on (\d+)/)
  return { child, port: Number(port) }
}

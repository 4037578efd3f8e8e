import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
const apiKey = 'the-key-of-the-bench-with-more-than-32-characters'
const headers = { Authorization: `Bearer ${apiKey}` }

/** Accepted POST/s, each durably committed before its answer, next to a route that only parses. */
export async function accept({ quick, profileFolder }: BenchOptions): Promise<readonly Row[]> {
  const rounds = quick ? 1 : 4
  const ms = quick ? 2_000 : 5_000
  const anvil = await startAnvil()
  const folder = await mkdtemp(join(process.env['BENCH_DIR'] ?? tmpdir(), 'relayer-bench-'))
  const bare = await startRoute('bareRoute.ts')
  const unstored = await startRoute('acceptOnly.ts', 'memory', apiKey)
  const laneless = await startRoute('acceptOnly.ts', join(folder, 'laneless.sqlite'), apiKey)
  const server = await startRelayer({ rpcUrl: anvil.url, profileFolder })
  const rates = { bare: [] as number[], unstored: [] as number[], laneless: [] as number[], server: [] as number[] }
  const load = { body, connections, until: { ms } }
  // the first round warms up
  for (let round = -1; round < rounds; round++) {
    const measured = {
      bare: await postLoad({ ...load, port: bare.port, path: '/transactions', headers: {} }),
      unstored: await postLoad({ ...load, port: unstored.port, path: server.path(), headers }),
      laneless: await postLoad({ ...load, port: laneless.port, path: server.path(), headers }),
      server: await server.load(load),
    }
    await drain(server)
    if (round < 0) continue
    for (const name of ['bare', 'unstored', 'laneless', 'server'] as const) rates[name].push(rateOf(measured[name]))
  }
  await Promise.all([server.stop(), anvil.stop(), ...[bare, unstored, laneless].map(({ child }) => stopChild(child))])
  await rm(folder, { recursive: true, force: true })

  const ratio = (over: readonly number[]) => median(over.map((rate, round) => rate / (rates.bare[round] ?? 0)))
  const note = (of: readonly number[]) => `POST/s: ${listed(of, 0)}`
  return [
    atLeast(0.6, {
      scenario,
      figure: 'accepted POST/s ÷ bare Koa route, the lane sending meanwhile',
      value: ratio(rates.server),
      unit: 'ratio',
      note: note(rates.server),
    }),
    information({
      scenario,
      figure: 'the same without a lane: HTTP, engine, durable commit',
      value: ratio(rates.laneless),
      unit: 'ratio',
      note: note(rates.laneless),
    }),
    information({
      scenario,
      figure: 'the same without lane and database: HTTP, engine, a map',
      value: ratio(rates.unstored),
      unit: 'ratio',
      note: note(rates.unstored),
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

async function startRoute(file: string, ...args: readonly string[]) {
  const path = fileURLToPath(new URL(`support/${file}`, import.meta.url))
  const command = ['--conditions=@relayer/source', path, ...args]
  const child = endWithMe(spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] }))
  const [, port] = await waitForOutput(child, /listening on (\d+)/)
  return { child, port: Number(port) }
}

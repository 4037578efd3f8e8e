import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TransactionStatus } from '@relayer/schemas'
import { type EngineOnFile, openEngineOnFile, relayerId } from './support/engineOnFile.ts'
import { fillTables } from './support/fillTables.ts'
import { atMost, type BenchOptions, type Row } from './support/row.ts'
import { median } from './support/statistics.ts'

const scenario = 'scale'
const small = 10_000

/** What a call costs with many rows ÷ with few. Calls on the two files take turns; medians are compared. */
export async function scale({ quick }: BenchOptions): Promise<readonly Row[]> {
  const large = quick ? 100_000 : 1_000_000
  const rounds = quick ? 60 : 300
  const folder = await mkdtemp(join(process.env['BENCH_DIR'] ?? tmpdir(), 'relayer-bench-'))
  const few = await openFilled(join(folder, 'few.sqlite'), small)
  const many = await openFilled(join(folder, 'many.sqlite'), large)
  const rows: Row[] = []
  for (const [figure, prepare] of Object.entries(calls)) {
    const [fewMs, manyMs] = await compare(await prepare(few, small), await prepare(many, large), rounds)
    rows.push(
      atMost(1.3, {
        scenario,
        figure: `${figure}, ${large} rows ÷ ${small}`,
        value: manyMs / fewMs,
        unit: 'ratio',
        note: `p50 ${manyMs.toFixed(2)} ms ÷ ${fewMs.toFixed(2)} ms`,
      }),
    )
  }
  await few.close()
  await many.close()
  await rm(folder, { recursive: true, force: true })
  return rows
}

/** What is timed, and what goes before it outside the clock. */
interface Timed {
  readonly before?: () => Promise<unknown> | unknown
  readonly run: () => Promise<unknown>
}

type Prepare = (on: EngineOnFile, rows: number) => Promise<Timed>

const list =
  (statuses: readonly TransactionStatus[]): Prepare =>
  async ({ engine }, rows) => {
    const query = { relayerId, page: 1, perPage: 10, statuses }
    const first = await engine.listTransactions(query)
    if (!first.ok || first.value.items.length !== 10 || first.value.total < rows / 100)
      throw new Error('a list is not what was filled in')
    return { run: () => engine.listTransactions(query) }
  }

const calls: Readonly<Record<string, Prepare>> = {
  'list page 1 of 10, no filter': list([]),
  'list page 1 of 10, status confirmed': list(['confirmed']),
  'list page 1 of 10, status failed or expired': list(['failed', 'expired']),
  async get({ engine }, rows) {
    return {
      async run() {
        const found = await engine.getTransaction({ relayerId, transactionId: filledId(rows) })
        if (!found.ok) throw found.error
      },
    }
  },
  'lane tick with nothing to do': async on => ({ run: () => on.tick() }),
  'lane tick that sends one': async on => ({
    async before() {
      // what the one before left is out of the way: mined, confirmed
      for (let block = 0; block < 2; block++) {
        on.mine()
        await on.tick()
      }
      await on.create()
    },
    run: () => on.tick(),
  }),
  'lane tick that finds one mined': async on => ({
    async before() {
      on.mine()
      await on.tick()
      await on.create()
      await on.tick()
      on.mine()
    },
    run: () => on.tick(),
  }),
}

/** The id that `fillTables` gave to a random row. */
function filledId(rows: number): string {
  const i = 1 + Math.floor(Math.random() * rows)
  const hex = (value: bigint, digits: number) => value.toString(16).padStart(digits, '0')
  const spread = (BigInt(i) * 2_654_435_761n) & 0xffff_ffffn
  return `${hex(spread, 8)}-${hex(BigInt(i & 0xffff), 4)}-4000-8000-${hex(BigInt(i), 12)}`
}

async function compare(few: Timed, many: Timed, rounds: number): Promise<readonly [number, number]> {
  const times: [number[], number[]] = [[], []]
  const warmUp = Math.ceil(rounds / 5)
  for (let round = -warmUp; round < rounds; round++) {
    for (const [index, timed] of [few, many].entries()) {
      await timed.before?.()
      const start = performance.now()
      await timed.run()
      const took = performance.now() - start
      if (round >= 0) times[index]?.push(took)
    }
  }
  return [median(times[0]), median(times[1])]
}

/** One transaction is taken through its whole life by the engine; its traces are multiplied. */
async function openFilled(file: string, rows: number): Promise<EngineOnFile> {
  const on = await openEngineOnFile(file, 0)
  const transactionId = await on.create()
  for (let block = 0; block < 3; block++) {
    await on.tick()
    on.mine()
  }
  await on.tick()
  const found = await on.engine.getTransaction({ relayerId, transactionId })
  const status = found.ok ? (found.value as { status?: unknown }).status : found.error
  if (status !== 'confirmed') throw new Error(`the model transaction is ${String(status)}`)
  await on.close()
  await fillTables(file, rows)
  return openEngineOnFile(file, rows + 1)
}

import { atMost, type BenchOptions, information, type Row } from './support/row.ts'
import { listed } from './support/statistics.ts'
import { runThroughput } from './throughput.ts'

const scenario = 'eventLoop'

/** The longest time the server's event loop was held while `throughput` ran. */
export async function eventLoop(options: BenchOptions): Promise<readonly Row[]> {
  const { hooks } = await runThroughput(options)
  const holds = hooks.flatMap(hook => hook.holds).toSorted((a, b) => b.wallMs - a.wallMs)
  const longest = hooks.map(hook => hook.longestHoldMs)
  const own = holds.map(({ wallMs, waitMs }) => wallMs - waitMs)
  const described = holds
    .slice(0, 5)
    .map(
      ({ wallMs, cpuMs, waitMs }) =>
        `${wallMs.toFixed(0)} (${cpuMs.toFixed(0)} running, ${waitMs.toFixed(0)} without a core)`,
    )
  return [
    atMost(50, {
      scenario,
      figure: 'longest hold of the event loop',
      value: Math.max(...longest),
      unit: 'ms',
      note: `per run: ${listed(longest)}; longest: ${described.join(', ') || 'none above 25 ms'}`,
    }),
    information({
      scenario,
      figure: 'longest hold without the waits for a core',
      value: Math.max(0, ...own),
      unit: 'ms',
      note: 'of the holds above 25 ms: what an idle machine would show',
    }),
    information({
      scenario,
      figure: 'longest garbage collection',
      value: Math.max(...hooks.map(hook => hook.longestGcMs)),
      unit: 'ms',
    }),
  ]
}

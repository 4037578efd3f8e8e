/**
 * `npm run bench -- [scenario…] [--quick] [--profile]`: figures of the real server, with their targets. Prints a table and
 * writes bench-results.json. docs/benchmarks.md tells what they mean. Nothing here fails by time: a miss is a word in the
 * table.
 */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { accept } from './accept.ts'
import { eventLoop } from './eventLoop.ts'
import { latency } from './latency.ts'
import { memory, memoryLanes } from './memory.ts'
import { rpcCalls } from './rpcCalls.ts'
import { scale } from './scale.ts'
import { describeMachine } from './support/machine.ts'
import { printProfiles } from './support/printProfile.ts'
import { printRows } from './support/printRows.ts'
import type { BenchOptions, Row, Scenario } from './support/row.ts'
import { throughput } from './throughput.ts'

const scenarios: Readonly<Record<string, Scenario>> = {
  rpcCalls,
  throughput,
  eventLoop,
  accept,
  latency,
  scale,
  memory,
  memoryLanes,
}

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, profile: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const unknown = positionals.filter(name => !Object.hasOwn(scenarios, name))
if (unknown.length > 0) {
  console.error(`unknown: ${unknown.join(', ')}; there are ${Object.keys(scenarios).join(', ')}`)
  process.exit(1)
}

const machine = describeMachine()
console.log(
  `${machine.cores} cores (${machine.cpu}), ${machine.memoryGb} GB, Node ${machine.node}, commit ${machine.commit}, ` +
    `load ${machine.loadAverage.toFixed(1)}, fsync ${machine.fsyncMs} ms\nRate limits are ${machine.rateLimits}.`,
)
if (values.quick) console.log('Quick sizes: not for quoting.')
console.log('')

const options: BenchOptions = {
  quick: values.quick,
  profileFolder: values.profile ? mkdtempSync(join(tmpdir(), 'relayer-profile-')) : null,
}
const rows: Row[] = []
const failures: { readonly scenario: string; readonly reason: string }[] = []
for (const [name, run] of Object.entries(scenarios)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  try {
    const measured = await run(options)
    rows.push(...measured)
    printRows(measured)
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error)
    failures.push({ scenario: name, reason })
    console.error(`${name} did not get to its end: ${reason}`)
  }
}

const result = { at: new Date().toISOString(), quick: values.quick, machine, rows, failures }
writeFileSync('bench-results.json', `${JSON.stringify(result, null, 2)}\n`)
if (options.profileFolder !== null) {
  printProfiles(options.profileFolder)
  console.log(`\nprofiles: ${options.profileFolder} (Chrome DevTools, Performance)`)
}
console.log(`\n${rows.filter(row => row.ok === false).length} misses; bench-results.json has all of it`)
process.exit(failures.length > 0 ? 1 : 0)

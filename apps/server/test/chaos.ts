/** `npm run test:chaos -- --kills 1000 [--posts 10] [--faults 3] [--seed 1]`: kills the real server over and over. */
import { parseArgs } from 'node:util'
import { runChaos } from './support/runChaos.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    posts: { type: 'string', default: '10' },
    faults: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
  },
})
const report = await runChaos({
  kills: Number(values.kills),
  posts: Number(values.posts),
  faultOneIn: Number(values.faults),
  seed: Number(values.seed),
  log: line => process.stdout.write(`${line}\n`),
})
process.stdout.write(`${report.posted} posted; killed at:\n`)
for (const [step, count] of [...report.killedAt].toSorted((a, b) => b[1] - a[1]))
  process.stdout.write(`  ${count} × ${step}\n`)
process.stdout.write(
  report.violations.length === 0 ? 'each executed exactly once\n' : `${report.violations.join('\n')}\n`,
)
process.exitCode = report.violations.length === 0 ? 0 : 1

/** `npm run test:fuzz -- --requests 10000 [--seed 1] [--only 'api-keys']`: requests per operation; what is answered wrongly is shown. */
import { parseArgs } from 'node:util'
import { runFuzz } from './support/fuzz/runFuzz.ts'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '10000' },
    only: { type: 'string', default: '' },
    seed: { type: 'string', default: process.env['SEED'] ?? '1' },
  },
})
const write = (line: string) => process.stdout.write(`${line}\n`)
const report = await runFuzz({
  requests: Number(values.requests),
  seed: Number(values.seed),
  only: new RegExp(values.only),
  log: write,
})
const statuses = [...new Set([...report.answered.values()].flatMap(counts => [...counts.keys()]))].toSorted()
write(`\nseed ${values.seed}; answers per operation:`)
write(`${statuses.map(status => `${status}`.padStart(7)).join('')}`)
for (const [name, counts] of report.answered)
  write(`${statuses.map(status => `${counts.get(status) ?? ''}`.padStart(7)).join('')}  ${name}`)
for (const failure of report.failures) write(`\nFAILED with SEED=${values.seed}: ${failure}`)
write(report.failures.length === 0 ? '\nno operation answered wrongly' : `\n${report.failures.length} failed`)
process.exitCode = report.failures.length > 0 ? 1 : 0

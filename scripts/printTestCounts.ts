/**
 * Prints what was skipped and `N passed, N failed` from vitest's JSON report, and exits 1 unless tests ran and all passed.
 * `node scripts/printTestCounts.ts <report> <exit status of the test command>`
 */
import { readFileSync } from 'node:fs'

interface Report {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly numPendingTests: number
  readonly numTodoTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

const path = process.argv[2] ?? ''
const report = readReport()
if (!report) {
  console.log(`no test report in ${path}: the tests did not run to their end`)
  process.exit(1)
}

// A file that can't be loaded, or whose hook fails, has no failed test of its own; uncounted it would look like success.
const brokenFiles = report.testResults.filter(
  ({ status, assertionResults }) => status === 'failed' && !assertionResults.some(each => each.status === 'failed'),
)
for (const { name } of brokenFiles) console.log(`counted as one failed test: ${name}`)

const passed = report.numPassedTests
let failed = report.numFailedTests + brokenFiles.length
// After an error outside of a test the report says "success": only the exit status of vitest tells.
if (failed === 0 && process.argv[3] !== '0') {
  console.log('counted as one failed test: the test command failed though no test did')
  failed = 1
}
// Whoever skips a test says in its title why.
for (const { status, fullName } of report.testResults.flatMap(({ assertionResults }) => assertionResults)) {
  if (status !== 'passed' && status !== 'failed') console.log(`skipped: ${fullName}`)
}
const skipped = report.numPendingTests + report.numTodoTests
if (passed + failed === 0) console.log('no test ran')
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0

function readReport(): Report | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report
  } catch {
    return undefined
  }
}

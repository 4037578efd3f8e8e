/**
 * Checks that every test which docs/weaknesses.md and docs/conformance.md name exists, and that no row is missing that must
 * be there. `node scripts/checkTestTables.ts`
 *
 * A row is `| W7 | … | tests |`: its name first, its tests last. A test is a file in backticks and its title in double
 * quotes, and further titles of the same file follow without it. A title is looked for as a string of that file, so a row of
 * `it.each` counts too.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = dirname(import.meta.dirname)

/** Every method of `@openzeppelin/relayer-sdk`; a test of the server compares the page with the package itself. */
const sdkMethods = `
  health readiness listMetrics metricDetail scrapeMetrics listNetworks getNetwork updateNetwork
  listNotifications createNotification getNotification updateNotification deleteNotification listPlugins
  getPlugin updatePlugin callPlugin callPluginGet listSigners createSigner getSigner updateSigner deleteSigner
  listRelayers createRelayer getRelayer updateRelayer deleteRelayer getRelayerStatus getRelayerBalance
  sendTransaction listTransactions getTransactionById getTransactionByNonce replaceTransaction
  cancelTransaction deletePendingTransactions quoteSponsoredTransaction buildSponsoredTransaction sign
  signTypedData signTransaction rpc
`
  .trim()
  .split(/\s+/)
/** The items of the contract's checklist; 14 is about plugins. */
const checklist = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15]

/** The pages, and the rows that each must have; it may have others. */
const pages: Readonly<Record<string, readonly string[]>> = {
  'docs/weaknesses.md': Array.from({ length: 41 }, (_, index) => `W${index + 1}`),
  'docs/conformance.md': [...sdkMethods.map(name => `17.2 ${name}`), ...checklist.map(item => `21.${item}`)],
}

const broken = proveCheck()
for (const problem of broken) console.error(problem)
let failed = broken.length > 0
for (const [page, required] of Object.entries(pages)) {
  const rows = readRows(readSource(page) ?? '')
  const problems = findProblems(rows, required, readSource)
  for (const problem of problems) console.error(`${page}: ${problem}`)
  console.log(`${page}: ${rows.length} rows, ${problems.length} problems`)
  failed ||= problems.length > 0
}
process.exitCode = failed ? 1 : 0

/** The text of a file, or null. */
function readSource(path: string): string | null {
  const file = join(root, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

/** Name and tests of each row of the page's tables, without their heads. */
function readRows(text: string): readonly (readonly [name: string, tests: string])[] {
  const lines = text.split('\n')
  const isRule = (line: string | undefined) => /^\|[-| ]+\|$/.test(line ?? '')
  return lines.flatMap((line, index) => {
    const [, name, tests] = /^\| ([^|]+) \|.*\| ([^|]*) \|$/.exec(line) ?? []
    const isRow = name !== undefined && tests !== undefined && !isRule(line) && !isRule(lines[index + 1])
    return isRow ? [[name, tests] as const] : []
  })
}

function findProblems(
  rows: ReturnType<typeof readRows>,
  required: readonly string[],
  read: (path: string) => string | null,
): readonly string[] {
  const names = rows.map(([name]) => name)
  return [
    ...names.filter((name, index) => names.indexOf(name) < index).map(name => `${name} occurs twice`),
    ...required.filter(name => !names.includes(name)).map(name => `${name} is missing`),
    ...rows.flatMap(([name, tests]) => checkCell(name, tests, read)),
  ]
}

function checkCell(name: string, cell: string, read: (path: string) => string | null): readonly string[] {
  const found: string[] = []
  let path: string | null = null
  let titles = 0
  for (const [, file, title] of cell.matchAll(/`([^`"]+\.ts)`|"([^"]+)"/g)) {
    if (file !== undefined) {
      path = file
      if (read(path) === null) found.push(`${name}: there is no ${path}`)
      continue
    }
    titles += 1
    const source = path === null ? null : read(path)
    if (path === null) found.push(`${name}: no file for "${title}"`)
    else if (source !== null && !hasString(source, title ?? '')) found.push(`${name}: ${path} has no "${title}"`)
  }
  return titles === 0 ? [...found, `${name} names no test`] : found
}

function hasString(source: string, title: string): boolean {
  return [`'`, '"', '`'].some(quote => source.includes(`${quote}${title}${quote}`))
}

/** A check that finds nothing by mistake is worse than none: it must see what is wrong with this page. */
function proveCheck(): readonly string[] {
  const seeded = [
    '| row | what | tests |',
    '|---|---|---|',
    '| W1 | a | b | `good.test.ts` "there `is`" · "an each row" |',
    '| W2 | a | b | `good.test.ts` "there is not" |',
    '| W3 | a | `gone.test.ts` "there" |',
    '| W4 | a | nothing |',
    '| 6.1 b | a | "homeless" |',
    '| 6.1 b | a | "homeless" |',
  ].join('\n')
  const source = "it('there `is`', …)\nit.each([['an each row']])"
  const required = ['W1', 'W2', 'W3', 'W4', 'W5', '6.1 b']
  const found = findProblems(readRows(seeded), required, path => (path === 'good.test.ts' ? source : null))
  const expected = [
    '6.1 b occurs twice',
    'W5 is missing',
    'W2: good.test.ts has no "there is not"',
    'W3: there is no gone.test.ts',
    'W4 names no test',
    '6.1 b: no file for "homeless"',
    '6.1 b: no file for "homeless"',
  ]
  return found.join('\n') === expected.join('\n') ? [] : [`the check itself is broken: ${found.join(' · ')}`]
}

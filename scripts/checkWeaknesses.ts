/**
 * Checks that every test which docs/weaknesses.md names exists. `node scripts/checkWeaknesses.ts`
 *
 * A row is `| W7 | … | … | tests |`; a test is a file in backticks and its title in double quotes, and further titles of the
 * same file follow without it. A title is looked for as a string of that file, so a row of `it.each` counts too.
 */
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const root = dirname(import.meta.dirname)
const page = 'docs/weaknesses.md'
const count = 41

const problems = [...proveCheck(), ...findProblems(readFileSync(join(root, page), 'utf8'), count, readSource)]
for (const problem of problems) console.error(`${page}: ${problem}`)
console.log(`weaknesses: ${count} rows, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0

/** The text of a file, or null. */
function readSource(path: string): string | null {
  const file = join(root, path)
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

function findProblems(text: string, rows: number, read: (path: string) => string | null): readonly string[] {
  const cells = new Map<string, string>()
  const found: string[] = []
  for (const line of text.split('\n')) {
    const [, name, tests] = /^\| (W\d+) \|.*\| ([^|]*) \|$/.exec(line) ?? []
    if (name === undefined || tests === undefined) continue
    if (cells.has(name)) found.push(`${name} occurs twice`)
    cells.set(name, tests)
  }
  for (let number = 1; number <= rows; number++) {
    const cell = cells.get(`W${number}`)
    found.push(...(cell === undefined ? [`W${number} is missing`] : checkCell(`W${number}`, cell, read)))
  }
  return found
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
    '| W1 | a | b | `good.test.ts` "there `is`" · "an each row" |',
    '| W2 | a | b | `good.test.ts` "there is not" |',
    '| W3 | a | b | `gone.test.ts` "there" |',
    '| W4 | a | b | nothing |',
    '| W6 | a | b | "homeless" |',
    '| W6 | a | b | "homeless" |',
  ].join('\n')
  const source = "it('there `is`', …)\nit.each([['an each row']])"
  const found = findProblems(seeded, 6, path => (path === 'good.test.ts' ? source : null))
  const expected = [
    'W6 occurs twice',
    'W2: good.test.ts has no "there is not"',
    'W3: there is no gone.test.ts',
    'W4 names no test',
    'W5 is missing',
    'W6: no file for "homeless"',
  ]
  return found.join('\n') === expected.join('\n') ? [] : [`the check itself is broken: ${found.join(' · ')}`]
}

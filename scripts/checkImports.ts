/**
 * Checks that imports are declared, go downward and make no circle. `node scripts/checkImports.ts`
 *
 * A check that silently finds nothing is worse than none (dependency-cruiser passes here with "1 modules"), so every
 * run first seeds a tree with known violations and circles and fails unless each of them is reported.
 */
import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { findViolations, listSourceFiles } from './importRules.ts'
import { seededCircles, seededManifestMistakes, seededTree } from './importSeeds.ts'

const root = dirname(import.meta.dirname)

const problems = [...proveRules(), ...proveCircles()].map(problem => `the check itself is broken: ${problem}`)
if (problems.length === 0) problems.push(...findViolations(root), ...findCircles())

for (const problem of problems) console.error(problem)
console.log(`imports: ${listSourceFiles(root).length} files, ${problems.length} problems`)
process.exitCode = problems.length > 0 ? 1 : 0

/** Every line of the seeded tree marked `BAD` must be reported with the words after the mark, and no other line. */
function proveRules(): readonly string[] {
  return withSeeds(seededTree, directory => {
    const found = findViolations(directory)
    const marked = Object.entries(seededTree).flatMap(([path, text]) =>
      text.split('\n').flatMap((line, index) => {
        const mark = /\/\/ BAD (.*)$/.exec(line)
        return mark ? [{ place: `${path}:${index + 1} `, words: mark[1]! }] : []
      }),
    )
    const expected = [...marked, ...seededManifestMistakes.map(place => ({ place, words: '' }))]
    const unreported = expected.filter(
      ({ place, words }) => !found.some(violation => violation.startsWith(place) && violation.includes(words)),
    )
    const unexpected = found.filter(violation => !expected.some(({ place }) => violation.startsWith(place)))
    return [
      ...unreported.map(({ place, words }) => `not reported: ${place}${words}`),
      ...unexpected.map(violation => `reported without reason: ${violation}`),
    ]
  })
}

/**
 * Every package gets the circles, among copies of its own settings: oxlint finds no circle at all, without a word, in a
 * package whose tsconfig.json it cannot read (a missing `extends` is enough).
 */
function proveCircles(): readonly string[] {
  const settings = globSync(['*.json', '.oxlintrc.json', '{packages,apps}/*/{package,tsconfig*}.json'], { cwd: root })
  const packages = settings.filter(path => path.endsWith('/package.json')).map(dirname)
  const circles = packages.flatMap(directory =>
    Object.entries(seededCircles).map(([path, text]) => [join(directory, 'src', path), text] as const),
  )
  const copies = settings.map(path => [path, readFileSync(join(root, path), 'utf8')] as const)
  return withSeeds(Object.fromEntries([...copies, ...circles]), directory => {
    const found = lintCircles(directory).circles
    return circles
      .filter(([path]) => !found.some(circle => circle.startsWith(`${path} `)))
      .map(([path]) => `oxlint reports no circle through a seeded ${path}`)
  })
}

function findCircles(): readonly string[] {
  const { circles, fileCount } = lintCircles(root)
  const expected = listSourceFiles(root).length
  // An ignore pattern that is too wide would hide files from the linter without a word.
  if (fileCount < expected) return [`oxlint read ${fileCount} files of ${expected}: see ignorePatterns`]
  return circles
}

function lintCircles(directory: string): { circles: readonly string[]; fileCount: number } {
  const oxlint = join(root, 'node_modules/.bin/oxlint')
  const { stdout, stderr, error } = spawnSync(oxlint, ['--format', 'json', 'packages', 'apps'], {
    cwd: directory,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (error) throw error
  if (!stdout.includes('"diagnostics"')) throw new Error(`oxlint said no JSON: ${stdout}${stderr}`)
  const report = JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
    diagnostics: readonly { code: string; filename: string; note?: string }[]
    number_of_files: number
  }
  const circles = report.diagnostics
    .filter(({ code }) => code === 'import(no-cycle)')
    .map(({ filename, note }) => `${filename} is in a circle\n${note ?? ''}`)
  return { circles, fileCount: report.number_of_files }
}

function withSeeds<Result>(files: Readonly<Record<string, string>>, use: (directory: string) => Result): Result {
  const directory = mkdtempSync(join(tmpdir(), 'relayer-seeds-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(join(directory, dirname(path)), { recursive: true })
      writeFileSync(join(directory, path), text)
    }
    return use(directory)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/**
 * Checks what `@relayer/schemas` costs a browser: minified and gzipped, zod included. `node scripts/checkSize.ts`
 *
 * `@relayer/schemas/errors` is an entry point of its own and is not counted.
 */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/** In bytes; 1 kB is 1,000 bytes, the stricter reading. */
const oneSchemaBudget = 9_000
const everythingBudget = 20_000
/** The one that people import first; it must exist, so that the check can't pass on an empty entry point. */
const requiredSchema = 'evmTransactionRequest'

const root = dirname(import.meta.dirname)
const isBuilt = existsSync(join(root, 'packages/schemas/dist/index.js'))

const everything = await bundle(`export * from '@relayer/schemas'`)
const namespace = await load(everything)
const rows = [{ name: '* (everything)', budget: everythingBudget, bytes: gzippedBytes(everything) }]
for (const name of Object.keys(namespace).toSorted()) {
  const bytes = gzippedBytes(await bundle(`export { ${name} } from '@relayer/schemas'`))
  // A function such as parseJson is listed for information: the budget of one is a promise about schemas.
  rows.push({ name, budget: isSchema(namespace[name]) ? oneSchemaBudget : everythingBudget, bytes })
}

console.log(`@relayer/schemas in a browser, minified and gzipped, from ${isBuilt ? 'dist' : 'src (not built)'}`)
for (const { name, bytes, budget } of rows.toSorted((a, b) => b.bytes - a.bytes)) {
  const verdict = bytes > budget ? '  OVER BUDGET' : ''
  console.log(`${name.padEnd(40)} ${kilobytes(bytes)} of ${kilobytes(budget)}${verdict}`)
}

const problems = rows.filter(({ bytes, budget }) => bytes > budget).map(({ name }) => `${name} is over its budget`)
if (!isSchema(namespace[requiredSchema])) problems.push(`@relayer/schemas exports no schema ${requiredSchema}`)
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0

async function bundle(contents: string): Promise<Uint8Array> {
  const result = await build({
    stdin: { contents, resolveDir: root },
    // Resolution as in a consumer's bundler, except before the first build.
    conditions: isBuilt ? [] : ['@relayer/source'],
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    legalComments: 'none',
    logLevel: 'error',
  })
  return result.outputFiles[0]!.contents
}

/** Runs the bundle itself: a bundle for browsers that needs something of Node fails here. */
async function load(code: Uint8Array): Promise<Readonly<Record<string, unknown>>> {
  return (await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)) as Record<
    string,
    unknown
  >
}

function isSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '_zod' in value
}

function gzippedBytes(code: Uint8Array): number {
  return gzipSync(code, { level: 9 }).length
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1).padStart(5)} kB`
}

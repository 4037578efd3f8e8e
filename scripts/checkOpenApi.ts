/**
 * Checks that `apps/server/openapi.json` is what the server serves. `node --conditions=@relayer/source
 * scripts/checkOpenApi.ts`; with `--write` the file is rewritten.
 *
 * The committed copy shows in a review how a change looks to clients, and can be read without a running server.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const path = join(dirname(import.meta.dirname), 'apps/server/openapi.json')
const source = '../apps/server/src'
const { operations } = await import(`${source}/http/operations.ts`)
const { createApiDocs } = await import(`${source}/openapi/createApiDocs.ts`)

const served: string = createApiDocs(operations).document()
if (process.argv.includes('--write')) {
  writeFileSync(path, served)
} else if (read() !== served) {
  console.error(`apps/server/openapi.json is not what the server serves, first at line ${firstDifference(read())}.`)
  console.error('If the change is meant: npm run openapi')
  process.exitCode = 1
}
console.log(`openapi: ${operations.length} operations, ${process.exitCode === 1 ? 1 : 0} problems`)

function read(): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function firstDifference(committed: string): number {
  const lines = committed.split('\n')
  return served.split('\n').findIndex((line, index) => line !== lines[index]) + 1
}

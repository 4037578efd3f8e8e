import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { type Environment, parseEnvironment } from './environment.ts'
import { findRoot } from './findRoot.ts'

/**
 * The settings of this process. The only place that reads `process.env`. A `.env` file in the root fills in what the real
 * environment does not say.
 */
export function readEnvironment(): Environment {
  const root = findRoot(process.cwd())
  const path = join(root, '.env')
  const file = existsSync(path) ? parseEnv(readFileSync(path, 'utf8')) : {}
  return parseEnvironment({ ...file, ...process.env }, root)
}

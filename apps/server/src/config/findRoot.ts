import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const packageFolder = realpathSync(fileURLToPath(new URL('../..', import.meta.url)))

/**
 * The folder that `./config`, `./data` and `.env` are relative to: the working folder, but the top of the monorepo when
 * npm has moved the process into this package (`npm start -w`).
 */
export function findRoot(cwd: string): string {
  if (realpathSync(cwd) !== packageFolder) return cwd
  for (let folder = dirname(packageFolder); folder !== dirname(folder); folder = dirname(folder)) {
    if (hasWorkspaces(join(folder, 'package.json'))) return folder
  }
  return cwd
}

function hasWorkspaces(path: string): boolean {
  return existsSync(path) && 'workspaces' in (JSON.parse(readFileSync(path, 'utf8')) as object)
}

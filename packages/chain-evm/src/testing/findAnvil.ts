import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

/**
 * The path of an anvil binary: the given one (`ANVIL_BIN`), the npm package `@foundry-rs/anvil-linux-amd64`, or `anvil` on
 * the search path. Null when there is none. The wrapper package is never used: its child outlives a kill.
 *
 * @example
 * const path = findAnvil(process.env)
 */
export function findAnvil(env: Readonly<Record<string, string | undefined>>): string | null {
  const given = env['ANVIL_BIN']
  if (given !== undefined && given !== '') return isExecutable(given) ? given : null
  try {
    return createRequire(import.meta.url).resolve('@foundry-rs/anvil-linux-amd64/bin/anvil')
  } catch {
    const folders = (env['PATH'] ?? '').split(delimiter).filter(folder => folder !== '')
    return folders.map(folder => join(folder, 'anvil')).find(isExecutable) ?? null
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

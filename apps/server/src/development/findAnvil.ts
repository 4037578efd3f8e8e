import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { startError } from '../cli/startError.ts'

/** The anvil to run: the npm package, else ANVIL_BIN, else the one on PATH. Throws a sentence on how to get one. */
export function findAnvil(anvilBin: string | null): string {
  const packaged = resolvePackage()
  if (packaged !== null) return packaged
  if (anvilBin !== null) {
    if (existsSync(anvilBin)) return anvilBin
    throw startError(`ANVIL_BIN names ${anvilBin}, which does not exist`)
  }
  if (spawnSync('anvil', ['--version']).status === 0) return 'anvil'
  throw startError(
    'development mode needs anvil, an EVM node. Install Foundry (https://getfoundry.sh) so that `anvil` is on PATH, or set ANVIL_BIN. ' +
      'To run the real server, set API_KEY and write config/config.json.',
  )
}

/** Only where npm installed it: it is an optional package for one platform. */
function resolvePackage(): string | null {
  try {
    return createRequire(import.meta.url).resolve('@foundry-rs/anvil-linux-amd64/bin/anvil')
  } catch {
    return null
  }
}

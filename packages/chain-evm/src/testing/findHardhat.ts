import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The libraries that hardhat's node (EDR) may load on a platform; one of them must be installed. */
const nativeSuffixes = ['', '-gnu', '-musl', '-msvc']

/**
 * The path of hardhat's command line where its npm package is installed together with a native part (EDR) for this platform;
 * else null. Both are optional.
 *
 * @example
 * describe.skipIf(findHardhat() === null)('replacement', …)
 */
export function findHardhat(): string | null {
  const here = createRequire(import.meta.url)
  try {
    const cli = join(dirname(here.resolve('hardhat')), 'cli.js')
    const name = `@nomicfoundation/edr-${process.platform}-${process.arch}`
    return nativeSuffixes.some(suffix => isInstalled(here, `${name}${suffix}`)) ? cli : null
  } catch {
    return null
  }
}

function isInstalled(from: NodeJS.Require, name: string): boolean {
  try {
    from.resolve(name)
    return true
  } catch {
    return false
  }
}

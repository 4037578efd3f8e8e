import type { Secp256k1 } from './backend.ts'
import { loadLibsecp256k1 } from './libsecp256k1.ts'
import { noble } from './noble.ts'

let loaded: Secp256k1 | undefined

/** The fastest implementation that loads here. */
export function loadSecp256k1(): Secp256k1 {
  loaded ??= loadLibsecp256k1() ?? noble
  return loaded
}

/**
 * Which library signs on secp256k1 in this process. Worth a line in the log at start: `noble` is about ten times slower.
 *
 * @example
 * logger.info({ backend: secp256k1Backend() }, 'secp256k1 ready') // 'libsecp256k1'
 */
export function secp256k1Backend(): Secp256k1['name'] {
  return loadSecp256k1().name
}

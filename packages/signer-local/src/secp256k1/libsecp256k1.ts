import { createRequire } from 'node:module'
import type { Secp256k1 } from './backend.ts'

/** The part of the package `secp256k1` that is used here. */
interface Bindings {
  privateKeyVerify(key: Uint8Array): boolean
  publicKeyCreate(key: Uint8Array, compressed: boolean): Uint8Array
  ecdsaSign(digest: Uint8Array, key: Uint8Array): { signature: Uint8Array; recid: number }
}

/**
 * Bitcoin Core's C library, about ten times as fast as noble. Null where its native addon does not load. Only
 * `secp256k1/bindings.js` is asked for: the package's main entry falls back to a slow JavaScript library in silence.
 */
export function loadLibsecp256k1(): Secp256k1 | null {
  let bindings: Bindings
  try {
    bindings = createRequire(import.meta.url)('secp256k1/bindings.js') as Bindings
  } catch {
    return null
  }
  return {
    name: 'libsecp256k1',
    isPrivateKey: key => bindings.privateKeyVerify(key),
    publicKey: key => bindings.publicKeyCreate(key, false).slice(1),
    sign(digest, key) {
      const { signature, recid } = bindings.ecdsaSign(digest, key)
      const bytes = new Uint8Array(65)
      bytes.set(signature)
      bytes[64] = recid & 1
      return bytes
    },
  }
}

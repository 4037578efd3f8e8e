import { secp256k1 } from '@noble/curves/secp256k1'
import type { Secp256k1 } from './backend.ts'

/** Audited JavaScript, for machines on which the native addon does not load. */
export const noble: Secp256k1 = {
  name: 'noble',
  isPrivateKey: key => secp256k1.utils.isValidPrivateKey(key),
  publicKey: key => secp256k1.getPublicKey(key, false).slice(1),
  sign(digest, key) {
    const signature = secp256k1.sign(digest, key, { lowS: true })
    const bytes = new Uint8Array(65)
    bytes.set(signature.toCompactRawBytes())
    bytes[64] = signature.recovery & 1
    return bytes
  },
}

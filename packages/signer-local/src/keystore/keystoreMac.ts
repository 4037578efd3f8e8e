import { keccak_256 } from '@noble/hashes/sha3'

/** keccak256(derivedKey[16..32] ‖ ciphertext): proves that the passphrase was right before anything is decrypted. */
export function keystoreMac(derivedKey: Uint8Array, ciphertext: Uint8Array): Uint8Array {
  return keccak_256.create().update(derivedKey.subarray(16, 32)).update(ciphertext).digest()
}

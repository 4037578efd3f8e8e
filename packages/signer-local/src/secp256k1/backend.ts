/** What signs on secp256k1. Both implementations answer the same bytes: RFC 6979 nonces, low s. */
export interface Secp256k1 {
  readonly name: 'libsecp256k1' | 'noble'
  /** Whether 32 bytes are a scalar in 1 … n − 1. */
  isPrivateKey(key: Uint8Array): boolean
  /** 64 bytes x ‖ y. */
  publicKey(key: Uint8Array): Uint8Array
  /** 65 bytes r ‖ s ‖ yParity of a 32-byte digest. */
  sign(digest: Uint8Array, key: Uint8Array): Uint8Array
}

/** `secp256k1` for EVM, `ed25519` for Stellar and Solana. */
export type Curve = 'secp256k1' | 'ed25519'

/**
 * One thing to sign. `payload` is what the key's algorithm takes: a 32-byte digest on secp256k1, the message bytes on
 * ed25519. `preimage` is what was hashed to get it, for key services that sign only what they understand: the unsigned
 * transaction, the text of a message (UTF-8, without the prefix that the chain puts before it), the 66 bytes
 * 0x1901 ‖ domain separator ‖ hash of typed data.
 */
export interface SignRequest {
  readonly purpose: 'transaction' | 'message' | 'typed-data'
  readonly payload: Uint8Array
  readonly preimage: Uint8Array
}

/**
 * A signature: on secp256k1 65 bytes r ‖ s ‖ yParity (0 or 1) with low s, on ed25519 64 bytes. Or why there is none;
 * `reason` is safe to show, `retryable` says whether the same request may succeed later. `unsupported`: the key service
 * never signs for such a purpose, and `reason` is the whole text that a client gets.
 */
export type SignResult =
  | { readonly ok: true; readonly signature: Uint8Array }
  | { readonly ok: false; readonly reason: string; readonly retryable: boolean; readonly unsupported?: boolean }

/**
 * Reaches a key and knows no chain. Signing is batch-shaped and answers in order, one result per request; a failing item
 * fails alone. Never throws for what a key service did. Holds key bytes only if it must, and never prints them.
 */
export interface Signer {
  readonly id: string
  /** secp256k1: 64 bytes x‖y; ed25519: 32 bytes. Null when the key is not of that curve. May be cached for good. */
  publicKey(curve: Curve): Promise<Uint8Array | null>
  sign(curve: Curve, requests: readonly SignRequest[]): Promise<readonly SignResult[]>
}

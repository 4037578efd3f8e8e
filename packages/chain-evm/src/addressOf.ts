import { keccak256 } from 'viem/utils'

/** The account of a secp256k1 public key (64 bytes x ‖ y), lower-case hex. */
export function addressOf(publicKey: Uint8Array): string {
  return `0x${keccak256(publicKey).slice(-40)}`
}

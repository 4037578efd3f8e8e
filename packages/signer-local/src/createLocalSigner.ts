import { type Curve, RelayerError, type Signer, type SignResult } from '@relayer/core'
import { ed25519Key, ed25519PublicKey, ed25519Sign } from './ed25519.ts'
import { mapInTurns } from './mapInTurns.ts'
import { loadSecp256k1 } from './secp256k1/secp256k1Backend.ts'

/** A key and the name of its signer. */
export interface LocalSignerOptions {
  readonly id: string
  /** 32 bytes: the scalar on secp256k1, the seed on ed25519. Copied, so the caller may overwrite its own. */
  readonly key: Uint8Array
}

/**
 * A {@link Signer} whose key is in this process's memory. One key serves both curves, as keystores hold just 32 bytes.
 * Batches of any size leave the event loop free about every 8 ms. The key is reachable through signatures only: not by
 * printing, serialising or walking the object.
 *
 * Throws a `RelayerError` (`SIGNER_FAILED`) for a key that is not 32 bytes or is all zero.
 *
 * @example
 * const signer = createLocalSigner({ id: 'hot', key: await readKeystore('hot.json', passphrase) })
 * const publicKey = await signer.publicKey('secp256k1') // 64 bytes x ‖ y
 */
export function createLocalSigner({ id, key }: LocalSignerOptions): Signer {
  if (key.length !== 32) throw new RelayerError('SIGNER_FAILED', 'The key must be 32 bytes')
  if (key.every(byte => byte === 0)) throw new RelayerError('SIGNER_FAILED', 'The key must not be all zero')
  const secret = Uint8Array.from(key)
  const secp256k1 = loadSecp256k1()
  const hasSecp256k1 = secp256k1.isPrivateKey(secret)
  const seed = ed25519Key(secret)
  const publicKeys: Readonly<Record<Curve, Uint8Array | null>> = {
    secp256k1: hasSecp256k1 ? secp256k1.publicKey(secret) : null,
    ed25519: ed25519PublicKey(seed),
  }
  const signPayload: Readonly<Record<Curve, (payload: Uint8Array) => SignResult>> = {
    secp256k1(payload) {
      if (!hasSecp256k1) return failed('The key is not a secp256k1 key')
      if (payload.length !== 32) return failed('A secp256k1 payload is a 32-byte digest')
      return { ok: true, signature: secp256k1.sign(payload, secret) }
    },
    ed25519: payload => ({ ok: true, signature: ed25519Sign(seed, payload) }),
  }
  return {
    id,
    async publicKey(curve) {
      return publicKeys[curve]?.slice() ?? null
    },
    sign(curve, requests) {
      return mapInTurns(requests, ({ payload }) => {
        try {
          return signPayload[curve](payload)
        } catch {
          // The library's own message is not passed on: nothing guarantees that it does not quote its arguments.
          return failed('The key could not sign')
        }
      })
    },
  }
}

function failed(reason: string): SignResult {
  return { ok: false, reason, retryable: false }
}

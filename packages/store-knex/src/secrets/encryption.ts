import { RelayerError } from '@relayer/core'

/** One key of 32 bytes and the name that stands beside what it encrypted. */
export interface EncryptionKey {
  readonly id: string
  readonly key: Uint8Array
}

/** The keys that may decrypt, and which one encrypts. Keep an old key until {@link rotateSecrets} has run. */
export interface Encryption {
  readonly keys: readonly EncryptionKey[]
  /** The id of the key that encrypts. */
  readonly current: string
}

/** Where a secret stands; part of what is authenticated, so a ciphertext is worth nothing in another place. */
export interface SecretPlace {
  readonly table: string
  readonly column: string
  readonly id: string
}

/** Throws a clear error for keys that could not work, before anything is encrypted with them. */
export function checkEncryption({ keys, current }: Encryption): void {
  const fail = (message: string) => {
    throw new RelayerError('STORE_FAILED', message)
  }
  if (keys.some(({ key }) => key.length !== 32)) fail('An encryption key must have 32 bytes.')
  if (keys.some(({ id }) => !/^[A-Za-z0-9_-]{1,64}$/.test(id))) {
    fail('An encryption key id has 1 to 64 letters, digits, dashes or underscores.')
  }
  if (new Set(keys.map(({ id }) => id)).size !== keys.length) fail('Two encryption keys have the same id.')
  if (!keys.some(({ id }) => id === current)) fail('The current encryption key is not among the keys.')
}

/** The additional data: JSON, so that no two places have the same bytes. */
export function additionalData({ table, column, id }: SecretPlace, keyId: string): Uint8Array {
  return Buffer.from(JSON.stringify([table, column, id, keyId]))
}

import { createDecipheriv } from 'node:crypto'
import { RelayerError } from '@relayer/core'
import { additionalData, type Encryption, type SecretPlace } from './encryption.ts'

/** Decrypts what {@link encryptSecret} made for this very place; throws STORE_FAILED when it can't, never plaintext. */
export function decryptSecret(encryption: Encryption, place: SecretPlace, stored: string): string {
  const where = `${place.table}.${place.column} of ${place.id}`
  const [version, keyId, nonce, sealed, more] = stored.split('.')
  if (version !== 'v1' || keyId === undefined || nonce === undefined || sealed === undefined || more !== undefined) {
    throw new RelayerError('STORE_FAILED', `The secret in ${where} is not in the encrypted form.`)
  }
  const key = encryption.keys.find(({ id }) => id === keyId)
  if (key === undefined) {
    throw new RelayerError(
      'STORE_FAILED',
      `The secret in ${where} needs the encryption key ${keyId}, which is not given.`,
    )
  }
  const bytes = Buffer.from(sealed, 'base64url')
  try {
    const decipher = createDecipheriv('aes-256-gcm', key.key, Buffer.from(nonce, 'base64url'), { authTagLength: 16 })
    decipher.setAAD(additionalData(place, keyId))
    decipher.setAuthTag(bytes.subarray(-16))
    return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString('utf8')
  } catch {
    // The cause would say nothing more, and nothing of a secret shall be near an error.
    throw new RelayerError(
      'STORE_FAILED',
      `The secret in ${where} does not decrypt: another key, or it was changed or moved.`,
    )
  }
}

import { createCipheriv, randomBytes } from 'node:crypto'
import { RelayerError } from '@relayer/core'
import { additionalData, type Encryption, type SecretPlace } from './encryption.ts'

/**
 * Encrypts a secret for its place with the current key, AES-256-GCM: `v1.<key id>.<nonce>.<ciphertext and tag>`, base64url.
 *
 * @example
 * encryptSecret(encryption, { table: 'signers', column: 'secret', id: 'signer-1' }, '{"key":"0x…"}')
 */
export function encryptSecret(encryption: Encryption, place: SecretPlace, secret: string): string {
  const key = encryption.keys.find(({ id }) => id === encryption.current)
  if (key === undefined) throw new RelayerError('STORE_FAILED', 'The current encryption key is not among the keys.')
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key.key, nonce, { authTagLength: 16 })
  cipher.setAAD(additionalData(place, key.id))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return ['v1', key.id, nonce.toString('base64url'), sealed.toString('base64url')].join('.')
}

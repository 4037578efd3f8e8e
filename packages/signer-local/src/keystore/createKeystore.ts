import { createCipheriv, randomBytes, randomUUID } from 'node:crypto'
import { RelayerError } from '@relayer/core'
import { deriveKey } from './deriveKey.ts'
import type { Keystore } from './keystore.ts'
import { keystoreMac } from './keystoreMac.ts'

/**
 * Encrypts a 32-byte key with a passphrase: version 3, scrypt n 8192, r 8, p 1, dklen 32. `JSON.stringify` it into a file.
 * No `address` is written: the key may be meant for another curve.
 *
 * @example
 * const file = JSON.stringify(await createKeystore(randomBytes(32), passphrase))
 */
export async function createKeystore(key: Uint8Array, passphrase: string): Promise<Keystore> {
  if (key.length !== 32) throw new RelayerError('INVALID_REQUEST', 'The key must be 32 bytes')
  if (key.every(byte => byte === 0)) throw new RelayerError('INVALID_REQUEST', 'The key must not be all zero')
  if (passphrase === '') throw new RelayerError('INVALID_REQUEST', 'The keystore passphrase must not be empty')
  const kdfparams = { n: 8192, r: 8, p: 1, dklen: 32, salt: randomBytes(32).toString('hex') }
  const iv = randomBytes(16)
  const derived = await deriveKey(passphrase, { kdf: 'scrypt', ...kdfparams })
  try {
    const cipher = createCipheriv('aes-128-ctr', derived.subarray(0, 16), iv)
    const ciphertext = Buffer.concat([cipher.update(key), cipher.final()])
    const mac = Buffer.from(keystoreMac(derived, ciphertext)).toString('hex')
    return {
      version: 3,
      id: randomUUID(),
      crypto: {
        cipher: 'aes-128-ctr',
        cipherparams: { iv: iv.toString('hex') },
        ciphertext: ciphertext.toString('hex'),
        kdf: 'scrypt',
        kdfparams,
        mac,
      },
    }
  } finally {
    derived.fill(0)
  }
}

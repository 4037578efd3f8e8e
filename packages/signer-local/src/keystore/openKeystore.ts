import { createDecipheriv, timingSafeEqual } from 'node:crypto'
import { RelayerError } from '@relayer/core'
import { deriveKey } from './deriveKey.ts'
import type { Keystore } from './keystore.ts'
import { keystoreMac } from './keystoreMac.ts'
import { parseKeystore } from './parseKeystore.ts'

/** A keystore and what opens it. */
export interface OpenKeystoreOptions {
  /** The file's text, or what it parses to. */
  readonly json: string | Keystore
  readonly passphrase: string
}

/**
 * The 32 bytes in a Web3 Secret Storage file (version 3, aes-128-ctr, scrypt or pbkdf2 with the file's own parameters;
 * scrypt may take 512 MiB at most).
 *
 * Throws a `RelayerError`: `INVALID_REQUEST` for a file that can't be read, `SIGNER_FAILED` for a wrong passphrase.
 *
 * @example
 * const key = await openKeystore({ json: await readFile('hot.json', 'utf8'), passphrase })
 */
export async function openKeystore({ json, passphrase }: OpenKeystoreOptions): Promise<Uint8Array> {
  if (passphrase === '') throw new RelayerError('INVALID_REQUEST', 'The keystore passphrase must not be empty')
  const { iv, ciphertext, mac, kdf } = parseKeystore(json)
  const derived = await deriveKey(passphrase, kdf)
  try {
    if (!timingSafeEqual(keystoreMac(derived, ciphertext), mac)) {
      throw new RelayerError('SIGNER_FAILED', 'The keystore passphrase is wrong')
    }
    const decipher = createDecipheriv('aes-128-ctr', derived.subarray(0, 16), iv)
    const key = decipher.update(ciphertext)
    decipher.final()
    return new Uint8Array(key)
  } finally {
    derived.fill(0)
  }
}

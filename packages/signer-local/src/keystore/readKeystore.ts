import { readFile, stat } from 'node:fs/promises'
import { RelayerError } from '@relayer/core'
import { openKeystore } from './openKeystore.ts'

/** A real file has about 500 bytes. */
const maxFileBytes = 64 * 1024

/**
 * {@link openKeystore} on a file. The path must name a plain file; errors name neither the path nor its content.
 *
 * @example
 * const key = await readKeystore('config/keys/hot.json', passphrase)
 */
export async function readKeystore(path: string, passphrase: string): Promise<Uint8Array> {
  return openKeystore({ json: await readPlainFile(path), passphrase })
}

async function readPlainFile(path: string): Promise<string> {
  const info = await stat(path).catch(() => null)
  if (!info?.isFile()) throw new RelayerError('INVALID_REQUEST', 'The keystore path must name a plain file')
  if (info.size > maxFileBytes) throw new RelayerError('INVALID_REQUEST', 'The keystore file is too large')
  return readFile(path, 'utf8')
}

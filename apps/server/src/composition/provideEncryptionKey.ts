import { randomBytes } from 'node:crypto'
import { access, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Logger } from '@relayer/core'
import { startError } from '../cli/startError.ts'
import type { Environment } from '../config/environment.ts'

/**
 * The 32 bytes that encrypt secrets at rest: STORAGE_ENCRYPTION_KEY, or for SQLite a file beside the database that only
 * its owner reads, made with a warning. A shared database never gets a key of one machine's making.
 */
export async function provideEncryptionKey(
  { encryptionKey, database }: Pick<Environment, 'encryptionKey' | 'database'>,
  logger: Logger,
): Promise<Uint8Array> {
  if (encryptionKey !== null) return encryptionKey
  if (database.kind !== 'sqlite') {
    throw startError('STORAGE_ENCRYPTION_KEY must be set with PostgreSQL (`openssl rand -base64 32` makes one)')
  }
  const path = `${database.path}.key`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  if ((await exists(database.path)) && !(await exists(path))) {
    throw startError(
      `the key file ${path} of the database ${database.path} is missing; without it the stored secrets can't be read`,
    )
  }
  try {
    await writeFile(path, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' })
    logger.warn(
      { path },
      'STORAGE_ENCRYPTION_KEY is not set; a key file was made beside the database. Back it up: without it the stored secrets are lost',
    )
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EEXIST') throw startError(`the key file ${path} can't be made (${code})`)
  }
  return readKeyFile(path)
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

async function readKeyFile(path: string): Promise<Uint8Array> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw startError(`the key file ${path} can't be read (${error.code})`)
  })
  const key = Buffer.from(text.trim(), 'base64')
  if (key.length !== 32) throw startError(`the key file ${path} does not hold base64 of 32 bytes`)
  return key
}

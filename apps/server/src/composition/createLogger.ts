import { type DestinationStream, type Logger, pino } from 'pino'
import type { Environment } from '../config/environment.ts'
import { createCensor } from './censor.ts'

const names = [
  'secret',
  'key',
  'hash',
  'value',
  'signingKey',
  'signing_key',
  'privateKey',
  'private_key',
  'passphrase',
  'password',
  'apiKey',
  'authorization',
  'url',
  'headers',
]

export interface LoggerOptions {
  readonly level: NonNullable<Environment['logLevel']>
  /** Texts that no line may hold. */
  readonly secrets: readonly string[]
  /** Default: stdout. */
  readonly destination?: DestinationStream
}

/**
 * The process's log: JSON lines. Fields that could hold a secret are censored by their name, and every finished line by what
 * secrets look like: what an error message of a library quotes has no name.
 */
export function createLogger({ level, secrets, destination }: LoggerOptions): Logger {
  const paths = names
    .flatMap(name => [`*.${name}`, `err.cause.${name}`])
    // `key` at the top is the name of a wake-up
    .concat(names.filter(name => name !== 'key'))
  return pino(
    {
      level,
      base: { pid: process.pid },
      redact: { paths, censor: '[REDACTED]' },
      hooks: { streamWrite: createCensor(secrets) },
    },
    ...(destination ? [destination] : []),
  )
}

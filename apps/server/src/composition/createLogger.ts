import { type DestinationStream, type Logger, pino } from 'pino'
import type { Environment } from '../config/environment.ts'

const secrets = [
  'secret',
  'key',
  'signingKey',
  'signing_key',
  'passphrase',
  'apiKey',
  'authorization',
  'url',
  'headers',
]

/** The process's log: JSON lines. Fields that could hold a secret are censored wherever they stand. */
export function createLogger(level: NonNullable<Environment['logLevel']>, destination?: DestinationStream): Logger {
  const paths = secrets
    .flatMap(name => [`*.${name}`, `err.cause.${name}`])
    .concat(secrets.filter(name => name !== 'key'))
  return pino(
    { level, base: { pid: process.pid }, redact: { paths, censor: '[REDACTED]' } },
    ...(destination ? [destination] : []),
  )
}

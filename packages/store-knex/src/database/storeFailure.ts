import { RelayerError } from '@relayer/core'

/** The driver's code of an error: `SQLITE_BUSY`, `23505`, `ECONNREFUSED`; empty when it has none. */
export function driverCode(error: unknown): string {
  const code = (error as { readonly code?: unknown } | null | undefined)?.code
  return typeof code === 'string' ? code : ''
}

/** Whether the database refused the data itself: the same call would fail again, but the connection is fine. */
export function refusedData(error: unknown): boolean {
  if (error instanceof RelayerError) return !error.retryable
  return /^(SQLITE_(CONSTRAINT|MISMATCH|TOOBIG)|2[23][0-9A-Z]{3}$)/.test(driverCode(error))
}

/** Whether PostgreSQL gave the transaction up for another one's sake (deadlock, serialization); nothing was written. */
export function gaveWay(error: unknown): boolean {
  return ['40P01', '40001'].includes(driverCode(error))
}

/**
 * What callers see of a driver's error. Knex puts the statement with all its values in front of the message, so only the
 * part behind it is kept, and only in the cause.
 */
export function storeFailure(error: unknown): RelayerError {
  if (error instanceof RelayerError) return error
  const code = driverCode(error)
  const message = error instanceof Error ? error.message : 'unknown error'
  const cause = new Error(message.slice(message.lastIndexOf(' - ') + 1).replace(/^- /, ''))
  const refused = refusedData(error)
  const text = refused ? 'The database refused the data.' : 'The database could not be reached or refused the work.'
  return new RelayerError('STORE_FAILED', text, { retryable: !refused, cause, details: { driverCode: code } })
}

import { RelayerError } from '@relayer/core'
import type { Row } from '../database/sql.ts'

/** The text of a column that is never null. */
export function text(row: Row, name: string): string {
  const value = row[name]
  if (typeof value !== 'string') throw new RelayerError('STORE_FAILED', `A stored row has no ${name}.`)
  return value
}

/** The text of a column, or null. */
export function textOrNull(row: Row, name: string): string | null {
  return row[name] === null || row[name] === undefined ? null : text(row, name)
}

/** The integer of a column that is never null; PostgreSQL's driver gives it as text. */
export function integer(row: Row, name: string): number {
  const value = row[name]
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  if (typeof number === 'number' && Number.isSafeInteger(number)) return number
  throw new RelayerError('STORE_FAILED', `A stored row has no exact integer in ${name}.`)
}

/** The integer of a column, or null. */
export function integerOrNull(row: Row, name: string): number | null {
  return row[name] === null || row[name] === undefined ? null : integer(row, name)
}

/** The JSON value of a column; the store wrote it, so its shape is what was written. */
export function json<T>(row: Row, name: string): T {
  return JSON.parse(text(row, name)) as T
}

/** The JSON value of a column, or null. */
export function jsonOrNull<T>(row: Row, name: string): T | null {
  const value = textOrNull(row, name)
  return value === null ? null : (JSON.parse(value) as T)
}

import { RelayerError } from '@relayer/core'

/** A plain JSON value as text. A bigint in it is a bug of the caller: records hold decimal text there. */
export function toJson(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (cause) {
    throw new RelayerError('STORE_FAILED', 'The store was given a value that JSON cannot hold exactly.', { cause })
  }
}

/** The same, or null. */
export function toJsonOrNull(value: unknown): string | null {
  return value === null ? null : toJson(value)
}

import { RelayerError, type RelayerErrorCode } from './relayerError.ts'
import type { Result } from './result.ts'

/** A {@link Result} that carries a value. */
export function succeed<T>(value: T): Result<T> {
  return { ok: true, value }
}

/** A {@link Result} that carries an error; `message` is shown to clients. */
export function fail(code: RelayerErrorCode, message: string): { readonly ok: false; readonly error: RelayerError } {
  return { ok: false, error: new RelayerError(code, message) }
}

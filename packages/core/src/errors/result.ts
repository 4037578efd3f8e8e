import type { RelayerError } from './relayerError.ts'

/** An expected outcome: the value, or the error as a value. Only bugs and lost infrastructure are thrown. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: RelayerError }

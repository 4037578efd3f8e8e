import { RelayerError } from '@relayer/core'

/** A mistake of whoever starts the server: one sentence is all they get, no stack. */
export function startError(sentence: string): RelayerError {
  return new RelayerError('INVALID_REQUEST', sentence)
}

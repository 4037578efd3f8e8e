import { RelayerError, type RelayerErrorCode } from '@relayer/core'
import type { Encryption } from '../secrets/encryption.ts'

/** What the thread is started with. */
export interface ThreadOptions {
  readonly file: string
  readonly encryption: Encryption
  readonly migrate: boolean
}

/** One method of the store to call. `section` is null for methods of the store itself. */
export interface Call {
  readonly id: number
  readonly section: string | null
  readonly method: string
  readonly parameters: readonly unknown[]
}

/** What came of a call; of id 0: of opening the store. */
export type Outcome =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly error: PlainError }

/** A {@link RelayerError} as it crosses to another thread, where classes get lost. */
export interface PlainError {
  readonly code: RelayerErrorCode
  readonly message: string
  readonly retryable: boolean
  readonly details: RelayerError['details']
  /** The message of the cause. */
  readonly cause: string | null
}

export function toPlainError(error: unknown): PlainError {
  const known =
    error instanceof RelayerError
      ? error
      : new RelayerError('INTERNAL', 'The store failed unexpectedly.', { cause: error })
  const { code, message, retryable, details, cause } = known
  return { code, message, retryable, details, cause: cause instanceof Error ? cause.message : null }
}

export function toRelayerError({ code, message, retryable, details, cause }: PlainError): RelayerError {
  return new RelayerError(code, message, {
    retryable,
    details,
    ...(cause === null ? {} : { cause: new Error(cause) }),
  })
}

/**
 * Every code this project can fail with. Append-only: a published code keeps its meaning. The map from code to HTTP status
 * lives in the server.
 */
export type RelayerErrorCode =
  | 'INVALID_REQUEST'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'IDEMPOTENCY_CONFLICT'
  | 'RELAYER_PAUSED'
  | 'RELAYER_DISABLED'
  | 'INVALID_STATE'
  | 'UNSUPPORTED'
  | 'UNAVAILABLE'
  | 'SIGNER_FAILED'
  | 'STORE_FAILED'
  | 'INTERNAL'
  | 'PROVIDER_FAILED'
  | 'FORBIDDEN'

/**
 * The one error class. `message` is safe to show to a client: no secret, no stack, no SQL, no URL with a key. Expected
 * outcomes are not errors; functions return them as values.
 */
export class RelayerError extends Error {
  readonly code: RelayerErrorCode
  /** Whether the same call may succeed later without any change. */
  readonly retryable: boolean
  /** What it is about, for logs: ids and names, never values of secrets. */
  readonly details: Readonly<Record<string, string | number | boolean | null>>

  constructor(
    code: RelayerErrorCode,
    message: string,
    options: { retryable?: boolean; details?: RelayerError['details']; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'RelayerError'
    this.code = code
    this.retryable = options.retryable ?? false
    this.details = options.details ?? {}
  }
}

import type { RelayerErrorCode } from '@relayer/core'

/** HTTP status of every error code; nowhere else is this decided. */
export const statusOf: Readonly<Record<RelayerErrorCode, number>> = {
  INVALID_REQUEST: 400,
  NOT_FOUND: 404,
  CONFLICT: 409,
  IDEMPOTENCY_CONFLICT: 422,
  RELAYER_PAUSED: 403,
  RELAYER_DISABLED: 403,
  INVALID_STATE: 400,
  UNSUPPORTED: 400,
  UNAVAILABLE: 503,
  SIGNER_FAILED: 500,
  STORE_FAILED: 500,
  INTERNAL: 500,
  PROVIDER_FAILED: 500,
  FORBIDDEN: 403,
}
